import { editableSince } from '#features/community/comments/edit.ts'
import {
  actionsTemplate,
  deleteButton,
  editButton,
  likeButton,
  replyButton,
} from '#features/community/comments/hooks.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import { CommentReportButton } from '#features/community/reports/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { Icon } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'

interface ActionsProps {
  post: PostCard
  viewer: Viewer
  canWrite: boolean
  /** The ids of the shown comments that the viewer likes. */
  liked: number[]
  language: Language
  now: Date
}

/**
 * The actions of one comment, once per page. client/behaviors/comments/offer-actions.ts copies them into each comment
 * without those that the viewer may not use there.
 */
export function ActionsTemplate({ post, viewer, canWrite, liked, language, now }: ActionsProps) {
  const text = commentTexts[language]
  const moderates = viewer.uid === post.author.uid || isAdmin(viewer)
  return (
    <template {...actionsTemplate({ liked, editableSince: editableSince(now).toISOString(), moderates })}>
      <p class="comment-actions">
        {mayLike(viewer, post) && (
          <button type="button" class="comment-action" {...likeButton()} aria-pressed="false" title={text.like}>
            <Icon name="heart" />
            <span {...shortCount({ count: 0 })}>0</span>
            <span class="visually-hidden"> {text.like}</span>
          </button>
        )}
        {canWrite && (
          <>
            <button type="button" class="comment-action" {...replyButton({ label: text.replyTo('{name}') })}>
              <Icon name="reply" />
              {text.reply}
            </button>
            <button type="button" class="comment-action" {...editButton({ label: text.editOwn, save: text.save })}>
              <Icon name="pen" />
              {text.edit}
            </button>
          </>
        )}
        <button type="button" class="comment-action" {...deleteButton()}>
          <Icon name="trash" />
          {text.delete}
        </button>
        <CommentReportButton language={language} />
      </p>
    </template>
  )
}

/** Likes stay possible while comments are switched off. */
export function mayLike(viewer: Viewer | null, post: PostCard): boolean {
  return viewer?.status === 'active' && post.status === 'approved'
}
