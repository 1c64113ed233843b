import { CSV_EXPORTS } from '#features/operations/admin/exports/csv.ts'
import type { BackupStatus } from '#features/operations/backups/retention.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Table } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface ExportsProps {
  status: BackupStatus
  isEncrypted: boolean
  language: Language
}

export function ExportsView({ status, isEncrypted, language }: ExportsProps) {
  const text = exportsTexts[language]
  return (
    <div class="stack">
      <BackupsCard {...{ status, isEncrypted, language }} />
      <Card heading="tables" title={text.tables} lead={text.tablesLead}>
        <p class="form-actions">
          {CSV_EXPORTS.map((name) => (
            <LinkButton
              href={`/api/admin/export/${name}.csv`}
              download
              icon="download"
              label={text.names[name]}
            />
          ))}
          <LinkButton
            href="/api/admin/energy/logs.csv"
            download
            icon="download"
            label={text.ledger}
          />
        </p>
      </Card>
    </div>
  )
}

function BackupsCard({ status: { kept, since, failed }, isEncrypted, language }: ExportsProps) {
  const text = exportsTexts[language]
  const count = (value: number) => value.toLocaleString(language)
  return (
    <Card heading="backups" title={text.backups} lead={text.backupsLead}>
      {failed && (
        <Notice tone="danger">
          <p>
            {text.failed} <Time value={failed.at} language={language} />:{' '}
            <span lang="en">{failed.reason}</span>
          </p>
        </Notice>
      )}
      {since !== null && (
        <Notice>
          <p>
            {text.running} <Time value={since} language={language} />
          </p>
        </Notice>
      )}
      {kept.length === 0 ? (
        <p class="soft">{text.none}</p>
      ) : (
        <Table
          label={text.backups}
          columns={[
            { rowHeading: text.taken },
            { number: text.rows },
            { number: text.images },
            { number: text.size },
            text.download,
          ]}
          rows={kept.map(({ id, taken_at, rows, images, bytes }) => [
            <Time value={taken_at} language={language} />,
            count(rows),
            count(images),
            text.megabytes(count(Math.ceil(bytes / 1_000_000))),
            <a href={`/api/admin/backups/${id}`} download aria-label={text.downloadOf(taken_at)}>
              {text.download}
            </a>,
          ])}
        />
      )}
      {!isEncrypted && <p class="soft small">{text.plain}</p>}
      {since === null && (
        <p class="form-actions">
          <ApiButton
            api="POST /api/admin/backups"
            after="reload"
            toast={text.started}
            button="button primary"
          >
            {text.now}
          </ApiButton>
        </p>
      )}
    </Card>
  )
}

const exportsTexts = bilingual({
  backups: ['备份', 'Backups'],
  backupsLead: [
    '数据库和图片的完整副本。保留最近 7 份和之前 4 周每周一份。',
    'Complete copies of the database and the images. The last seven are kept, and one of each of the four weeks before.',
  ],
  none: ['还没有备份。', 'There is no backup yet.'],
  now: ['立即备份', 'Back up now'],
  started: ['备份已开始。', 'The backup has started.'],
  running: ['正在备份，开始于', 'A backup is being made since'],
  failed: ['上一次备份失败', 'The last backup failed'],
  taken: ['时间', 'Taken'],
  rows: ['数据行', 'Rows'],
  images: ['图片', 'Images'],
  size: ['数据库', 'Database'],
  megabytes: [(size: string) => `${size} MB`, (size: string) => `${size} MB`],
  download: ['下载', 'Download'],
  downloadOf: [
    (time: string) => `下载 ${time} 的备份`,
    (time: string) => `Download the backup of ${time}`,
  ],
  plain: [
    '备份没有加密：下载的文件包含邮箱和密码哈希，请妥善保管。设置 JOULE_BACKUP_RECIPIENT 可以加密备份。',
    'Backups are not encrypted: a downloaded file contains e-mail addresses and password hashes. Set JOULE_BACKUP_RECIPIENT to encrypt backups.',
  ],
  tables: ['导出表格', 'Tables as CSV'],
  tablesLead: [
    '不含密码和令牌。可以用 Excel 或 Numbers 打开；像公式的单元格已转义。每次导出都会记入操作日志。',
    'Without passwords and tokens, for Excel or Numbers. Cells that look like formulas are escaped. The audit log records each export.',
  ],
  names: {
    people: ['成员', 'People'],
    posts: ['文章', 'Posts'],
    tags: ['标签', 'Tags'],
    'audit-log': ['操作日志', 'Audit log'],
  },
  ledger: ['能量流水', 'Energy ledger'],
})
