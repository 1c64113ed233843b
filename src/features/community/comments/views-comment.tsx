import { raw } from 'hono/html'
import { commentPath, linkToComment } from '#features/community/comments/comment.ts'
import {
  actionsTemplate,
  commentCard,
  commentItem,
  commentSource,
  commentText,
  deleteButton,
  editButton,
  likeButton,
  replyButton,
} from '#features/community/comments/hooks.ts'
import type { ReadComment, ReadThread } from '#features/community/comments/list.ts'
import { mayHaveMarks } from '#features/community/comments/markup.ts'
import { type CommentText, commentTexts } from '#features/community/comments/text.ts'
import { editableSince } from '#features/community/comments/write.ts'
import { CommentReportButton } from '#features/community/reports/views.tsx'
import { Folded } from '#features/core/blocks/views.tsx'
import type { UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import type { PostCard } from '#features/publishing/posts/post.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import { withCodeFrames } from '#kernel/html/readable.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { compact } from '#web/components/compact.ts'
import { Badge, Icon } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'
import { Pager } from '#web/components/lists.tsx'
import { memoised } from '#web/components/memoised.ts'
import { Time } from '#web/components/time.tsx'

export interface ThreadContext {
  /** The uid of the post's author, whose comments show a badge. */
  postAuthor: number
  language: Language
}

/**
 * A root with its first replies, and a link to the rest. Nothing in it depends on the viewer,
 * except comments folded for viewers who block their author. Actions are added in the browser
 * (views-actions.tsx).
 */
export function Thread({ thread, context }: { thread: ReadThread; context: ThreadContext }) {
  const { root, replies, next_cursor } = thread
  const text = commentTexts[context.language]
  return (
    <li class="thread" id={`comment-${root.id}`} {...commentItem(root)}>
      {root.deleted ? (
        <Placeholder text={text} />
      ) : (
        <CommentCard comment={root} context={context} />
      )}
      {replies.length > 0 && (
        <ol class="replies" id={`replies-${root.id}`}>
          {replies.map((reply) => (
            <li id={`comment-${reply.id}`} {...commentItem(reply)}>
              <CommentCard comment={reply} context={context} />
            </li>
          ))}
        </ol>
      )}
      <Pager
        path={commentPath(root.post_id, root.id)}
        cursor={next_cursor}
        label={text.moreReplies(root.replies_count - replies.length)}
      />
    </li>
  )
}

export const cachedThread = memoised<{ thread: ReadThread; context: ThreadContext }>(Thread)

/** client/behaviors/comments also shows this placeholder in place of a comment it deleted. */
export function Placeholder({ text }: { text: CommentText }) {
  return (
    <p class="comment-deleted line small faint">
      <Icon name="trash" />
      {text.deleted}
    </p>
  )
}

/** The card is collapsed if the viewer blocks the author. */
function CommentCard({ comment, context }: { comment: ReadComment; context: ThreadContext }) {
  if (!comment.folded) return <OpenComment comment={comment} context={context} />
  return (
    <Folded name={comment.author.display_name} language={context.language}>
      <OpenComment comment={comment} context={context} />
    </Folded>
  )
}

function OpenComment({ comment, context }: { comment: ReadComment; context: ThreadContext }) {
  const { author, image } = comment
  const text = commentTexts[context.language]
  const { body } = comment
  return (
    <article class="comment beside" {...commentCard({ author: author.uid })}>
      <Avatar user={author} {...(comment.root_id !== null && { size: 'small' as const })} />
      <header class="comment-by row small">
        <CommentAuthor user={author} />
        {author.uid === context.postAuthor && <Badge tone="accent">{text.author}</Badge>}
        <a
          class="comment-time faint"
          href={linkToComment(comment.post_id, comment.id)}
          title={text.permalink}
        >
          <Time value={comment.created_at} language={context.language} show="day" />
        </a>
        {comment.edited_at && <span class="faint">{text.edited}</span>}
      </header>
      {(body !== '' || comment.reply_to) && (
        <div
          class="comment-text"
          {...commentText()}
          {...(mayHaveMarks(body) && commentSource({ source: body }))}
          lang={foreignLanguage(body, context.language)}
          dir={directionOf(body)}
        >
          {raw(withAnsweredUser(withCodeFrames(comment.html), comment.reply_to, text))}
        </div>
      )}
      {image && (
        <a class="comment-image" href={image.url} target="_blank" rel="noopener">
          <img
            src={image.url}
            width={image.width}
            height={image.height}
            alt={text.imageBy(author.display_name)}
            loading="lazy"
          />
        </a>
      )}
      <Likes count={comment.likes_count} language={context.language} />
    </article>
  )
}

export function CommentAuthor({ user }: { user: UserRef }) {
  return (
    <>
      <h3>
        <a class="person" href={userPath(user.uid)}>
          {user.display_name}
        </a>
      </h3>
      <LevelBadge level={user.level} />
    </>
  )
}

/** The name of the answered user is at the beginning of the first paragraph. */
function withAnsweredUser(html: string, answered: UserRef | null, text: CommentText): string {
  if (answered === null) return html
  const name = escapeText(text.answers(answered.display_name))
  const shown = `<span class="comment-answers faint">${name}</span>`
  return html.startsWith('<p>') ? `<p>${shown}${html.slice(3)}` : `<p>${shown}</p>${html}`
}

/** Members get a button with this number in its place; nothing if there are none. */
function Likes({ count, language }: { count: number; language: Language }) {
  if (count === 0) return null
  return (
    <span
      class="comment-likes"
      title={commentTexts[language].likes(count)}
      {...shortCount({ count })}
    >
      <Icon name="heart" />
      {compact(count, language)}
    </span>
  )
}

export interface ActionsProps {
  post: PostCard
  viewer: Viewer
  canWrite: boolean
  /** The ids of the shown comments that the viewer likes. */
  liked: number[]
  language: Language
  now: Date
}

/**
 * The actions of one comment, once per page. client/behaviors/comments/index.ts copies them into
 * each comment without those that the viewer may not use there.
 */
export function ActionsTemplate({ post, viewer, canWrite, liked, language, now }: ActionsProps) {
  const text = commentTexts[language]
  const moderates = viewer.uid === post.author.uid || isAdmin(viewer)
  return (
    <template
      {...actionsTemplate({ liked, editableSince: editableSince(now).toISOString(), moderates })}
    >
      <p class="comment-actions">
        {mayLike(viewer, post) && (
          <button
            type="button"
            class="comment-action"
            {...likeButton()}
            aria-pressed="false"
            title={text.like}
          >
            <Icon name="heart" />
            <span {...shortCount({ count: 0 })}>0</span>
            <span class="visually-hidden"> {text.like}</span>
          </button>
        )}
        {canWrite && (
          <>
            <button
              type="button"
              class="comment-action"
              {...replyButton({ label: text.replyTo('{name}') })}
            >
              <Icon name="reply" />
              {text.reply}
            </button>
            <button
              type="button"
              class="comment-action"
              {...editButton({ label: text.editOwn, save: text.save })}
            >
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
