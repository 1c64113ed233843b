import { mayChangeStatus } from '#features/accounts/accounts/status-and-role.ts'
import { commentPath } from '#features/community/comments/paths.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import {
  BAN_REASONS,
  COMMENT_REASONS,
  KEPT_NOTES,
  POST_REASONS,
} from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { WaitingBadge } from '#features/operations/admin/frame/views.tsx'
import { BanDialog, HideDialog } from '#features/operations/admin/frame/views-ban.tsx'
import { ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import type { OpenCase, ReportQueue } from '#features/operations/admin/reports/queue.ts'
import { type AdminReportsText, adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ReportedContentView } from '#features/operations/admin/reports/views-content.tsx'
import {
  CaseQueue,
  casePath,
  countOf,
  Decision,
  nameOf,
  neighboursOf,
  Reports,
  Subject,
} from '#features/operations/admin/reports/views-side.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge } from '#web/components/badge.tsx'
import { LinkButton } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Notice } from '#web/components/notice.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { Tabs } from '#web/components/tabs.tsx'
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
      <ReportsHead view="open" waiting={queue.waiting} language={language} />
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
        <Desk {...{ queue, current, viewer, text, language }} />
      )}
    </>
  )
}

type DeskProps = ReportsViewProps & { current: OpenCase; text: AdminReportsText }

function Desk({ queue, current, viewer, text, language }: DeskProps) {
  const { next } = neighboursOf(queue)
  const after = `goto:${next === null ? '/admin/reports' : casePath(next)}` as const
  const { report, role, isRemoved } = current
  const mayBan = report.kind === 'user' && current.status !== 'deleted' && mayChangeStatus(viewer, { role })
  const mayRemove = report.kind !== 'user' || isRemoved || mayBan
  const mayHide = mayBan && !current.isHidden
  return (
    <div class="review">
      <div class="review-main">
        {report.gone && (
          <Notice tone="warm">
            {isRemoved || report.kind === 'user' ? removedAlready(current, text) : text.hidden[report.kind]}
          </Notice>
        )}
        {!mayRemove && <Notice>{text.protected}</Notice>}
        <ReportedContentView {...{ current, text, language }} />
      </div>
      <div class="review-side">
        <Decision {...{ queue, current, after, mayRemove, mayHide, text, language }} />
        <Reports {...{ report, text, language }} />
        <Subject report={report} text={text} />
        <CaseQueue {...{ queue, text, language }} />
      </div>
      <CaseDialogs {...{ current, mayHide, after, text, language }} />
    </div>
  )
}

function removedAlready({ report }: OpenCase, text: AdminReportsText): string {
  return report.kind === 'user' ? text.bannedAlready : text.removedAlready
}

const REASONS = { post: POST_REASONS, comment: COMMENT_REASONS, user: BAN_REASONS }

interface CaseDialogsProps {
  current: OpenCase
  mayHide: boolean
  after: `goto:${string}`
  text: AdminReportsText
  language: Language
}

function CaseDialogs({ current, mayHide, after, text, language }: CaseDialogsProps) {
  const shared = { name: 'note', after, language, isOptional: true } as const
  return (
    <>
      <ReasonDialog
        {...shared}
        id="keep-dialog"
        title={text.dialog.keep}
        lead={[text.dialog.keepLead]}
        button={text.keep}
        reasons={KEPT_NOTES}
        toast={text.kept}
        body={{ decision: 'kept' }}
      />
      <RemoveDialog {...{ current, after, text, language }} />
      {mayHide && (
        <HideDialog
          {...shared}
          id="hide-dialog"
          isBanned={current.status === 'banned'}
          note={text.dialog.reasonIsSeen}
          toast={text.banned}
          body={{ decision: 'removed', hide: true }}
        />
      )}
    </>
  )
}

function RemoveDialog({ current, after, text, language }: Omit<CaseDialogsProps, 'mayHide'>) {
  const { kind } = current.report
  const body = { decision: 'removed' }
  const shared = { id: 'remove-dialog', name: 'note', isOptional: true, body, after, language } as const
  if (current.isRemoved) {
    return (
      <ReasonDialog
        {...shared}
        title={text.dialog.uphold}
        lead={[removedAlready(current, text), text.dialog.keepLead]}
        button={text.removeGone}
        reasons={REASONS[kind]}
        toast={text.upheld}
      />
    )
  }
  if (kind === 'user') return <BanDialog {...shared} note={text.dialog.reasonIsSeen} toast={text.banned} />
  return (
    <ReasonDialog
      {...shared}
      title={text.dialog.remove}
      lead={[text.dialog.removeLead[kind], text.dialog.reasonIsSeen]}
      button={text.remove[kind]}
      reasons={REASONS[kind]}
      danger
      toast={text.removed}
    />
  )
}

function ReportsHead({ view, waiting, language }: { view: 'open' | 'closed'; waiting: Waiting; language: Language }) {
  const text = adminReportsTexts[language]
  return (
    <>
      <PageHead title={text.title} />
      <Tabs
        label={text.views}
        items={[
          {
            href: '/admin/reports',
            label: text.open,
            current: view === 'open',
            badge: <WaitingBadge count={waiting.open_reports} text={adminTexts[language]} />,
          },
          { href: '/admin/reports?view=closed', label: text.closed, current: view === 'closed' },
        ]}
      />
    </>
  )
}

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
