import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { HtmlEscapedString } from 'hono/utils/html'
import {
  COMMENT_IMAGE_LEVEL,
  commentPath,
  commentsPath,
  ORDERS,
  type Order,
} from '#features/community/comments/comment.ts'
import {
  attachmentBox,
  cancelReply,
  charactersLeft,
  commentSection,
  commentsCount,
  composerForm,
  composerProblem,
  deletedPlaceholder,
  markButton,
  mentionsField,
  newComments,
  noComments,
  removeAttachment,
  replyTemplate,
} from '#features/community/comments/hooks.ts'
import {
  type CommentsToRead,
  commentsIn,
  type ReadThread,
  type ThreadToRead,
} from '#features/community/comments/list.ts'
import { commentTexts } from '#features/community/comments/text.ts'
import {
  type ActionsProps,
  ActionsTemplate,
  cachedThread,
  mayLike,
  Placeholder,
  Thread,
  type ThreadContext,
} from '#features/community/comments/views-comment.tsx'
import { COMMENT_MAX } from '#features/community/comments/write.ts'
import { blockTexts } from '#features/core/blocks/text.ts'
import { isTrusted, levelOf } from '#features/core/people/level.ts'
import { SEARCH_LEVEL } from '#features/core/people/search.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import { isSilenced, type Viewer } from '#features/core/people/viewer.ts'
import { SilenceNotice } from '#features/core/shell/silence-notice.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { Avatar } from '#features/core/shell/user.tsx'
import { linksHint, NEWCOMER_LINKS } from '#features/publishing/content-rules/needs-review.ts'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import { directionOf, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, IconButton, LinkButton, Notice } from '#web/components/elements.tsx'
import { ACCEPTED_IMAGES } from '#web/components/fields.tsx'
import { fileChooser, shortCount } from '#web/components/hooks.ts'
import { Pager } from '#web/components/lists.tsx'

interface CommentsPageProps {
  post: PostCard
  viewer: Viewer | null
  language: Language
  /** The author of the post blocks the viewer, who cannot comment. */
  commentsBlocked: boolean
  now: Date
}

type CommentsProps = CommentsPageProps & {
  comments: RenderedComments
  /** The page that shows the comments, for the links that change their order. */
  pathOf: (order: Order) => string
}

export function Comments({ pathOf, comments, ...props }: CommentsProps) {
  const { post, viewer, language, commentsBlocked } = props
  const text = commentTexts[language]
  const { threads, ids, next_cursor, order, linked } = comments
  const canWrite = !commentsBlocked && mayWrite(viewer, post, comments, props.now)
  const isEmpty = ids.length === 0
  return (
    <CommentsFrame {...props} canWrite={canWrite} liked={comments.liked} order={order}>
      <header class="comments-head row apart">
        <h2 id="comments-title">
          {text.comments}{' '}
          <span {...commentsCount()} {...shortCount({ count: post.comments_count })}>
            {compact(post.comments_count, language)}
          </span>
        </h2>
        {post.comments_count > 1 && (
          <nav class="segmented" aria-label={text.order}>
            {ORDERS.map((each) => (
              <a
                href={`${pathOf(each)}#comments`}
                rel="nofollow"
                aria-current={each === order ? 'true' : undefined}
              >
                {text[each]}
              </a>
            ))}
          </nav>
        )}
      </header>
      <Writing {...props} comments={comments} />
      <p class="comments-empty faint" {...noComments()} hidden={!isEmpty}>
        {canWrite || viewer === null ? text.empty : text.emptyQuietly}
      </p>
      {viewer && (
        <p
          class="pager"
          role="status"
          {...newComments({ post: post.id, one: text.oneNew, many: text.manyNew })}
          hidden
        >
          <button type="button" class="button small" />
        </p>
      )}
      {linked && (
        <p class="comments-ways row small">
          {linked.id !== linked.rootId && (
            <a href={commentPath(post.id, linked.rootId)}>{text.wholeThread}</a>
          )}
          <a href={`${postPath(post.id)}#comments`}>{text.allComments}</a>
        </p>
      )}
      {threads}
      <Pager path={commentsPath(post.id, order)} cursor={next_cursor} label={text.loadMore} />
    </CommentsFrame>
  )
}

/**
 * The comments of a page with their list rendered. For viewers without blocked users, only `liked`
 * depends on the viewer.
 */
export interface RenderedComments extends Omit<CommentsToRead, 'items'> {
  threads: HtmlEscapedString
  ids: number[]
  /** Whether a comment has code that the browser may highlight. */
  hasCode: boolean
}

/** Whether a comment of the thread has code in a named language. */
export function hasCode(thread: ReadThread): boolean {
  return commentsIn(thread).some(({ html }) => html.includes('<code class='))
}

export function renderThreads(
  { items, ...comments }: CommentsToRead,
  context: ThreadContext,
): RenderedComments {
  const list = items.map((thread) => cachedThread({ thread, context })).join('')
  const ids = items.flatMap(commentsIn).map(({ id }) => id)
  return {
    ...comments,
    ids,
    hasCode: items.some(hasCode),
    threads: raw(`<ol class="comment-list" id="comment-list">${list}</ol>`),
  }
}

interface FrameProps extends Omit<ActionsProps, 'viewer'> {
  viewer: Viewer | null
  order: Order
  children?: Child
}

/** The data that client/behaviors/comments needs: texts, and templates for the elements it adds. */
function CommentsFrame({
  post,
  viewer,
  canWrite,
  liked,
  language,
  now,
  order,
  children,
}: FrameProps) {
  const text = commentTexts[language]
  const mayAct = viewer?.status === 'active'
  return (
    <section
      class={mayAct ? 'comments acting' : 'comments'}
      id="comments"
      aria-labelledby="comments-title"
      {...commentSection({
        order,
        question: text.deleteQuestion,
        deleted: text.deletedToast,
        sent: text.sent,
        quote: text.quoteSelection,
      })}
    >
      {children}
      <template {...deletedPlaceholder()}>
        <Placeholder text={text} />
      </template>
      {mayAct && <ActionsTemplate {...{ post, viewer, canWrite, liked, language, now }} />}
    </section>
  )
}

function mayWrite(
  viewer: Viewer | null,
  post: PostCard,
  { areOpen }: { areOpen: boolean },
  now: Date,
): boolean {
  return mayLike(viewer, post) && areOpen && viewer !== null && !isSilenced(viewer, now)
}

function Writing({
  post,
  comments,
  viewer,
  language,
  commentsBlocked,
  now,
}: Omit<CommentsProps, 'pathOf'>) {
  const text = commentTexts[language]
  if (post.status !== 'approved') return null
  if (!comments.areOpen) return <Notice>{text.closed}</Notice>
  if (viewer === null) return <Invitation post={post} language={language} />
  if (viewer.status !== 'active') return <Notice tone="danger">{text.banned}</Notice>
  if (isSilenced(viewer, now)) return <SilenceNotice viewer={viewer} language={language} />
  if (commentsBlocked) return <Notice>{blockTexts[language].cannotComment}</Notice>
  return (
    <Composer
      {...{ viewer, language, now }}
      limitsLinks={comments.limitsLinks}
      sentTo={`/api/posts/${post.id}/comments`}
    />
  )
}

function Invitation({ post, language }: { post: PostCard; language: Language }) {
  const text = commentTexts[language]
  const next = `${postPath(post.id)}#comments`
  return (
    <div class="comment-invitation row">
      <p>{text.invitation}</p>
      <div class="form-actions">
        <LinkButton href={loginPath(next)} kind="small primary" label={text.login} />
        <LinkButton
          href={`/register?next=${encodeURIComponent(next)}`}
          kind="small"
          label={text.register}
        />
      </div>
    </div>
  )
}

export function CommentsPage({
  comments,
  ...props
}: CommentsPageProps & { comments: CommentsToRead }) {
  const { post, language } = props
  const rendered = renderThreads(comments, { postAuthor: post.author.uid, language })
  return (
    <CommentsShell {...props}>
      <Comments
        {...props}
        comments={rendered}
        pathOf={(order) => commentsPath(props.post.id, order)}
      />
    </CommentsShell>
  )
}

type ThreadPageProps = CommentsPageProps & { thread: ThreadToRead; isWhole: boolean }

/**
 * One comment with the replies below it. The client script also copies single comments from this
 * page.
 */
export function ThreadPage({ thread, isWhole, ...props }: ThreadPageProps) {
  const { post, viewer, language, commentsBlocked } = props
  const text = commentTexts[language]
  const canWrite = !commentsBlocked && mayWrite(viewer, post, thread, props.now)
  return (
    <CommentsShell {...props}>
      <CommentsFrame {...props} canWrite={canWrite} liked={thread.liked} order="old">
        <header class="comments-head row apart">
          <h2 id="comments-title">{text.thread}</h2>
          <p class="comments-ways row small">
            {!isWhole && <a href={commentPath(post.id, thread.root.id)}>{text.wholeThread}</a>}
            <a href={commentsPath(post.id, 'new')}>{text.allComments}</a>
          </p>
        </header>
        <ol class="comment-list" id="comment-list">
          <Thread thread={thread} context={{ postAuthor: post.author.uid, language }} />
        </ol>
        {canWrite && viewer && (
          <template {...replyTemplate()}>
            <Composer
              {...{ viewer, language }}
              now={props.now}
              limitsLinks={thread.limitsLinks}
              sentTo=""
            />
          </template>
        )}
      </CommentsFrame>
    </CommentsShell>
  )
}

function CommentsShell({ post, language, children }: CommentsPageProps & { children?: Child }) {
  const text = commentTexts[language]
  return (
    <div class="post">
      <header class="page-head">
        <a class="back-link" href={postPath(post.id)}>
          <Icon name="chevron" class="to-left" />
          {text.backToPost}
        </a>
        <h1 lang={languageOfText(post.title)} dir={directionOf(post.title)}>
          {post.title}
        </h1>
      </header>
      {children}
    </div>
  )
}

interface ComposerProps {
  viewer: Viewer
  language: Language
  now: Date
  /** The site limits the links of newcomers. */
  limitsLinks: boolean
  /** The API path to send the comment to. Empty on a page where only replies are written. */
  sentTo: string
}

const MARKS = ['bold', 'code', 'quote', 'link'] as const

/**
 * The form for a comment. client/behaviors/comments/composer.ts sends it and keeps the draft;
 * forms.ts makes a form for a reply from a copy.
 */
function Composer({ viewer, language, now, limitsLinks, sentTo }: ComposerProps) {
  const text = commentTexts[language]
  const level = levelOf(viewer.exp)
  return (
    <form
      class="composer beside"
      method="post"
      novalidate
      {...composerForm({ path: sentTo, max: COMMENT_MAX, tooLong: text.tooLong(COMMENT_MAX) })}
    >
      <Avatar user={asUserRef(viewer, language)} />
      <div class="composer-box input">
        <textarea
          name="body"
          rows={3}
          aria-label={text.write}
          placeholder={text.placeholder}
          autocomplete="off"
          {...mentionsField({
            label: text.people,
            why: level < SEARCH_LEVEL ? text.mentionsFrom(SEARCH_LEVEL) : undefined,
          })}
        />
        {level >= COMMENT_IMAGE_LEVEL && <Attachment language={language} />}
        <p class="field-error" role="alert" {...composerProblem()} hidden />
        {linksHint(
          'comment',
          limitsLinks && !isTrusted(viewer, now) ? NEWCOMER_LINKS : null,
          language,
        ).map((hint) => (
          <p class="field-hint">{hint}</p>
        ))}
        <div class="composer-foot row">
          <span class="composer-tools needs-script">
            {level >= COMMENT_IMAGE_LEVEL && (
              <IconButton {...fileChooser()} icon="picture" label={text.attach} kind="quiet" />
            )}
            {MARKS.map((name) => (
              <IconButton
                {...markButton({ name })}
                icon={name}
                label={text.marks[name]}
                kind="quiet"
              />
            ))}
          </span>
          {level < COMMENT_IMAGE_LEVEL && (
            <a class="faint" href="/help">
              {text.fromLevel(COMMENT_IMAGE_LEVEL)}
            </a>
          )}
          <span class="counter" aria-hidden="true" {...charactersLeft()} />
          <button type="button" class="button small" {...cancelReply()} hidden>
            {text.cancel}
          </button>
          <button type="submit" class="button small primary needs-script" disabled>
            {text.send}
          </button>
        </div>
      </div>
      <noscript>
        <p class="notice">{shellTexts[language].needsScript}</p>
      </noscript>
    </form>
  )
}

function Attachment({ language }: { language: Language }) {
  const text = commentTexts[language]
  return (
    <div class="attachment" {...attachmentBox({ unreadable: text.unreadable })} hidden>
      <input type="file" accept={ACCEPTED_IMAGES} hidden tabindex={-1} aria-label={text.attach} />
      <progress class="bar" max={1} value={0} aria-label={text.uploading} />
      <IconButton {...removeAttachment()} icon="close" label={text.removeImage} kind="small" />
    </div>
  )
}
