import { type Child, useContext } from 'hono/jsx'
import { Comments, type RenderedComments } from '#features/community/comments/views.tsx'
import { FollowButton, Followers } from '#features/community/follows/views.tsx'
import { viewedPost } from '#features/community/views/hooks.ts'
import { mayInteract } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import {
  copyLinkButton,
  copyMarkdownButton,
  shareButton,
  textSizeButton,
} from '#features/pages/reading/hooks.ts'
import type { Reading, ViewerState } from '#features/pages/reading/reading.ts'
import { type ReadingText, readingTexts } from '#features/pages/reading/text.ts'
import { Contents, CoverImage, PostBody } from '#features/pages/reading/views-body.tsx'
import { PostTools, ReactionBar } from '#features/pages/reading/views-community.tsx'
import { NeighbourLinks, Parts, ReadNext, SeriesLine } from '#features/pages/reading/views-next.tsx'
import { postTexts } from '#features/publishing/lists/text.ts'
import { TagList } from '#features/publishing/lists/views-card.tsx'
import { markdownPath, postPath } from '#features/publishing/posts/post.ts'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import type { Heading } from '#kernel/html/headings.ts'
import { shownImage } from '#kernel/html/images.ts'
import { hostOf } from '#kernel/html/links.ts'
import { directionOf, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Badge, Button, IconButton, LinkButton, Notice } from '#web/components/elements.tsx'
import { LabelledTime, Time } from '#web/components/time.tsx'

interface PostViewProps {
  reading: Reading
  comments: RenderedComments
  /** Null for anonymous readers, who share one cached page. */
  viewerState: ViewerState | null
  /** The body, prepared for display. */
  html: string
  /** The headings of the body, for the table of contents. */
  contents: Heading[]
  viewer: Viewer | null
  language: Language
  now: Date
}

export function PostView(props: PostViewProps) {
  const { reading, comments, viewerState, html, contents, viewer, language, now } = props
  const { post, older, newer, parts, next } = reading
  const text = readingTexts[language]
  const isOwn = viewer?.uid === post.author.uid
  const isPublic = post.status === 'approved'
  return (
    <div class="post">
      <PostArticle
        {...{ post, html, contents, isOwn, language }}
        isCounted={isPublic && !isOwn}
        above={<StatusBanner post={post} language={language} />}
        report={isPublic && <PostTools {...{ post, viewer, language }} />}
        series={post.series && <SeriesLine series={post.series} {...parts} language={language} />}
        below={isPublic && <ReactionBar {...{ post, viewer, viewerState, language }} />}
      />
      <AuthorCard {...{ reading, viewerState, viewer, language }} />
      {isPublic && !isOwn && (
        <LettersForm
          kind="author"
          of={String(post.author.uid)}
          name={post.author.display_name}
          isSignedIn={viewer !== null}
          language={language}
        />
      )}
      {(isPublic || comments.ids.length > 0) && (
        <Comments
          {...{ post, comments, viewer, language, now }}
          pathOf={(order) => `${postPath(post.id)}?comments=${order}`}
          commentsBlocked={viewerState !== null && !mayInteract('comment', viewerState.between)}
        />
      )}
      {post.series ? (
        <Parts series={post.series} {...parts} language={language} />
      ) : (
        (older || newer) && (
          <nav class="neighbours" aria-label={text.neighbours}>
            <NeighbourLinks older={older} newer={newer} text={text} />
          </nav>
        )
      )}
      {isPublic && next.length > 0 && <ReadNext posts={next} language={language} />}
    </div>
  )
}

interface PostArticleProps extends Pick<PostViewProps, 'html' | 'contents' | 'language'> {
  post: Reading['post']
  isOwn: boolean
  /** Level of the title: h2 if the page already has an h1. */
  heading?: 'h1' | 'h2'
  /** Whether opening the page counts as a view. False for previews and reviews. */
  isCounted?: boolean
  above?: Child
  series?: Child
  report?: Child
  below?: Child
}

/** The article of a post, also used by the review page of admins. */
export function PostArticle(props: PostArticleProps) {
  const {
    post,
    html,
    contents,
    isOwn,
    heading = 'h1',
    isCounted = false,
    language,
    above,
    series,
    report,
    below,
  } = props
  const text = readingTexts[language]
  const lang = languageOfText(post.title + post.summary)
  return (
    <article class="post-article">
      {above}
      <PostHead {...{ post, lang, isOwn, heading, language }} />
      {series}
      {contents.length > 0 && <Contents contents={contents} text={text} />}
      <PostBody html={html} lang={lang} hooks={isCounted ? viewedPost({ id: post.id }) : {}} />
      <footer class="post-foot row apart">
        <TagList tags={post.tags} label={postTexts[language].card.tags} class="tag-list row" />
        {post.status === 'approved' && <ShareButtons text={text} post={post} report={report} />}
      </footer>
      {below}
    </article>
  )
}

type PostHeadProps = Pick<PostArticleProps, 'post' | 'isOwn' | 'language'> & {
  lang: string
  heading: 'h1' | 'h2'
}

function PostHead({ post, lang, isOwn, heading: Heading, language }: PostHeadProps) {
  const text = readingTexts[language]
  return (
    <header class="post-head">
      <Heading lang={lang} dir={directionOf(post.title)}>
        {post.title || postTexts[language].card.untitled}
      </Heading>
      <div class="post-author">
        <Avatar user={post.author} />
        <p class="post-person line">
          <AuthorName user={post.author} />
          {post.ai !== 'none' && <Badge>{readingTexts[language].ai[post.ai]}</Badge>}
        </p>
        <PostTimes post={post} language={language} />
        <div class="post-tools">
          <IconButton
            {...textSizeButton()}
            icon="textSize"
            label={text.textSize}
            kind="small quiet needs-script"
          />
          {isOwn && allows(post, 'edit') && (
            <LinkButton
              href={`/studio/write?id=${post.id}`}
              kind="small"
              icon="pen"
              label={text.edit}
            />
          )}
        </div>
      </div>
      {post.cover_url && <Cover url={post.cover_url} text={text} />}
    </header>
  )
}

function Cover({ url, text }: { url: string; text: ReadingText }) {
  const { external_images } = useContext(IdentityContext)
  if (shownImage(url, external_images)) return <CoverImage url={url} fetchpriority="high" />
  return (
    <p>
      <a class="image-link" href={url} rel="nofollow ugc noopener">
        {text.coverOn(hostOf(url) ?? url)}
      </a>
    </p>
  )
}

/** Absolute dates: a relative time such as "3 days ago" would be wrong in a cached page. */
function PostTimes({ post, language }: { post: Reading['post']; language: Language }) {
  const text = readingTexts[language]
  const { published_at, created_at, edited_at, first_published_at, canonical_url } = post
  return (
    <p class="post-times dotted row faint small breaks">
      <span>
        {published_at ? text.published : text.written}{' '}
        <Time value={published_at ?? created_at} language={language} show="date" />
      </span>
      {edited_at && (
        <LabelledTime label={text.edited} value={edited_at} language={language} show="date" />
      )}
      <span>{text.minutes(post.reading_minutes)}</span>
      {post.views !== null && (
        <span>{postTexts[language].card.views(post.views, compact(post.views, language))}</span>
      )}
      {/* When and where the post was published before it came to this site. */}
      {first_published_at && (
        <LabelledTime
          label={text.firstPublishedOn}
          value={first_published_at}
          language={language}
          show="date"
        />
      )}
      {canonical_url && (
        <span>
          {text.firstPublished}{' '}
          <a href={canonical_url} rel="nofollow ugc noopener">
            {URL.parse(canonical_url)?.host}
          </a>
        </span>
      )}
    </p>
  )
}

/**
 * client/behaviors/posts/reading.ts handles the buttons and shows "Share" if the browser supports
 * it.
 */
function ShareButtons({
  text,
  post,
  report,
}: {
  text: ReadingText
  post: Reading['post']
  report?: Child
}) {
  const { id, title } = post
  return (
    <div class="share row">
      <Button
        {...copyLinkButton({ copied: text.linkCopied, failed: text.copyFailed })}
        kind="small needs-script"
        icon="link"
        label={text.copyLink}
      />
      <Button
        {...copyMarkdownButton({
          path: markdownPath(postPath(id)),
          copied: text.markdownCopied,
          failed: text.markdownFailed,
        })}
        kind="small needs-script"
        icon="codeBlock"
        label={text.copyMarkdown}
      />
      <Button
        {...shareButton({ title })}
        hidden
        kind="small needs-script"
        icon="share"
        label={text.share}
      />
      {report}
    </div>
  )
}

type AuthorCardProps = Pick<PostViewProps, 'reading' | 'viewerState' | 'viewer' | 'language'>

function AuthorCard({ reading, viewerState, viewer, language }: AuthorCardProps) {
  const { signature, followers, isGone } = reading.author
  const user = reading.post.author
  const text = readingTexts[language]
  const mayFollow = viewerState === null || mayInteract('follow', viewerState.between)
  return (
    <section class="author-card" aria-label={text.aboutAuthor}>
      <Avatar user={user} />
      <div class="author-words">
        <h2 class="line">
          <AuthorName user={user} />
        </h2>
        <Followers uid={user.uid} count={followers} language={language} />
        {signature && (
          <p class="soft small one-line" dir={directionOf(signature)}>
            {signature}
          </p>
        )}
      </div>
      <div class="line">
        <LinkButton
          href={`/posts?author=${user.uid}`}
          kind="small wide-only"
          label={text.morePosts}
        />
        {!isGone && viewer?.uid !== user.uid && mayFollow && (
          <FollowButton
            uid={user.uid}
            name={user.display_name}
            status={viewerState?.follow}
            isSignedIn={viewer !== null}
            language={language}
          />
        )}
      </div>
    </section>
  )
}

const TONES = { draft: 'info', pending: 'warm', rejected: 'danger', locked: 'danger' } as const

/** Shows the author and admins why the post is not public. */
function StatusBanner({ post, language }: { post: Reading['post']; language: Language }) {
  const { status } = post
  if (status === 'approved') return null
  const text = readingTexts[language]
  const lockReason = status === 'locked' ? post.lock_reason : null
  const reason = status === 'rejected' ? post.reject_reason : lockReason
  return (
    <Notice tone={TONES[status]}>
      <p>
        <strong>{postStatusNames[language][status]}</strong> · {text.status[status]}
      </p>
      {post.publish_at && (
        <p>
          <TimeSentence text={text.scheduled} value={post.publish_at} language={language} />
        </p>
      )}
      {reason && (
        <p>
          {text.reason}
          {reason}
        </p>
      )}
    </Notice>
  )
}
