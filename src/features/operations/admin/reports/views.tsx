import { mayChangeStatus } from '#features/accounts/status/status-and-role.ts'
import { commentPath } from '#features/community/comments/comment.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { banTexts } from '#features/operations/admin/frame/text.ts'
import { BanDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import type { OpenCase, ReportQueue } from '#features/operations/admin/reports/queue.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ReportedContentView } from '#features/operations/admin/reports/views-content.tsx'
import {
  type BanChoice,
  CaseQueue,
  casePath,
  countOf,
  Decision,
  nameOf,
  neighboursOf,
  Reports,
  Subject,
} from '#features/operations/admin/reports/views-side.tsx'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

interface ReportsViewProps {
  queue: ReportQueue
  viewer: Viewer
  language: Language
}

/** The reports page: one case of the queue with the reported content, the reports and the decision buttons. */
export function ReportsView({ queue, viewer, language }: ReportsViewProps) {
  const text = adminReportsTexts[language]
  const { current } = queue
  return (
    <>
      {queue.isNotInQueue ? (
        <EmptyState
          icon="check"
          title={text.notInQueue.title}
          actions={<LinkButton href="/admin/reports" kind="primary" label={text.notInQueue.next} />}
          hint={text.notInQueue.hint}
        />
      ) : current === null ? (
        <EmptyState icon="check" title={text.none} hint={text.noneHint} />
      ) : (
        <Desk {...{ queue, current, viewer, language }} />
      )}
    </>
  )
}

function Desk({ queue, current, viewer, language }: ReportsViewProps & { current: OpenCase }) {
  const text = adminReportsTexts[language]
  const { next } = neighboursOf(queue)
  const after = `goto:${next === null ? '/admin/reports' : casePath(next)}` as const
  const { report, role, isRemoved } = current
  const mayBan = current.status !== 'deleted' && mayChangeStatus(viewer, { role })
  const mayRemove = report.kind !== 'user' || isRemoved || mayBan
  const ban = mayBan ? banChoiceOf(current) : null
  return (
    <div class="review">
      <div class="review-main">
        {report.gone && (
          <Notice tone="warm">
            {isRemoved || report.kind === 'user' ? removedAlready(current, language) : text.hidden[report.kind]}
          </Notice>
        )}
        {!mayRemove && <Notice>{text.protected}</Notice>}
        <div class="review-facts">
          <Reports report={report} language={language} />
          <Subject current={current} language={language} />
        </div>
        <ReportedContentView current={current} language={language} />
      </div>
      <div class="review-side">
        <Decision {...{ queue, current, after, mayRemove, ban, language }} />
        <CaseQueue queue={queue} language={language} />
      </div>
      <CaseDialogs {...{ current, ban, after, language }} />
    </div>
  )
}

/** A banned user can still get all content hidden. */
function banChoiceOf({ report, status, isHidden }: OpenCase): BanChoice {
  if (report.kind === 'user') return isHidden ? null : 'hide'
  if (status !== 'banned') return 'delete'
  return isHidden ? null : 'deleteAndHide'
}

function removedAlready({ report }: OpenCase, language: Language): string {
  return adminReportsTexts[language][report.kind === 'user' ? 'bannedAlready' : 'removedAlready']
}

interface CaseDialogsProps {
  current: OpenCase
  ban: BanChoice
  after: `goto:${string}`
  language: Language
}

function CaseDialogs({ current, ban, after, language }: CaseDialogsProps) {
  const text = adminReportsTexts[language]
  const { kind } = current.report
  const shared = { name: 'note', after, language, isOptional: true } as const
  const removal = { ...shared, id: 'remove-dialog', body: { decision: 'removed' }, reasons: kind }
  const banDialog = { note: text.dialog.reasonIsSeen, toast: text.banned }
  const { hideToo: label, hideTooHint: hint } = banTexts[language]
  return (
    <>
      <ReasonDialog
        {...shared}
        id="keep-dialog"
        title={text.dialog.keep}
        lead={text.dialog.keepLead}
        button={text.keep}
        reasons="kept"
        toast={text.kept}
        body={{ decision: 'kept' }}
      />
      {current.isRemoved ? (
        <ReasonDialog
          {...removal}
          title={text.dialog.uphold}
          lead={[removedAlready(current, language), text.dialog.keepLead]}
          button={text.removeGone}
          toast={text.upheld}
        />
      ) : kind === 'user' ? (
        <BanDialog {...removal} {...banDialog} />
      ) : (
        <ReasonDialog
          {...removal}
          title={text.dialog.remove}
          lead={[text.dialog.removeLead[kind], text.dialog.reasonIsSeen]}
          button={text.remove[kind]}
          danger
          toast={text.removed}
        />
      )}
      {ban && (
        <BanDialog
          {...shared}
          {...banDialog}
          id={`${ban}-dialog`}
          act={ban}
          {...(kind !== 'user' && { note: text.dialog.banIsSeen, toast: text.removedAndBanned })}
          isBanned={current.status === 'banned'}
          choice={ban === 'delete' && !current.isHidden ? { name: 'hide', label, hint } : undefined}
          body={{ decision: 'removed', ...(ban !== 'delete' && { hide: true }), ...(kind !== 'user' && { ban: true }) }}
        />
      )}
    </>
  )
}

export function ClosedReportsView({ cases, language }: { cases: Page<ReportCase>; language: Language }) {
  const text = adminReportsTexts[language]
  return (
    <AdminList
      page={cases}
      path="/admin/reports?view=closed"
      empty={{ icon: 'flag', title: text.noneClosed, hint: text.noneClosedHint }}
      row={(report) => <ClosedCase report={report} language={language} />}
      language={language}
    />
  )
}

function ClosedCase({ report, language }: { report: ReportCase; language: Language }) {
  const text = adminReportsTexts[language]
  const { kind, decision, note, decided_by, decided_at, subject } = report
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
      <span>{countOf(report, text)}</span>
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
