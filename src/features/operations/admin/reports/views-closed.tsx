import { commentPath } from '#features/community/comments/paths.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import { type AdminReportsText, adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ReportsHead } from '#features/operations/admin/reports/views-head.tsx'
import { nameOf } from '#features/operations/admin/reports/views-side.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
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
      <AdminList
        page={cases}
        path="/admin/reports?view=closed"
        empty={{ icon: 'flag', title: text.noneClosed, hint: text.noneClosedHint }}
        language={language}
      >
        {cases.items.map((report) => (
          <ClosedCase {...{ report, text, language }} />
        ))}
      </AdminList>
    </>
  )
}

function ClosedCase({ report, text, language }: { report: ReportCase; text: AdminReportsText; language: Language }) {
  const { kind, decision, note, decided_by, decided_at, reports_count, subject } = report
  return (
    <AdminRow
      title={
        <a class="row-link" href={pathOf(report)}>
          {nameOf(report, text)}
        </a>
      }
      quote={note}
    >
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
    </AdminRow>
  )
}

function pathOf({ kind, id, post_id }: ReportCase): string {
  if (kind === 'user') return userPath(id)
  return kind === 'post' ? postPath(id) : commentPath(post_id ?? 0, id)
}
