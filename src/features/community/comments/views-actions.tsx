import { deleteButton, editButton, likeButton, replyButton } from '#features/community/comments/hooks.ts'
import type { ReadComment } from '#features/community/comments/reading.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import type { Around } from '#features/community/comments/views-comment.tsx'
import { ReportButton } from '#features/community/reports/views.tsx'
import { compact } from '#web/components/compact.ts'
import { shortCount } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

/** What this reader can do about a comment. */
export function CommentActions({ comment, around }: { comment: ReadComment; around: Around }) {
  const text = commentTexts[around.language]
  if (!around.canLike && !comment.can_delete && !comment.reportable)
    return <Likes count={comment.likes_count} around={around} />
  return (
    <p class="comment-actions needs-script">
      {around.canLike ? (
        <button
          type="button"
          class="comment-action"
          {...likeButton()}
          aria-pressed={comment.liked ? 'true' : 'false'}
          title={text.like}
        >
          <Icon name="heart" />
          <span {...shortCount({ count: comment.likes_count })}>{compact(comment.likes_count, around.language)}</span>
          <span class="visually-hidden"> {text.like}</span>
        </button>
      ) : (
        <Likes count={comment.likes_count} around={around} />
      )}
      {around.canWrite && (
        <button
          type="button"
          class="comment-action"
          {...replyButton({ label: text.replyTo(comment.author.display_name) })}
        >
          <Icon name="reply" />
          {text.reply}
        </button>
      )}
      {comment.canEdit && around.canWrite && (
        <button type="button" class="comment-action" {...editButton({ label: text.editOwn, save: text.save })}>
          <Icon name="pen" />
          {text.edit}
        </button>
      )}
      {comment.can_delete && (
        <button type="button" class="comment-action" {...deleteButton()}>
          <Icon name="trash" />
          {text.delete}
        </button>
      )}
      {comment.reportable && (
        <ReportButton
          kind="comment"
          id={comment.id}
          author={comment.author}
          isBlocked={comment.folded}
          language={around.language}
          class="comment-action"
        />
      )}
    </p>
  )
}

/** For whoever cannot like anything here: how many did, if anybody. */
function Likes({ count, around: { language } }: { count: number; around: Around }) {
  if (count === 0) return null
  return (
    <span class="comment-likes" title={commentTexts[language].likes(count)}>
      <Icon name="heart" />
      {compact(count, language)}
    </span>
  )
}
