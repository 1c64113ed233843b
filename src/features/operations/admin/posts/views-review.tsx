import { imageUrl } from '#features/core/people/user-ref.ts'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import {
  adminPost,
  approvalButton,
  bulkApproval,
  bulkBox,
  bulkButton,
  conflictText,
  selectAll,
  selectBox,
} from '#features/operations/admin/frame/hooks.ts'
import { batchTexts } from '#features/operations/admin/frame/text.ts'
import {
  type Instead,
  ReasonDialog,
  refusalsIn,
} from '#features/operations/admin/frame/views-dialogs.tsx'
import { pathWith } from '#features/operations/admin/frame/views-list.tsx'
import {
  DecisionCard,
  PersonLine,
  QueueCard,
  RemovableImages,
  RenderedPost,
} from '#features/operations/admin/frame/views-queue.tsx'
import { neighboursIn } from '#features/operations/admin/frame/waiting.ts'
import type { AdminPost, Queue, QueueName } from '#features/operations/admin/posts/posts.ts'
import { type AdminPostsText, adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { imageKeysIn } from '#features/publishing/posts/content.ts'
import { Changes } from '#features/publishing/revisions/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { UNDO_SECONDS } from '#kernel/post-limits.ts'
import {
  Button,
  Card,
  EmptyState,
  Figures,
  LinkButton,
  SideCard,
} from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

/** The review page: one post of the queue with its author, its history and the decision buttons. */
export function ReviewView({ queue, language }: { queue: Queue; language: Language }) {
  const text = adminPostsTexts[language]
  const { current, name } = queue
  return (
    <>
      {name === 'review' && <HeldApprovals queue={queue} language={language} />}
      {queue.notInQueue !== null ? (
        <NotInQueue id={queue.notInQueue} queue={name} language={language} />
      ) : current === null ? (
        <EmptyState
          icon="check"
          title={name === 'review' ? text.noneWaits : text.noneEdited}
          hint={name === 'review' ? text.noneWaitsHint : text.noneEditedHint}
        />
      ) : (
        <Desk queue={queue} current={current} language={language} />
      )}
    </>
  )
}

/** The requested post has a decision already, or it was never submitted. */
function NotInQueue({ id, queue, language }: { id: number; queue: QueueName; language: Language }) {
  const { title, hint, find, next } = adminPostsTexts[language].notInQueue
  return (
    <EmptyState
      icon="check"
      title={title(id)}
      actions={
        <>
          <LinkButton href={`/admin/posts?view=all&q=${id}`} label={find} />
          <LinkButton href={queuePath(queue)} kind="primary" label={next} />
        </>
      }
      hint={hint}
    />
  )
}

interface DeskProps {
  queue: Queue
  current: NonNullable<Queue['current']>
  language: Language
}

function Desk({ queue, current, language }: DeskProps) {
  const text = adminPostsTexts[language]
  const { post, reading_minutes, share_key, changes } = current
  const after = `goto:${queuePath(queue.name, neighboursOf(queue).next ?? undefined)}` as const
  return (
    <div class="review stack" {...adminPost(post)}>
      <div class="stack">
        <div class="review-facts">
          <AuthorFacts post={post} language={language} />
          <History post={post} language={language} />
        </div>
        {queue.name === 'edited' && (
          <Card
            heading="changes"
            title={text.changes}
            lead={text.changedTimes(post.unseen_edits.length)}
          >
            <Changes fields={changes} language={language} />
          </Card>
        )}
        <section class="card rendered" aria-label={text.asReaders}>
          <p class="rendered-label faint tiny">{text.asReaders}</p>
          <RenderedPost
            post={{ ...post, reading_minutes, views: null }}
            body={post.body}
            language={language}
          />
          <RemovableImages
            urls={imageKeysIn(post.body, post.cover_url, share_key).map(imageUrl)}
            language={language}
          />
        </section>
      </div>
      <div class="review-side stack">
        <Decision {...{ queue, current, after, language }} />
        <QueueList queue={queue} language={language} />
      </div>
      <PostDialogs
        after={after}
        language={language}
        moves={queue.name === 'review' ? ['reject', 'lock'] : ['lock']}
        reviewIsOff={queue.reviewIsOff}
      />
    </div>
  )
}

function Decision({
  queue,
  current: { post },
  after,
  language,
}: DeskProps & { after: `goto:${string}` }) {
  const text = adminPostsTexts[language]
  const isReview = queue.name === 'review'
  const { previous, next } = neighboursOf(queue)
  const step = (id: number | null) => (id === null ? null : queuePath(queue.name, id))
  const about = { target: post.title || text.untitled, version: post.version }
  const api = `POST /api/admin/posts/${post.id}` as const
  const move = isReview ? 'approve' : 'seen'
  return (
    <DecisionCard
      label={text.decide}
      steps={{ previous: step(previous), next: step(next), back: text.back, skip: text.skip }}
      form={{
        api: `${api}/${move}`,
        after,
        toast: isReview ? text.approved : text.wasSeen,
        shortcut: isReview ? 'a' : 's',
        icon: isReview ? 'check' : 'eye',
        label: text[move],
        hooks: isReview && approvalButton({ soon: text.soonApproved(UNDO_SECONDS) }),
        field: <input type="number" name="version" value={String(post.version)} hidden />,
      }}
      dialogs={[
        isReview && {
          ...about,
          dialog: 'reject-dialog',
          to: `${api}/reject`,
          shortcut: 'r',
          icon: 'undo',
          label: text.reject,
        },
        {
          ...about,
          dialog: 'lock-dialog',
          to: `${api}/lock`,
          kind: 'danger wide',
          shortcut: 'l',
          icon: 'lock',
          label: text.lock,
        },
      ]}
      language={language}
    >
      {isReview && post.publish_at && (
        <p class="faint">
          <TimeSentence text={text.chosenTime} value={post.publish_at} language={language} />
        </p>
      )}
    </DecisionCard>
  )
}

function AuthorFacts({ post, language }: { post: AdminPost; language: Language }) {
  const text = adminPostsTexts[language]
  const { author, author_history: history } = post
  return (
    <SideCard heading="author-heading" title={text.author}>
      <PersonLine person={author} />
      <Figures
        class="author-counts"
        figures={[
          [text.totalCount, history.total],
          [text.approvedCount, history.approved],
          [text.rejectedCount, history.rejected],
          [text.lockedCount, history.locked],
        ]}
      />
      <p class="faint">
        {text.joined} <Time value={history.since} language={language} show="date" />
      </p>
    </SideCard>
  )
}

function History({ post, language }: { post: AdminPost; language: Language }) {
  const text = adminPostsTexts[language]
  const moves: Record<string, string> = text.moves
  return (
    <SideCard heading="history-heading" title={text.history}>
      <ol class="moves stack loose">
        {post.moves.toReversed().map(({ move, actor, reason, created_at }) => (
          <li>
            <span>
              <strong>{actor.display_name}</strong> {moves[move] ?? move}
            </span>
            <Time value={created_at} language={language} />
            {reason && <q>{reason}</q>}
          </li>
        ))}
      </ol>
    </SideCard>
  )
}

function QueueList({ queue, language }: { queue: Queue; language: Language }) {
  const text = adminPostsTexts[language]
  const { posts, current, name, waiting } = queue
  const selects = name === 'review' && posts.length > 1
  const more = (name === 'review' ? waiting.pending_posts : waiting.unseen_edits) - posts.length
  return (
    <QueueCard
      title={text.queue}
      items={posts.map(({ id, version, title, author, updated_at, edit_unseen_since }) => ({
        select: selects && (
          <input
            type="checkbox"
            class="select-box needs-script"
            aria-label={batchTexts[language].select(title || text.untitled)}
            {...selectBox()}
            {...bulkBox({ id, version })}
          />
        ),
        href: queuePath(name, id),
        title: title || text.untitled,
        facts: (
          <>
            <span class="queued-about">{author.display_name} · </span>
            <Time
              value={(name === 'edited' ? edit_unseen_since : null) ?? updated_at}
              language={language}
            />
          </>
        ),
        isCurrent: id === current?.post.id,
      }))}
      more={more > 0 ? text.more(more) : null}
    >
      {selects && <BulkApproval language={language} />}
    </QueueCard>
  )
}

function BulkApproval({ language }: { language: Language }) {
  const { approve, none, refused } = adminPostsTexts[language].bulk
  const refusals = refusalsIn(language)
  return (
    <div
      class="bulk-approval row apart small needs-script"
      {...bulkApproval({ approve, none, refused, refusals })}
    >
      <label>
        <input type="checkbox" class="select-box" {...selectAll()} />{' '}
        {batchTexts[language].selectAll}
      </label>
      <Button type="button" kind="small" icon="check" {...bulkButton()} label={none} disabled />
    </div>
  )
}

/** The approvals that can still be taken back, also by another admin or after a reload. */
function HeldApprovals({ queue, language }: { queue: Queue; language: Language }) {
  const { held, undo, undone } = adminPostsTexts[language].bulk
  return (
    <>
      {queue.held.map(({ batch, posts }) => (
        <div class="notice held-approvals row apart" role="status">
          <p>{held(posts)}</p>
          <ApiForm
            api={`DELETE /api/admin/approvals/${batch}`}
            after="goto:/admin/posts"
            toast={undone}
            class="row-form"
          >
            <Button type="submit" kind="small" icon="undo" label={undo} />
          </ApiForm>
        </div>
      ))}
    </>
  )
}

/** The URL of a queue, optionally of one post in it. */
function queuePath(name: QueueName, id?: number): string {
  return pathWith('/admin/posts', { view: name === 'review' ? undefined : name, id })
}

function neighboursOf({ posts, current }: Queue) {
  return neighboursIn(
    posts.map(({ id }) => id),
    current?.post.id,
  )
}

interface PostDialogsProps {
  after: Parameters<typeof ReasonDialog>[0]['after']
  moves: readonly ('reject' | 'lock' | 'remove')[]
  /**
   * The reject dialog then warns that the author can publish the post again, and offers to lock.
   */
  reviewIsOff: boolean
  language: Language
}

export function PostDialogs({ after, moves, reviewIsOff, language }: PostDialogsProps) {
  const text = adminPostsTexts[language]
  const unreviewed = { lead: text.dialog.rejectLeadUnreviewed, instead: lockInstead(text) }
  return (
    <>
      {moves.map((move) => (
        <ReasonDialog
          id={`${move}-dialog`}
          {...text.dialog[move]}
          {...(move === 'reject' && reviewIsOff && unreviewed)}
          reasons="post"
          isOptional={move === 'remove'}
          danger={move !== 'reject'}
          after={after}
          language={language}
        />
      ))}
      {/* For client/admin/conflict.ts: another admin or the author changed the post first. */}
      <template {...conflictText({ text: { ...text.conflict, moves: text.moves } })} />
    </>
  )
}

export function lockInstead({ dialog }: AdminPostsText): Instead {
  return { move: 'lock', label: dialog.lockInstead, toast: dialog.lock.toast }
}
