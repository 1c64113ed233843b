import { QUEUES, type QueueName } from '#features/operations/admin/overview/cron-report.ts'
import {
  type Alarm,
  type BackupFigures,
  type OperationFigures,
  RUNBOOKS,
} from '#features/operations/admin/overview/operation-figures.ts'
import {
  type AdminOverviewText,
  type OperationsText,
  operationsTexts,
} from '#features/operations/admin/overview/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Card, type Fact, Facts, Figures, Notice } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface PartProps {
  figures: OperationFigures
  text: OperationsText
  language: Language
}

export function OperationsCard({ figures, language }: Omit<PartProps, 'text'>) {
  const text = operationsTexts[language]
  const { alarms, requests, failed, slow, cron } = figures
  return (
    <Card heading="operations" title={text.title} lead={text.lead}>
      {alarms.length === 0 && <Notice tone="good">{text.good}</Notice>}
      {alarms.map((alarm) => (
        <AlarmNotice alarm={alarm} text={text} />
      ))}
      <Figures
        figures={[
          [text.requests, compact(requests, language)],
          [text.failed, compact(failed, language)],
          [text.slow, compact(slow, language)],
          [text.cron, compact(cron.runs, language)],
        ]}
      />
      <CronLine {...{ figures, text, language }} />
      <Routes {...{ figures, text, language }} />
      <Storage {...{ figures, text, language }} />
    </Card>
  )
}

function AlarmNotice({ alarm: { about, names }, text }: { alarm: Alarm; text: OperationsText }) {
  const isQueue = (name: string): name is QueueName => Object.hasOwn(QUEUES, name)
  const shown = names.map((name) => (isQueue(name) ? text.queues[name] : name))
  return (
    <Notice tone="danger">
      <p>{[text.alarms[about], shown.join(', ')].join(' ').trim()}</p>
      <p class="faint">{text.runbook(RUNBOOKS[about])}</p>
    </Notice>
  )
}

function CronLine({ figures: { cron }, text, language }: PartProps) {
  if (cron.last_at === null) return <p class="soft">{text.cronNever}</p>
  return (
    <p class="soft">
      {text.cronLast} <Time value={cron.last_at} language={language} />
      {cron.failed > 0 && ` · ${text.cronFailed(cron.failed.toLocaleString(language))}`}
    </p>
  )
}

function Routes({ figures: { routes }, text, language }: PartProps) {
  if (routes.length === 0) return null
  return (
    <>
      <h3>{text.routes}</h3>
      <Table
        label={text.routes}
        columns={[text.route, { number: text.failed }, { number: text.slow }, { number: text.worst }]}
      >
        {routes.map(({ route, failed, slow, worst_ms }) => (
          <tr>
            <th scope="row" lang="en">
              {route}
            </th>
            <td class="number">{failed.toLocaleString(language)}</td>
            <td class="number">{slow.toLocaleString(language)}</td>
            <td class="number">{text.milliseconds(worst_ms.toLocaleString(language))}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Storage({ figures: { queues, bytes }, text, language }: PartProps) {
  if (queues === null || bytes === null) return null
  const megabytes = (size: number) => text.megabytes(Math.ceil(size / 1_000_000).toLocaleString(language))
  const facts: Fact[] = [
    ...(Object.keys(QUEUES) as QueueName[]).map(
      (name): Fact => [text.queues[name], queues[name].toLocaleString(language)],
    ),
    [text.bytes.main, megabytes(bytes.main)],
    [text.bytes.search, megabytes(bytes.search)],
  ]
  return (
    <>
      <h3>{text.waiting}</h3>
      <Facts facts={facts} />
    </>
  )
}

interface BackupsCardProps {
  backups: BackupFigures
  text: AdminOverviewText
  language: Language
}

export function BackupsCard({ backups, text, language }: BackupsCardProps) {
  const { alarm, last_at, rows, images, kept, reason } = backups
  const count = (value: number) => value.toLocaleString(language)
  return (
    <Card heading="backups" title={text.backups.title} lead={text.backups.lead}>
      {alarm && (
        <Notice tone={alarm === 'off' ? 'warm' : 'danger'}>
          <p>
            {text.backups.alarms[alarm]} {alarm === 'failed' && <span lang="en">{reason}</span>}
          </p>
          {alarm !== 'off' && <p>{text.backups.runbook}</p>}
        </Notice>
      )}
      {last_at === null && <p class="soft">{text.backups.never}</p>}
      {last_at !== null && alarm === null && (
        <Notice tone="good">
          <p>{text.backups.good}</p>
        </Notice>
      )}
      {last_at !== null && (
        <Figures
          figures={[
            [text.backups.last, <Time value={last_at} language={language} />],
            [text.backups.rows, count(rows)],
            [text.backups.images, count(images)],
            [text.backups.kept, count(kept)],
          ]}
        />
      )}
    </Card>
  )
}
