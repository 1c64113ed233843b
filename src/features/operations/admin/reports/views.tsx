import { mayChangeStatus } from '#features/accounts/accounts/status-and-role.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import {
  BAN_REASONS,
  COMMENT_REASONS,
  KEPT_NOTES,
  POST_REASONS,
} from '#features/operations/admin/frame/canned-reasons.ts'
import { ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import type { OpenCase, ReportQueue } from '#features/operations/admin/reports/queue.ts'
import { type AdminReportsText, adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ReportsHead } from '#features/operations/admin/reports/views-head.tsx'
import {
  CaseQueue,
  casePath,
  Decision,
  neighboursOf,
  Reports,
  Subject,
} from '#features/operations/admin/reports/views-side.tsx'
import { ReportedThing } from '#features/operations/admin/reports/views-thing.tsx'
import type { Language } from '#kernel/i18n.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Notice } from '#web/components/notice.tsx'

interface ReportsViewProps {
  queue: ReportQueue
  viewer: Viewer
  language: Language
}

/** One case after the other: the thing in place, who reported it and why, and what to do about it. */
export function ReportsView({ queue, viewer, language }: ReportsViewProps) {
  const text = adminReportsTexts[language]
  const { current } = queue
  return (
    <>
      <ReportsHead view="open" waiting={queue.waiting} language={language} />
      {queue.isElsewhere ? (
        <EmptyState
          icon="check"
          title={text.elsewhere.title}
          actions={
            <a class="button primary" href="/admin/reports">
              {text.elsewhere.next}
            </a>
          }
        >
          {text.elsewhere.hint}
        </EmptyState>
      ) : current === null ? (
        <EmptyState icon="check" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <Desk {...{ queue, current, viewer, text, language }} />
      )}
    </>
  )
}

type DeskProps = ReportsViewProps & { current: OpenCase; text: AdminReportsText }

function Desk({ queue, current, viewer, text, language }: DeskProps) {
  const { next } = neighboursOf(queue)
  const after = `goto:${next === null ? '/admin/reports' : casePath(next)}` as const
  const { report, role } = current
  const mayRemove = report.kind !== 'user' || report.gone || mayChangeStatus(viewer, { role })
  return (
    <div class="review">
      <div class="review-main">
        {report.gone && <Notice tone="warm">{text.gone}</Notice>}
        {!mayRemove && <Notice>{text.protected}</Notice>}
        <ReportedThing {...{ current, text, language }} />
      </div>
      <div class="review-side">
        <Decision {...{ queue, current, after, mayRemove, text, language }} />
        <Reports {...{ report, text, language }} />
        <Subject report={report} text={text} />
        <CaseQueue {...{ queue, text, language }} />
      </div>
      <CaseDialogs {...{ report, after, text, language }} />
    </div>
  )
}

const REASONS = { post: POST_REASONS, comment: COMMENT_REASONS, user: BAN_REASONS }

interface CaseDialogsProps {
  report: OpenCase['report']
  after: `goto:${string}`
  text: AdminReportsText
  language: Language
}

function CaseDialogs({ report, after, text, language }: CaseDialogsProps) {
  const shared = { name: 'note', after, language, isOptional: true } as const
  return (
    <>
      <ReasonDialog
        {...shared}
        id="keep-dialog"
        title={text.dialog.keep}
        lead={text.dialog.keepLead}
        button={text.keep}
        reasons={KEPT_NOTES}
        toast={text.kept}
        body={{ decision: 'kept' }}
      />
      <ReasonDialog
        {...shared}
        id="remove-dialog"
        title={text.dialog.remove}
        lead={text.dialog.removeLead}
        button={text.remove[report.kind]}
        reasons={REASONS[report.kind]}
        danger
        toast={text.removed}
        body={{ decision: 'removed' }}
      />
    </>
  )
}
