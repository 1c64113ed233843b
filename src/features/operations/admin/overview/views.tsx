import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Checklist } from '#features/operations/admin/overview/checklist.ts'
import { invariantsButton, invariantsProgress } from '#features/operations/admin/overview/hooks.ts'
import type { InvariantReport } from '#features/operations/admin/overview/invariants.ts'
import type { Overview } from '#features/operations/admin/overview/overview.ts'
import { type AdminOverviewText, adminOverviewTexts } from '#features/operations/admin/overview/text.ts'
import { Chart, ChartTable, SERIES } from '#features/operations/admin/overview/views-chart.tsx'
import { ChecklistCard } from '#features/operations/admin/overview/views-checklist.tsx'
import { BackupsCard, OperationsCard } from '#features/operations/admin/overview/views-operations.tsx'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Button, Card, Figures, Icon, type IconName, Notice, PageHead } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

export function OverviewView({ overview, checklist, language }: OverviewViewProps) {
  const text = adminOverviewTexts[language]
  const { figures, activity } = overview
  const total = (value: number) => <span title={String(value)}>{compact(value, language)}</span>
  return (
    <>
      <PageHead title={adminTexts[language].title} lead={text.description} />
      <div class="stack overview-cards">
        {checklist && <ChecklistCard done={checklist} language={language} />}
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
    </>
  )
}

interface OverviewViewProps {
  overview: Overview
  /** Setup steps and whether they are done. Null if there is no checklist to show. */
  checklist: Checklist | null
  language: Language
}

interface PartProps {
  figures: Overview['figures']
  text: AdminOverviewText
  language: Language
}

function WaitingCards({ figures, text, language }: PartProps) {
  const cards: { href: string; icon: IconName; label: string; count: number }[] = [
    { href: '/admin/posts', icon: 'page', label: text.pendingPosts, count: figures.pending_posts },
    {
      href: '/admin/posts?view=edited',
      icon: 'pen',
      label: text.editedPosts,
      count: figures.edited_after_approval,
    },
    { href: '/admin/reports', icon: 'flag', label: text.openReports, count: figures.open_reports },
    { href: '/admin/profiles', icon: 'at', label: text.pendingProfiles, count: figures.pending_profiles },
  ]
  const isQuiet = cards.every(({ count }) => count === 0)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" class="visually-hidden">
        {text.waiting}
      </h2>
      <ul class="waiting-cards">
        {cards.map(({ href, icon, label, count }) => (
          <li>
            <a class={count > 0 ? 'waiting-card urgent' : 'waiting-card'} href={href}>
              <Icon name={icon} />
              <strong>{compact(count, language)}</strong>
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
      {isQuiet && <p class="faint nothing-waits">{text.nothing}</p>}
    </section>
  )
}

interface CheckCardProps {
  report: InvariantReport | null
  text: AdminOverviewText
  language: Language
}

/** client/admin/invariants.ts repeats the call until the check is complete. */
function CheckCard({ report, text, language }: CheckCardProps) {
  return (
    <Card heading="check" title={text.check.title} lead={text.check.lead}>
      {report === null ? <p class="soft">{text.check.never}</p> : <Report {...{ report, text, language }} />}
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
