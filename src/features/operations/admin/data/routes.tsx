import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { registerTexts } from '#features/operations/admin/data/text.ts'
import {
  dataRegister,
  type RegisterArea,
  type RegisterTable,
} from '#features/operations/admin/data/text-register.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Facts, Notice } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'

export const adminDataPages = new Hono<AppEnv>().get(
  PAGES.data.href,
  PAGES.data.guard,
  async (c) => {
    const { language } = c.var
    const text = dataTexts[language]
    const areas = await dataRegister(language)
    return showAdminPage(c, { name: 'data', lead: text.lead }, {}, () => (
      <div class="stack loose">
        <Notice>{text.elsewhere}</Notice>
        {areas.map((area) => (
          <Area area={area} language={language} />
        ))}
      </div>
    ))
  },
)

function Area({ area: { name, personal, others }, language }: { area: RegisterArea } & InLanguage) {
  const text = registerTexts[language]
  return (
    <section class="stack">
      <h2>{name}</h2>
      {personal.map((table) => (
        <PersonalTable table={table} language={language} />
      ))}
      {others.length > 0 && (
        <Table
          label={`${name}: ${text.impersonal}`}
          columns={[text.impersonal, text.why, text.keptFor, text.most, text.seenBy]}
          rows={others.map(({ name, why, kept, bound, seenBy }) => [
            <code>{name}</code>,
            why,
            kept,
            bound,
            seenBy,
          ])}
        />
      )}
    </section>
  )
}

interface InLanguage {
  language: Language
}

function PersonalTable({ table, language }: { table: RegisterTable } & InLanguage) {
  const text = registerTexts[language]
  return (
    <details class="card stored-table">
      <summary>
        {table.why} <code class="faint">{table.name}</code>
      </summary>
      <Facts
        facts={[
          [text.whose, <code>{table.whose}</code>],
          [text.keptFor, table.kept],
          [text.most, table.bound],
          [text.seenBy, table.seenBy],
          [text.exported, table.export],
          [text.erased, table.erasure],
          ...table.columns.map(
            ({ kind, columns }) => [kind, <Columns columns={columns} />] as const,
          ),
        ]}
      />
    </details>
  )
}

function Columns({ columns }: Pick<RegisterTable['columns'][number], 'columns'>) {
  return columns.map(({ name, notes }, at) => (
    <>
      {at > 0 && ', '}
      <code>{name}</code>
      {notes && <small class="soft"> ({notes})</small>}
    </>
  ))
}

const dataTexts = bilingual({
  lead: [
    '本站保存了谁的哪些数据、为什么保存、保存多久、谁能看到，以及导出和注销账号时怎样处理。欧洲的站长可以用它作为处理活动记录的依据。',
    'What this site stores about whom, why, how long and who sees it, and what the export and the erasure of an account do. An owner in Europe can base the record of processing activities on it.',
  ],
  elsewhere: [
    '这里列出主数据库的内容，由程序自动生成。搜索数据库只有文章的副本；存储桶里有图片、备份和准备好的导出；限速计数器会暂存 IP 地址，最长一天；备份按保留期限删除，之前仍包含已清除的数据。',
    'This lists the main database, generated from the code. The search database has copies of posts only. The buckets have images, backups and prepared exports. Rate limits keep IP addresses for a day at most. A backup contains erased data until it is deleted.',
  ],
})
