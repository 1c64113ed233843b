import { html } from 'hono/html'
import type { SiteDay } from '#db/schema/core.ts'
import type { Setup } from '#features/core/site/setup.ts'
import { invariantsButton, invariantsProgress } from '#features/operations/admin/frame/hooks.ts'
import { PAGES } from '#features/operations/admin/frame/page.tsx'
import type { InvariantReport } from '#features/operations/admin/overview/overview.ts'
import {
  type Alarm,
  type BackupFigures,
  type OperationFigures,
  type Overview,
  QUEUES,
  type QueueName,
  RUNBOOKS,
} from '#features/operations/admin/overview/overview.ts'
import {
  type AdminOverviewText,
  adminOverviewTexts,
  type OperationsText,
  operationsTexts,
} from '#features/operations/admin/overview/text.ts'
import { SetupCard } from '#features/pages/setup/views-card.tsx'
import { COST_REFUSALS } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Drawing } from '#web/components/drawing.tsx'
import { Button, Card, type Fact, Facts, Figures, Icon, Notice } from '#web/components/elements.tsx'
import { Table } from '#web/components/lists.tsx'
import { Time } from '#web/components/time.tsx'

interface OperationsProps {
  figures: OperationFigures
  text: OperationsText
  language: Language
}

function OperationsCard({ figures, language }: Omit<OperationsProps, 'text'>) {
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
      <Refused {...{ figures, text, language }} />
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

function CronLine({ figures: { cron }, text, language }: OperationsProps) {
  if (cron.last_at === null) return <p class="soft">{text.cronNever}</p>
  return (
    <p class="soft">
      {text.cronLast} <Time value={cron.last_at} language={language} />
      {cron.failed > 0 && ` · ${text.cronFailed(cron.failed.toLocaleString(language))}`}
    </p>
  )
}

/** Shown only if there are any, because most sites refuse none. */
function Refused({ figures: { refused }, text, language }: OperationsProps) {
  const facts = COST_REFUSALS.filter((why) => refused[why] > 0).map(
    (why): Fact => [text.refused[why], refused[why].toLocaleString(language)],
  )
  if (facts.length === 0) return null
  return (
    <>
      <h3>{text.refusals}</h3>
      <p class="soft">{text.refusedLead}</p>
      <Facts facts={facts} />
    </>
  )
}

function Routes({ figures: { routes }, text, language }: OperationsProps) {
  if (routes.length === 0) return null
  return (
    <>
      <h3>{text.routes}</h3>
      <Table
        label={text.routes}
        columns={[
          { rowHeading: text.route },
          { number: text.failed },
          { number: text.slow },
          { number: text.worst },
        ]}
        rows={routes.map(({ route, failed, slow, worst_ms }) => [
          <span lang="en">{route}</span>,
          failed.toLocaleString(language),
          slow.toLocaleString(language),
          text.milliseconds(worst_ms.toLocaleString(language)),
        ])}
      />
    </>
  )
}

function Storage({ figures: { queues, bytes }, text, language }: OperationsProps) {
  if (queues === null || bytes === null) return null
  const megabytes = (size: number) =>
    text.megabytes(Math.ceil(size / 1_000_000).toLocaleString(language))
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

function BackupsCard({
  backups,
  text,
  language,
}: Omit<PartProps, 'figures'> & { backups: BackupFigures }) {
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

export function OverviewView({ overview, setup, language }: OverviewViewProps) {
  const text = adminOverviewTexts[language]
  const { figures, activity } = overview
  const total = (value: number) => <span title={String(value)}>{compact(value, language)}</span>
  return (
    <div class="stack overview-cards">
      {setup && <SetupCard setup={setup} language={language} />}
      <WaitingCards figures={figures} text={text} language={language} />
      <Card heading="activity" title={text.activity}>
        <div class="charts">
          {SERIES.map((series) => (
            <Chart {...{ activity, series, text, language }} />
          ))}
        </div>
        <ChartTable activity={activity} text={text} />
      </Card>
      <Card heading="totals" title={text.totals}>
        <Figures
          figures={[
            [text.users, total(figures.users)],
            [text.posts, total(figures.posts)],
            [text.commentsToday, total(figures.comments_today)],
          ]}
        />
      </Card>
      <OperationsCard figures={figures.operations} language={language} />
      <BackupsCard backups={figures.backups} text={text} language={language} />
      <CheckCard report={figures.ledger_check} text={text} language={language} />
    </div>
  )
}

interface OverviewViewProps {
  overview: Overview
  /**
   * The steps of the set-up list and whether they are done. Null if the owner has closed the list,
   * and for admins who are not owners.
   */
  setup: Setup | null
  language: Language
}

interface PartProps {
  figures: Overview['figures']
  text: AdminOverviewText
  language: Language
}

function WaitingCards({ figures, text, language }: PartProps) {
  const cards = [
    ['review', 'page', text.pendingPosts, figures.pending_posts],
    ['edits', 'pen', text.editedPosts, figures.edited_after_approval],
    ['reports', 'flag', text.openReports, figures.open_reports],
    ['profiles', 'at', text.pendingProfiles, figures.pending_profiles],
  ] as const
  const isQuiet = cards.every(([, , , count]) => count === 0)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" class="visually-hidden">
        {text.waiting}
      </h2>
      <ul class="waiting-cards">
        {cards.map(([name, icon, label, count]) => (
          <li>
            <a
              class={count > 0 ? 'waiting-card box urgent' : 'waiting-card box'}
              href={PAGES[name].href}
            >
              <Icon name={icon} />
              <strong>{compact(count, language)}</strong>
              <span class="soft small">{label}</span>
            </a>
          </li>
        ))}
      </ul>
      {isQuiet && <p class="faint nothing-waits">{text.nothing}</p>}
    </section>
  )
}

type CheckCardProps = Omit<PartProps, 'figures'> & { report: InvariantReport | null }

/** client/entries/admin.ts repeats the call until the check is complete. */
function CheckCard({ report, text, language }: CheckCardProps) {
  return (
    <Card heading="check" title={text.check.title} lead={text.check.lead}>
      {report === null ? (
        <p class="soft">{text.check.never}</p>
      ) : (
        <Report {...{ report, text, language }} />
      )}
      <div class="form-actions needs-script">
        <Button
          {...invariantsButton({ running: text.check.running('{checked}') })}
          icon="shield"
          label={text.check.run}
        />
        <p class="faint" role="status" {...invariantsProgress()} />
      </div>
    </Card>
  )
}

function Report({ report, text, language }: CheckCardProps & { report: InvariantReport }) {
  const { ok, checked, failures, checked_at } = report
  return (
    <Notice tone={ok ? 'good' : 'danger'}>
      <p>
        {ok ? text.check.good(checked.toLocaleString(language)) : text.check.bad}{' '}
        <Time value={checked_at} language={language} />
      </p>
      {!ok && (
        <ul>
          {Object.entries(failures).map(([check, ids]) => (
            <li lang="en">
              {check}: {ids.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

type Series = Exclude<keyof SiteDay, 'day'>
const SERIES: readonly Series[] = ['users', 'posts', 'comments', 'check_ins']

const HEIGHT = 56
const STEP = 8
const BAR = 6

type ChartProps = Omit<PartProps, 'figures'> & { activity: SiteDay[]; series: Series }

/**
 * A bar chart that the server renders, with one bar per day. Its label summarises it for screen
 * readers, and a table has the values.
 */
function Chart({ activity, series, text, language }: ChartProps) {
  const values = activity.map((day) => day[series])
  const sum = values.reduce((total, value) => total + value, 0)
  const today = values.at(-1) ?? 0
  const highest = Math.max(...values, 1)
  const name = text.series[series]
  return (
    <div class="chart">
      <h3>{name}</h3>
      <p class="soft small">{text.sum(compact(sum, language), compact(today, language))}</p>
      <Drawing
        viewBox={`0 0 ${activity.length * STEP} ${HEIGHT}`}
        isPulled
        label={text.chart(name, sum, today)}
      >
        {activity.map(({ day, [series]: value }, index) => {
          const height = value === 0 ? 1 : Math.max(3, Math.round((value / highest) * (HEIGHT - 2)))
          return (
            <rect
              class={value === 0 ? 'nothing' : undefined}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              rx="1.5"
            >
              {html`<title>${day}: ${value}</title>`}
            </rect>
          )
        })}
      </Drawing>
    </div>
  )
}

function ChartTable({ activity, text }: { activity: SiteDay[]; text: AdminOverviewText }) {
  return (
    <details class="chart-table small">
      <summary>{text.asTable}</summary>
      <Table
        label={text.asTable}
        columns={[
          { rowHeading: text.day },
          ...SERIES.map((series) => ({ number: text.series[series] })),
        ]}
        rows={activity.toReversed().map((day) => [day.day, ...SERIES.map((series) => day[series])])}
      />
    </details>
  )
}
