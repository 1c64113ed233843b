import { Hono } from 'hono'
import * as z from 'zod'
import { TOPIC_KINDS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import {
  type AdminLetter,
  allowAuthor,
  EndInput,
  endAddress,
  exportList,
  ImportInput,
  importList,
  LetterShape,
  lettersPage,
  lettersState,
} from '#features/operations/admin/letters/letters.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import { TopicInput, topicOf } from '#features/publishing/letters/topics.ts'
import { dayOf } from '#kernel/clock.ts'
import { IMPORTED_ADDRESSES_MAX } from '#kernel/formats/addresses.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, Figures, Notice } from '#web/components/elements.tsx'
import { Field, SelectField, TextField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'
import { owner } from '#web/guards/access.ts'
import { freshSession } from '#web/guards/fresh-session.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { csvFile, done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { json, pageQuery, pageRequest, query, uidParam } from '#web/validation/validate.ts'

export const adminLettersApi = new Hono<AppEnv>()
  .get(
    '/admin/letters',
    ownerRead('listAdminLetters', listOf(LetterShape)),
    summary('List letters with their figures, newest first'),
    query(z.object(pageQuery)),
    async (c) =>
      c.json(await c.var.db.read(lettersPage(pageRequest(c.req.valid('query')), c.var.language))),
  )
  .put(
    '/admin/letters/authors/:uid',
    ownerFreshWrite('allowAdminLetterAuthor', 'idempotent', null),
    summary('Allow the letters of an author again'),
    uidParam,
    (c) => done(c, byAdmin(c, allowAuthor, c.req.valid('param').uid, true)),
  )
  .delete(
    '/admin/letters/authors/:uid',
    ownerFreshWrite('blockAdminLetterAuthor', 'idempotent', null),
    summary(
      'Stop all letters of an author. A letter that is being sent stops before the next subscribers',
    ),
    uidParam,
    (c) => done(c, byAdmin(c, allowAuthor, c.req.valid('param').uid, false)),
  )
  .post(
    '/admin/letters/import',
    ownerFreshWrite(
      'importAdminLetters',
      'adds',
      { 202: z.object({ addresses: z.int() }) },
      'not_found',
      'too_complex',
    ),
    summary(
      `Import addresses for one topic. \`addresses\` has at most ${IMPORTED_ADDRESSES_MAX} of them, one per line or as CSV`,
    ),
    json(ImportInput),
    async (c) => {
      const { db, compute, now } = c.var
      const list = c.req.valid('json')
      return c.json(
        await importList(db, compute, secretsOf(c.env), auditActorOf(c), list, mailOrigin(c), now),
        202,
      )
    },
  )
  .get(
    '/admin/letters.csv',
    read('exportAdminLetters', { tag: 'admin', fresh: true }),
    owner,
    doc(
      'Export the addresses of the subscribers of one topic as CSV. The audit log records the export',
      {
        200: 'text/csv',
      },
    ),
    query(TopicInput),
    async (c) => {
      const { db, now } = c.var
      const topic = topicOf(c.req.valid('query'))
      const csv = await exportList(db, secretsOf(c.env), auditActorOf(c), topic, now)
      return csvFile(c, csv, `joule-letters-${dayOf(now)}`)
    },
  )
  .post(
    '/admin/letters/end',
    ownerFreshWrite('endAdminLetters', 'refused: not_found', null),
    summary(
      'End all letters to an address. With `complained`, the address can never subscribe again',
    ),
    json(EndInput),
    (c) =>
      done(
        c,
        endAddress(c.var.db, secretsOf(c.env), auditActorOf(c), c.req.valid('json'), c.var.now),
      ),
  )

export const adminLettersPages = new Hono<AppEnv>().get(
  PAGES.letters.href,
  freshSession,
  PAGES.letters.guard,
  (c) => {
    const { language } = c.var
    const text = adminLettersTexts[language]
    const letters = lettersPage(pageRequest({ cursor: c.req.query('cursor') }), language)
    return showAdminPage(
      c,
      { name: 'letters' },
      { letters, state: lettersState },
      ({ letters, state }) => (
        <div class="stack">
          <p class="soft">{text.lead}</p>
          {letterServiceOf(c.env) === null && <Notice tone="warm">{text.off}</Notice>}
          <Figures
            figures={[
              [text.subscribers, state.subscribers],
              [text.queued, state.queued],
              [text.imports, state.imports],
            ]}
          />
          <AdminList
            page={letters}
            path="/admin/letters"
            empty={{ icon: 'mail', title: letterTexts[language].archive.none, hint: text.noneHint }}
            row={(letter) => <LetterRow letter={letter} language={language} />}
            language={language}
          />
          <Card heading="import-heading" title={text.import} lead={text.importLead}>
            <ApiForm
              api="POST /api/admin/letters/import"
              after="reload"
              toast={text.imported}
              text={shellTexts[language]}
            >
              <TopicChoice of="import" language={language} />
              <TextField name="addresses" label={text.addresses} rows={4} required />
              <label class="check beside">
                <input type="checkbox" name="agreed" /> {text.agreed}
              </label>
              <Submit label={text.import} />
            </ApiForm>
          </Card>
          <Card heading="export-heading" title={text.export} lead={text.exportLead}>
            <form class="form" action="/api/admin/letters.csv">
              <TopicChoice of="export" language={language} />
              <div class="form-actions">
                <Button type="submit" label={text.export} />
              </div>
            </form>
          </Card>
          <Card heading="end-heading" title={text.end} lead={text.endLead}>
            <ApiForm
              api="POST /api/admin/letters/end"
              after="reset"
              toast={text.ended}
              text={shellTexts[language]}
            >
              <Field name="email" type="email" label={letterTexts[language].email} required />
              <Submit label={text.end} tone="danger" />
            </ApiForm>
          </Card>
        </div>
      ),
    )
  },
)

function TopicChoice({ of, language }: { of: 'import' | 'export'; language: Language }) {
  const text = adminLettersTexts[language]
  const kinds = TOPIC_KINDS.map((kind) => [kind, letterTexts[language].kinds[kind]] as const)
  return (
    <>
      <SelectField name="kind" id={`${of}-kind`} label={text.kind} options={kinds} />
      <Field name="ref" id={`${of}-ref`} label={text.ref} hint={text.refHint} />
    </>
  )
}

function LetterRow({ letter, language }: { letter: AdminLetter; language: Language }) {
  const text = adminLettersTexts[language]
  const { author, subject, state, sent, failed, bounced, complained, problem, due_at } = letter
  const label = author.blocked ? text.allow : text.block
  return (
    <AdminRow
      title={subject ?? text.untitled}
      badge={
        <Badge tone={state === 'sent' ? 'good' : 'info'}>
          {letterTexts[language].states[state]}
        </Badge>
      }
      quote={problem}
      actions={
        <RowAction
          api={`${author.blocked ? 'PUT' : 'DELETE'} /api/admin/letters/authors/${author.uid}`}
          label={label}
          name={`${label}: ${author.name}`}
          toast={adminTexts[language].saved}
          kind="quiet"
        />
      }
    >
      <a href={`/admin/users/${author.uid}`}>{author.name}</a>
      <Time value={due_at} language={language} />
      <span>{text.figures(sent, failed, bounced, complained)}</span>
    </AdminRow>
  )
}

const adminLettersTexts = bilingual({
  lead: [
    '作者的新文章以邮件发给订阅者。地址加密保存，作者只能看到数量。',
    'New posts go to subscribers by e-mail. Addresses are stored encrypted, and authors see numbers only.',
  ],
  off: [
    '邮件订阅没有开通：缺少单独的发件服务。设置方法见 docs/letters.md。',
    'Letters are off: they need a sender apart from account mail. See docs/letters.md.',
  ],
  subscribers: ['订阅者', 'Subscribers'],
  queued: ['发送队列', 'In the queue'],
  imports: ['进行中的导入', 'Imports in progress'],
  noneHint: [
    '有订阅者的新文章发布十分钟后，会列在这里。',
    'Posts with subscribers appear here ten minutes after publication.',
  ],
  untitled: ['等待中', 'Waiting'],
  figures: [
    (sent: number, failed: number, bounced: number, complained: number) =>
      `已发送 ${sent}，失败 ${failed}，退信 ${bounced}，投诉 ${complained}`,
    (sent: number, failed: number, bounced: number, complained: number) =>
      `${sent} sent, ${failed} failed, ${bounced} bounced, ${complained} complained`,
  ],
  block: ['停止该作者的邮件', 'Switch author off'],
  allow: ['恢复该作者的邮件', 'Switch author on'],
  import: ['导入订阅者', 'Import subscribers'],
  importLead: [
    `每行一个地址，也可以粘贴 CSV，最多 ${IMPORTED_ADDRESSES_MAX.toLocaleString('en')} 个。默认会给每个地址发一封确认邮件。`,
    `One address per line, or paste a CSV file; at most ${IMPORTED_ADDRESSES_MAX.toLocaleString('en')}. Each address gets a mail that asks for confirmation.`,
  ],
  imported: ['已开始导入。', 'The import has started.'],
  kind: ['订阅内容', 'Topic'],
  ref: ['作者编号、标签或系列编号', 'Author number, tag or series number'],
  refHint: ['订阅全站时留空。', 'Empty for all new posts.'],
  addresses: ['地址', 'Addresses'],
  agreed: [
    '这是我自己的名单，这些人已同意接收邮件，不需要再次确认。',
    'This is my own list and these people agreed. Do not ask them again.',
  ],
  export: ['导出订阅者', 'Export subscribers'],
  exportLead: ['每次导出都会写入操作日志。', 'Every export is in the audit log.'],
  end: ['停止一个地址的全部邮件', 'End letters to an address'],
  endLead: [
    '有人通过邮件要求退订或删除地址时使用。',
    'For people who ask you by mail to unsubscribe them or to delete their address.',
  ],
  ended: ['已停止，地址已删除。', 'Ended. The address is deleted.'],
})
