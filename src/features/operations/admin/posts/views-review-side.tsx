import { OpensDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { PersonLine } from '#features/operations/admin/frame/views-person.tsx'
import { ShortcutHints } from '#features/operations/admin/frame/views-shortcuts.tsx'
import { approvalButton } from '#features/operations/admin/posts/hooks.ts'
import { neighboursIn, type Queue } from '#features/operations/admin/posts/queue.ts'
import type { AdminPost, Review } from '#features/operations/admin/posts/review.ts'
import type { AdminPostsText } from '#features/operations/admin/posts/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { UNDO_SECONDS } from '#kernel/undo-time.ts'
import { ApiForm } from '#web/components/api-form.tsx'
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
  /** Where a decision leads: to the next one. */
  after: `goto:${string}`
}

export function Decision({ queue, current, after, text, language }: DecisionProps) {
  const { post } = current
  const { keys } = text
  const isReview = queue.name === 'review'
  const target = post.title || text.untitled
  const api = `POST /api/admin/posts/${post.id}/${isReview ? 'approve' : 'seen'}` as const
  return (
    <section class="card decision" aria-label={text.decide}>
      <div class="decision-buttons needs-script">
        <ApiForm api={api} after={after} toast={isReview ? text.approved : text.wasSeen} class="decision-form">
          <input type="number" name="version" value={String(post.version)} hidden />
          <button
            type="submit"
            class="button primary wide"
            {...(isReview && approvalButton({ soon: text.soonApproved(UNDO_SECONDS) }))}
            {...pressedByKey({ key: isReview ? 'a' : 's' })}
            aria-keyshortcuts={isReview ? 'a' : 's'}
          >
            <Icon name={isReview ? 'check' : 'eye'} />
            {isReview ? text.approve : text.seen}
          </button>
        </ApiForm>
        {isReview && (
          <OpensDialog
            dialog="reject-dialog"
            to={`POST /api/admin/posts/${post.id}/reject`}
            target={target}
            version={post.version}
            class="button wide"
            shortcut="r"
          >
            <Icon name="undo" />
            {text.reject}
          </OpensDialog>
        )}
        <OpensDialog
          dialog="lock-dialog"
          to={`POST /api/admin/posts/${post.id}/lock`}
          target={target}
          version={post.version}
          class="button danger wide"
          shortcut="l"
        >
          <Icon name="lock" />
          {text.lock}
        </OpensDialog>
      </div>
      <Steps queue={queue} text={text} />
      <ShortcutHints
        keys={
          isReview
            ? { a: keys.approve, r: keys.reject, l: keys.lock, j: keys.next, k: keys.back }
            : { s: keys.seen, l: keys.lock, j: keys.next, k: keys.back }
        }
        language={language}
      />
    </section>
  )
}

function Steps({ queue, text }: { queue: Queue; text: AdminPostsText }) {
  const { next, previous } = neighboursIn(queue)
  const view = queue.name === 'review' ? '' : 'view=edited&'
  if (next === null && previous === null) return null
  return (
    <div class="steps">
      {previous !== null && (
        <a
          class="button small"
          href={`/admin/posts?${view}id=${previous}`}
          {...pressedByKey({ key: 'k' })}
          aria-keyshortcuts="k"
        >
          {text.back}
        </a>
      )}
      {next !== null && (
        <a
          class="button small"
          href={`/admin/posts?${view}id=${next}`}
          {...pressedByKey({ key: 'j' })}
          aria-keyshortcuts="j"
        >
          {text.skip}
        </a>
      )}
    </div>
  )
}

export function AuthorFacts({ post, text, language }: PartProps & { post: AdminPost }) {
  const { author, author_history: history } = post
  return (
    <section class="card side-card" aria-labelledby="author-heading">
      <h2 id="author-heading">{text.author}</h2>
      <PersonLine person={author} />
      <dl class="author-counts">
        <Count label={text.totalCount} value={history.total} />
        <Count label={text.approvedCount} value={history.approved} />
        <Count label={text.rejectedCount} value={history.rejected} />
        <Count label={text.lockedCount} value={history.locked} />
      </dl>
      <p class="faint">
        {text.joined} <Time value={history.since} language={language} show="date" />
      </p>
    </section>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export function History({ post, text, language }: PartProps & { post: AdminPost }) {
  const moves: Record<string, string> = text.moves
  return (
    <section class="card side-card" aria-labelledby="history-heading">
      <h2 id="history-heading">{text.history}</h2>
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
    </section>
  )
}

export function QueueList({ queue, text, language }: PartProps & { queue: Queue }) {
  const { posts, current, name, waiting } = queue
  const more = (name === 'review' ? waiting.pending_posts : waiting.unseen_edits) - posts.length
  const view = name === 'review' ? '' : 'view=edited&'
  return (
    <section class="card side-card" aria-labelledby="queue-heading">
      <h2 id="queue-heading">{text.queue}</h2>
      <ol class="queue">
        {posts.map(({ id, title, author, updated_at, edit_unseen_since }) => (
          <li>
            <a
              class="queued"
              href={`/admin/posts?${view}id=${id}`}
              aria-current={id === current?.post.id ? 'true' : undefined}
            >
              <strong>{title || text.untitled}</strong>
              <small>
                {author.display_name} ·{' '}
                <Time value={(name === 'edited' ? edit_unseen_since : null) ?? updated_at} language={language} />
              </small>
            </a>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="faint">{text.more(more)}</p>}
    </section>
  )
}
