import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import {
  commentSection,
  commentsCount,
  deletedPlaceholder,
  newComments,
  noComments,
} from '#features/community/comments/hooks.ts'
import { ORDERS, type Order } from '#features/community/comments/order.ts'
import { commentPath, commentsPath } from '#features/community/comments/paths.ts'
import { type CommentsToRead, commentsIn } from '#features/community/comments/reading.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import { ActionsTemplate, mayLike } from '#features/community/comments/views-actions.tsx'
import { cachedThread, Placeholder, type ThreadContext } from '#features/community/comments/views-comment.tsx'
import { Composer } from '#features/community/comments/views-composer.tsx'
import { blockTexts } from '#features/core/blocks/text.ts'
import { isSilenced } from '#features/core/people/silence.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { SilenceNotice } from '#features/core/shell/silence-notice.tsx'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { LinkButton, Notice } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'
import { Pager } from '#web/components/lists.tsx'

interface CommentsProps {
  post: PostCard
  comments: RenderedComments
  viewer: Viewer | null
  language: Language
  /** The page that shows the comments, for the links that change their order. */
  pathOf: (order: Order) => string
  /** The author of the post blocks the viewer. */
  commentsBlocked?: boolean
  now: Date
}

export function Comments({ pathOf, comments, ...props }: CommentsProps) {
  const { post, viewer, language, commentsBlocked = false } = props
  const text = commentTexts[language]
  const { threads, ids, next_cursor, order, linked } = comments
  const canWrite = !commentsBlocked && mayWrite(viewer, post, comments, props.now)
  const isEmpty = ids.length === 0
  return (
    <CommentsFrame {...props} canWrite={canWrite} liked={comments.liked} order={order}>
      <header class="comments-head">
        <h2 id="comments-title">
          {text.comments}{' '}
          <span {...commentsCount()} {...shortCount({ count: post.comments_count })}>
            {compact(post.comments_count, language)}
          </span>
        </h2>
        {post.comments_count > 1 && (
          <nav class="segmented" aria-label={text.order}>
            {ORDERS.map((each) => (
              <a href={`${pathOf(each)}#comments`} rel="nofollow" aria-current={each === order ? 'true' : undefined}>
                {text[each]}
              </a>
            ))}
          </nav>
        )}
      </header>
      <Writing {...{ post, comments, viewer, language, commentsBlocked }} now={props.now} />
      <p class="comments-empty faint" {...noComments()} hidden={!isEmpty}>
        {canWrite || viewer === null ? text.empty : text.emptyQuietly}
      </p>
      {viewer && (
        <p class="pager" role="status" {...newComments({ post: post.id, one: text.oneNew, many: text.manyNew })} hidden>
          <button type="button" class="button small" />
        </p>
      )}
      {linked && (
        <p class="comments-ways">
          {linked.id !== linked.rootId && <a href={commentPath(post.id, linked.rootId)}>{text.wholeThread}</a>}
          <a href={`${postPath(post.id)}#comments`}>{text.allComments}</a>
        </p>
      )}
      {threads}
      <Pager path={commentsPath(post.id, order)} cursor={next_cursor} label={text.loadMore} />
    </CommentsFrame>
  )
}

/** The comments of a page with their list rendered. For viewers without blocked users, only `liked` depends on the viewer. */
export interface RenderedComments extends Omit<CommentsToRead, 'items'> {
  threads: HtmlEscapedString
  ids: number[]
}

export function renderThreads({ items, ...comments }: CommentsToRead, context: ThreadContext): RenderedComments {
  const list = items.map((thread) => cachedThread({ thread, context })).join('')
  const ids = items.flatMap(commentsIn).map(({ id }) => id)
  return { ...comments, ids, threads: raw(`<ol class="comment-list" id="comment-list">${list}</ol>`) }
}

interface FrameProps {
  post: PostCard
  viewer: Viewer | null
  canWrite: boolean
  liked: number[]
  language: Language
  now: Date
  order: Order
  children?: Child
}

/** The data that client/behaviors/comments needs: texts, and templates for the elements it adds. */
export function CommentsFrame({ post, viewer, canWrite, liked, language, now, order, children }: FrameProps) {
  const text = commentTexts[language]
  const mayAct = viewer?.status === 'active'
  return (
    <section
      class={mayAct ? 'comments acting' : 'comments'}
      id="comments"
      aria-labelledby="comments-title"
      {...commentSection({ order, question: text.deleteQuestion, deleted: text.deletedToast, sent: text.sent })}
    >
      {children}
      <template {...deletedPlaceholder()}>
        <Placeholder text={text} />
      </template>
      {mayAct && <ActionsTemplate {...{ post, viewer, canWrite, liked, language, now }} />}
    </section>
  )
}

export function mayWrite(viewer: Viewer | null, post: PostCard, { areOpen }: { areOpen: boolean }, now: Date): boolean {
  return mayLike(viewer, post) && areOpen && viewer !== null && !isSilenced(viewer, now)
}

function Writing({ post, comments, viewer, language, commentsBlocked, now }: Omit<CommentsProps, 'pathOf'>) {
  const text = commentTexts[language]
  if (post.status !== 'approved') return null
  if (!comments.areOpen) return <Notice>{text.closed}</Notice>
  if (viewer === null) return <Invitation post={post} language={language} />
  if (viewer.status !== 'active') return <Notice tone="danger">{text.banned}</Notice>
  if (isSilenced(viewer, now)) return <SilenceNotice viewer={viewer} language={language} />
  if (commentsBlocked) return <Notice>{blockTexts[language].cannotComment}</Notice>
  return (
    <Composer {...{ viewer, language }} limitsLinks={comments.limitsLinks} sentTo={`/api/posts/${post.id}/comments`} />
  )
}

function Invitation({ post, language }: { post: PostCard; language: Language }) {
  const text = commentTexts[language]
  const next = `${postPath(post.id)}#comments`
  return (
    <div class="comment-invitation">
      <p>{text.invitation}</p>
      <div class="form-actions">
        <LinkButton href={loginPath(next)} kind="small primary" label={text.login} />
        <LinkButton href={`/register?next=${encodeURIComponent(next)}`} kind="small" label={text.register} />
      </div>
    </div>
  )
}
