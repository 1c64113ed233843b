import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { pathWith } from '#features/operations/admin/frame/views-filter.tsx'
import { DecisionCard, PersonLine, QueueCard } from '#features/operations/admin/frame/views-queue.tsx'
import { neighboursIn } from '#features/operations/admin/frame/waiting.ts'
import { approvalButton } from '#features/operations/admin/posts/hooks.ts'
import type { Queue, QueueName } from '#features/operations/admin/posts/queue.ts'
import type { AdminPost, Review } from '#features/operations/admin/posts/review.ts'
import type { AdminPostsText } from '#features/operations/admin/posts/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { UNDO_SECONDS } from '#kernel/undo-time.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Button } from '#web/components/button.tsx'
import { Figures, SideCard } from '#web/components/card.tsx'
import { pressedByKey } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'
import { Time } from '#web/components/time.tsx'

interface PartProps {
  text: AdminPostsText
  language: Language
}

interface DecisionProps extends PartProps {
  queue: Queue
  current: Review
  /** The page to open after a decision: the next post. */
  after: `goto:${string}`
}

export function Decision({ queue, current, after, text, language }: DecisionProps) {
  const { post } = current
  const { keys } = text
  const isReview = queue.name === 'review'
  const { previous, next } = neighboursOf(queue)
  const step = (id: number | null) => (id === null ? null : queuePath(queue.name, id))
  const button = { target: post.title || text.untitled, version: post.version }
  const api = `POST /api/admin/posts/${post.id}/${isReview ? 'approve' : 'seen'}` as const
  return (
    <DecisionCard
      label={text.decide}
      steps={{ previous: step(previous), next: step(next), back: text.back, skip: text.skip }}
      keys={{
        ...(isReview ? { a: keys.approve, r: keys.reject } : { s: keys.seen }),
        ...{ l: keys.lock, j: keys.next, k: keys.back },
      }}
      language={language}
    >
      <ApiForm api={api} after={after} toast={isReview ? text.approved : text.wasSeen} class="decision-form">
        <input type="number" name="version" value={String(post.version)} hidden />
        <Button
          type="submit"
          {...(isReview && approvalButton({ soon: text.soonApproved(UNDO_SECONDS) }))}
          {...pressedByKey({ key: isReview ? 'a' : 's' })}
          aria-keyshortcuts={isReview ? 'a' : 's'}
          kind="primary wide"
          icon={isReview ? 'check' : 'eye'}
          label={isReview ? text.approve : text.seen}
        />
      </ApiForm>
      {isReview && (
        <OpensDialog
          {...button}
          dialog="reject-dialog"
          to={`POST /api/admin/posts/${post.id}/reject`}
          class="button wide"
          shortcut="r"
        >
          <Icon name="undo" />
          {text.reject}
        </OpensDialog>
      )}
      <OpensDialog
        {...button}
        dialog="lock-dialog"
        to={`POST /api/admin/posts/${post.id}/lock`}
        class="button danger wide"
        shortcut="l"
      >
        <Icon name="lock" />
        {text.lock}
      </OpensDialog>
    </DecisionCard>
  )
}

export function AuthorFacts({ post, text, language }: PartProps & { post: AdminPost }) {
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

export function History({ post, text, language }: PartProps & { post: AdminPost }) {
  const moves: Record<string, string> = text.moves
  return (
    <SideCard heading="history-heading" title={text.history}>
      {post.moves.length === 0 && <p class="faint">{text.noHistory}</p>}
      <ol class="moves">
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

export function QueueList({ queue, text, language }: PartProps & { queue: Queue }) {
  const { posts, current, name, waiting } = queue
  const more = (name === 'review' ? waiting.pending_posts : waiting.unseen_edits) - posts.length
  return (
    <QueueCard
      title={text.queue}
      items={posts.map(({ id, title, author, updated_at, edit_unseen_since }) => ({
        href: queuePath(name, id),
        title: title || text.untitled,
        facts: (
          <>
            {author.display_name} ·{' '}
            <Time value={(name === 'edited' ? edit_unseen_since : null) ?? updated_at} language={language} />
          </>
        ),
        isCurrent: id === current?.post.id,
      }))}
      more={more > 0 ? text.more(more) : null}
    />
  )
}

/** The URL of a queue, optionally of one post in it. */
export function queuePath(name: QueueName, id?: number): string {
  return pathWith('/admin/posts', { view: name === 'review' ? undefined : name, id })
}

export function neighboursOf({ posts, current }: Queue) {
  return neighboursIn(
    posts.map(({ id }) => id),
    current?.post.id,
  )
}
