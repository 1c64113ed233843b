import { POST_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { WaitingBadge } from '#features/operations/admin/frame/views.tsx'
import { type Instead, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { RenderedPost } from '#features/operations/admin/frame/views-queue.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import { adminPost, conflictText } from '#features/operations/admin/posts/hooks.ts'
import type { Queue, QueueName } from '#features/operations/admin/posts/queue.ts'
import { changesOf, type Review } from '#features/operations/admin/posts/review.ts'
import { type AdminPostsText, adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import {
  AuthorFacts,
  Decision,
  History,
  neighboursOf,
  QueueList,
  queuePath,
} from '#features/operations/admin/posts/views-review-side.tsx'
import { Changes } from '#features/publishing/revisions/views.tsx'
import type { Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHead } from '#web/components/page-head.tsx'
import { Tabs } from '#web/components/tabs.tsx'

/** The review page: one post of the queue with its author, history and decision buttons. */
export function ReviewView({ queue, language }: { queue: Queue; language: Language }) {
  const text = adminPostsTexts[language]
  const { current, name } = queue
  return (
    <>
      <PostsHead view={name} waiting={queue.waiting} language={language} />
      {queue.notInQueue !== null ? (
        <NotInQueue id={queue.notInQueue} queue={name} text={text} />
      ) : current === null ? (
        <EmptyState
          icon="check"
          title={name === 'review' ? text.noneWaits : text.noneEdited}
          hint={name === 'review' ? text.noneWaitsHint : text.noneEditedHint}
        />
      ) : (
        <Desk queue={queue} current={current} text={text} language={language} />
      )}
    </>
  )
}

/** The requested post is already decided or was never submitted. */
function NotInQueue({ id, queue, text }: { id: number; queue: QueueName; text: AdminPostsText }) {
  const { title, hint, find, next } = text.notInQueue
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
  current: Review
  text: AdminPostsText
  language: Language
}

function Desk({ queue, current, text, language }: DeskProps) {
  const after = `goto:${queuePath(queue.name, neighboursOf(queue).next ?? undefined)}` as const
  return (
    <div class="review" {...adminPost(current.post)}>
      <div class="review-main">
        {queue.name === 'edited' && (
          <Card heading="changes" title={text.changes} lead={text.changedTimes(current.post.unseen_edits.length)}>
            <Changes fields={changesOf(current.post)} language={language} />
          </Card>
        )}
        <Rendered current={current} text={text} language={language} />
      </div>
      <div class="review-side">
        <Decision {...{ queue, current, after, text, language }} />
        <AuthorFacts post={current.post} text={text} language={language} />
        <History post={current.post} text={text} language={language} />
        <QueueList queue={queue} text={text} language={language} />
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

/** Uses the same component as the public post page. */
function Rendered({ current, text, language }: Omit<DeskProps, 'queue'>) {
  const { post, reading_minutes } = current
  return (
    <section class="card rendered" aria-label={text.asReaders}>
      <p class="rendered-label">{text.asReaders}</p>
      <RenderedPost post={{ ...post, reading_minutes, views: null }} body={post.body} language={language} />
    </section>
  )
}

interface PostDialogsProps {
  after: Parameters<typeof ReasonDialog>[0]['after']
  moves: readonly ('reject' | 'lock' | 'remove')[]
  /** The reject dialog then warns and offers to lock. */
  reviewIsOff: boolean
  language: Language
}

export function PostDialogs({ after, moves, reviewIsOff, language }: PostDialogsProps) {
  const text = adminPostsTexts[language]
  const toasts = { reject: text.rejected, lock: text.locked, remove: text.removed }
  return (
    <>
      {moves.map((move) => (
        <ReasonDialog
          id={`${move}-dialog`}
          title={text.dialog[move]('{target}')}
          lead={[move === 'reject' && reviewIsOff ? text.dialog.rejectLeadUnreviewed : text.dialog[`${move}Lead`]]}
          instead={move === 'reject' && reviewIsOff ? lockInstead(text) : undefined}
          button={text.dialog[`${move}Button`]}
          reasons={POST_REASONS}
          isOptional={move === 'remove'}
          danger={move !== 'reject'}
          after={after}
          toast={toasts[move]}
          language={language}
        />
      ))}
      <ConflictTemplate text={text} />
    </>
  )
}

export function lockInstead(text: AdminPostsText): Instead {
  return { move: 'lock', label: text.dialog.lockInstead, toast: text.locked }
}

/** Texts for client/admin/conflict.ts, shown when another admin or the author changed the post first. */
function ConflictTemplate({ text }: { text: AdminPostsText }) {
  const { conflict, moves } = text
  return <template {...conflictText({ text: { ...conflict, moves } })} />
}

type PostsViewName = 'review' | 'edited' | 'all'

export function PostsHead({ view, waiting, language }: { view: PostsViewName; waiting: Waiting; language: Language }) {
  const text = adminPostsTexts[language]
  const badge = (count: number) => <WaitingBadge count={count} text={adminTexts[language]} />
  return (
    <>
      <PageHead title={text.title} />
      <Tabs
        label={text.views}
        items={[
          {
            href: '/admin/posts',
            label: text.review,
            current: view === 'review',
            badge: badge(waiting.pending_posts),
          },
          {
            href: '/admin/posts?view=edited',
            label: text.edited,
            current: view === 'edited',
            badge: badge(waiting.unseen_edits),
          },
          { href: '/admin/posts?view=all', label: text.all, current: view === 'all' },
        ]}
      />
    </>
  )
}
