import { commentPath } from '#features/community/comments/paths.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import { type AdminReportsText, adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ReportsHead } from '#features/operations/admin/reports/views-head.tsx'
import { nameOf } from '#features/operations/admin/reports/views-side.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

interface ClosedReportsViewProps {
  cases: Page<ReportCase>
  waiting: Waiting
  language: Language
}

export function ClosedReportsView({ cases, waiting, language }: ClosedReportsViewProps) {
  const text = adminReportsTexts[language]
  return (
    <>
      <ReportsHead view="closed" waiting={waiting} language={language} />
      {cases.items.length === 0 ? (
        <EmptyState icon="flag" title={text.noneClosed}>
          {text.noneClosedHint}
        </EmptyState>
      ) : (
        <ul class="admin-list" id="admin-list">
          {cases.items.map((report) => (
            <ClosedCase {...{ report, text, language }} />
          ))}
        </ul>
      )}
      <Pager path="/admin/reports?view=closed" cursor={cases.next_cursor} label={shellTexts[language].loadMore} />
    </>
  )
}

function ClosedCase({ report, text, language }: { report: ReportCase; text: AdminReportsText; language: Language }) {
  const { kind, decision, note, decided_by, decided_at, reports_count, subject } = report
  return (
    <li class="admin-row">
      <div class="admin-row-text">
        <h2>
          <a class="row-link" href={pathOf(report)}>
            {nameOf(report, text)}
          </a>
        </h2>
        <p class="admin-row-facts">
          {decision && <Badge tone={decision === 'kept' ? 'good' : 'danger'}>{text.decisions[decision]}</Badge>}
          <span>{text.kinds[kind]}</span>
          <a href={`/admin/users/${subject.uid}`}>{subject.display_name}</a>
          <span>{text.count(reports_count)}</span>
          {decided_by && (
            <span>
              {text.by} {decided_by.display_name}
            </span>
          )}
          {decided_at && <Time value={decided_at} language={language} />}
        </p>
        {note && <q>{note}</q>}
      </div>
    </li>
  )
}

function pathOf({ kind, id, post_id }: ReportCase): string {
  if (kind === 'user') return userPath(id)
  return kind === 'post' ? postPath(id) : commentPath(post_id ?? 0, id)
}
