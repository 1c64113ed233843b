import { REPLY_KINDS } from '#db/values.ts'
import { mayChangeStatus } from '#features/accounts/status/status-and-role.ts'
import { commentPath } from '#features/community/comments/comment.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { inBothLanguages } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts, banTexts } from '#features/operations/admin/frame/text.ts'
import { BanDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import type { ReportCase } from '#features/operations/admin/reports/case.ts'
import type { OpenCase, ReportQueue } from '#features/operations/admin/reports/queue.ts'
import {
  REPLIES_MAX,
  REPLY_MAX,
  type SavedReply,
} from '#features/operations/admin/reports/replies.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import {
  type BanChoice,
  CaseQueue,
  casePath,
  countOf,
  Decision,
  nameOf,
  neighboursOf,
  ReportedContentView,
  Reports,
  Subject,
} from '#features/operations/admin/reports/views-case.tsx'
import { postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Card, EmptyState, LinkButton, Notice } from '#web/components/elements.tsx'
import { Field, SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { optional } from '#web/components/hooks.ts'
import { Time } from '#web/components/time.tsx'

interface ReportsViewProps {
  queue: ReportQueue
  viewer: Viewer
  language: Language
}

/**
 * The reports page: one case of the queue with the reported content, the reports and the decision
 * buttons.
 */
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
    <div class="review stack">
      <div class="stack">
        {report.gone && (
          <Notice tone="warm">
            {isRemoved || report.kind === 'user'
              ? removedAlready(current, language)
              : text.hidden[report.kind]}
          </Notice>
        )}
        {!mayRemove && <Notice>{text.protected}</Notice>}
        <div class="review-facts">
          <Reports report={report} language={language} />
          <Subject current={current} language={language} />
        </div>
        <ReportedContentView current={current} language={language} />
      </div>
      <div class="review-side stack">
        <Decision {...{ queue, current, after, mayRemove, ban, language }} />
        <CaseQueue queue={queue} language={language} />
      </div>
      <CaseDialogs {...{ current, ban, after, language }} />
    </div>
  )
}

/**
 * The ban that a decision on this case can add. A user who is banned already can still get all
 * content hidden.
 */
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
          body={{
            decision: 'removed',
            ...(ban !== 'delete' && { hide: true }),
            ...(kind !== 'user' && { ban: true }),
          }}
        />
      )}
    </>
  )
}

export function ClosedReportsView({
  cases,
  language,
}: {
  cases: Page<ReportCase>
  language: Language
}) {
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
      {decision && (
        <Badge tone={decision === 'kept' ? 'good' : 'danger'}>{text.decisions[decision]}</Badge>
      )}
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

export function RepliesView({ replies, language }: { replies: SavedReply[]; language: Language }) {
  const text = replyTexts[language]
  const texts = [
    ['text_zh', text.chinese],
    ['text_en', text.english],
  ] as const
  return (
    <div class="stack">
      <Card heading="new-reply" title={text.heading} lead={text.lead(REPLIES_MAX)}>
        <ApiForm
          api="POST /api/admin/saved-replies"
          after="reload"
          toast={text.added}
          class="form narrow"
        >
          <SelectField
            name="kind"
            label={text.kind}
            options={REPLY_KINDS.map((kind) => [kind, text.kinds[kind]])}
          />
          {texts.map(([name, label]) => (
            <Field
              {...{ name, label, aside: shellTexts[language].optional, maxlength: REPLY_MAX }}
              hooks={optional()}
            />
          ))}
          <p class="field-hint">{text.hint}</p>
          <Submit label={text.add} />
        </ApiForm>
      </Card>
      <AdminList
        page={{
          items: REPLY_KINDS.flatMap((kind) => replies.filter((reply) => reply.kind === kind)),
          next_cursor: null,
        }}
        path="/admin/reports?view=replies"
        empty={{ icon: 'comment', title: text.none, hint: text.noneHint }}
        row={(reply) => <ReplyRow reply={reply} language={language} />}
        language={language}
      />
    </div>
  )
}

function ReplyRow({
  reply: { id, kind, text_zh, text_en },
  language,
}: {
  reply: SavedReply
  language: Language
}) {
  const text = replyTexts[language]
  const { remove, removeOf, removed } = adminTexts[language]
  const name = inBothLanguages({ 'zh-CN': text_zh, en: text_en })
  return (
    <AdminRow
      title={name}
      actions={
        <RowAction
          api={`DELETE /api/admin/saved-replies/${id}`}
          toast={removed}
          confirm={{ title: text.removeTitle, body: text.removeBody, button: remove }}
          label={remove}
          name={removeOf(name)}
          kind="quiet danger"
        />
      }
    >
      <Badge>{text.kinds[kind]}</Badge>
    </AdminRow>
  )
}

const replyTexts = bilingual({
  heading: ['新的常用回复', 'New reply'],
  lead: [
    (max: number) =>
      `常用回复会出现在填写理由的对话框里，所有管理员都可以使用，每类最多 ${max} 条。在对话框里写好理由后，也可以直接存为常用回复。`,
    (max: number) =>
      `Saved replies appear in the dialogs that ask for a reason, for all admins. There can be ${max} of each kind. You can also save a reason in the dialog where you wrote it.`,
  ],
  kind: ['用于', 'Used for'],
  kinds: {
    post: ['退回、锁定或删除文章', 'Rejecting, locking or deleting a post'],
    comment: ['删除评论', 'Deleting a comment'],
    user: ['封禁或禁言', 'Bans and silences'],
    profile: ['退回资料', 'Rejecting a profile'],
    kept: ['保留被举报的内容', 'Keeping reported content'],
  },
  chinese: ['中文', 'Chinese'],
  english: ['英文', 'English'],
  hint: [
    '至少填写一种语言。对方会看到所填的全部语言，因为无法确定对方使用哪种语言。',
    'Fill in at least one language. The person sees every language you fill in, because theirs is not known.',
  ],
  add: ['添加回复', 'Add reply'],
  added: ['已添加，所有管理员都可以使用。', 'Added. All admins can use it.'],
  none: ['还没有常用回复', 'No saved replies yet'],
  noneHint: [
    '常见的理由已经内置。这里可以添加适合本站的回复，例如引用社区规则。',
    'Common reasons are built in. Add replies that fit your site, such as a reference to your rules.',
  ],
  removeTitle: ['移除这条常用回复？', 'Remove this reply?'],
  removeBody: ['已经发出的理由不受影响。', 'Reasons that were already sent stay as they are.'],
})
