import type { Child } from 'hono/jsx'
import { Followers } from '#features/community/follows/views.tsx'
import { viewedPost } from '#features/community/views/hooks.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AuthorName } from '#features/core/shell/author-name.tsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { TimeSentence } from '#features/core/shell/time-sentence.tsx'
import { copyLinkButton, shareButton } from '#features/pages/reading/hooks.ts'
import type { Reading } from '#features/pages/reading/reading.ts'
import { type ReadingText, readingTexts } from '#features/pages/reading/text.ts'
import { FoldedContents, PostBody } from '#features/pages/reading/views-body.tsx'
import { Neighbours, ReadNext } from '#features/pages/reading/views-next.tsx'
import { postTexts } from '#features/publishing/lists/text.ts'
import { TagList } from '#features/publishing/lists/views-card.tsx'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import type { Heading } from '#kernel/html/headings.ts'
import { languageOfText } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Button, LinkButton, Notice } from '#web/components/elements.tsx'
import { LabelledTime, Time } from '#web/components/time.tsx'

interface PostViewProps {
  reading: Reading
  /** The prepared body. */
  html: string
  contents: Heading[]
  viewer: Viewer | null
  language: Language
  /** The reaction bar, below the text. */
  reactions?: Child
  /** The report button, beside the share buttons. */
  report?: Child
  /** The follow button, in the author card. */
  follow?: Child
  /** The comments, before the links to other posts. */
  below?: Child
}

export function PostView(props: PostViewProps) {
  const { reading, html, contents, viewer, language, reactions, report, follow, below } = props
  const { post, author, older, newer, next } = reading
  const text = readingTexts[language]
  const isOwn = viewer?.uid === post.author.uid
  return (
    <div class="post">
      <PostArticle
        {...{ post, html, contents, isOwn, language }}
        isCounted={post.status === 'approved' && !isOwn}
        above={<StatusBanner post={post} language={language} />}
        report={report}
        below={reactions}
      />
      <AuthorCard
        user={post.author}
        signature={author.signature}
        followers={author.followers}
        text={text}
        language={language}
        action={follow}
      />
      {below}
      {(older || newer) && <Neighbours older={older} newer={newer} text={text} />}
      {post.status === 'approved' && next.length > 0 && <ReadNext posts={next} language={language} />}
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
  report?: Child
  below?: Child
}

/** The article of a post, also used by the review page of admins. */
export function PostArticle(props: PostArticleProps) {
  const { post, html, contents, isOwn, heading = 'h1', isCounted = false, language, above, report, below } = props
  const text = readingTexts[language]
  const lang = languageOfText(post.title + post.summary)
  return (
    <article class="post-article">
      {above}
      <PostHead {...{ post, lang, isOwn, heading, language }} />
      {contents.length > 0 && <FoldedContents contents={contents} text={text} />}
      <PostBody html={html} lang={lang} hooks={isCounted ? viewedPost({ id: post.id }) : {}} />
      <footer class="post-foot">
        <TagList tags={post.tags} label={postTexts[language].card.tags} class="tag-list" />
        {post.status === 'approved' && <ShareButtons text={text} title={post.title} report={report} />}
      </footer>
      {below}
    </article>
  )
}

interface PostHeadProps {
  post: Reading['post']
  lang: string
  isOwn: boolean
  heading: 'h1' | 'h2'
  language: Language
}

function PostHead({ post, lang, isOwn, heading: Heading, language }: PostHeadProps) {
  return (
    <header class="post-head">
      <Heading lang={lang}>{post.title || postTexts[language].card.untitled}</Heading>
      <div class="post-author">
        <Avatar user={post.author} />
        <p class="post-person">
          <AuthorName user={post.author} />
        </p>
        <PostTimes post={post} language={language} />
        {isOwn && allows(post, 'edit') && (
          <LinkButton
            href={`/studio/write?id=${post.id}`}
            kind="small"
            icon="pen"
            label={readingTexts[language].edit}
          />
        )}
      </div>
      {post.cover_url && (
        <img class="post-cover" src={post.cover_url} alt="" width="1344" height="672" fetchpriority="high" />
      )}
    </header>
  )
}

/** Absolute dates: a relative time such as "3 days ago" would be wrong in a cached page. */
function PostTimes({ post, language }: { post: Reading['post']; language: Language }) {
  const text = readingTexts[language]
  const { published_at, created_at, edited_at } = post
  return (
    <p class="post-times">
      <span>
        {published_at ? text.published : text.written}{' '}
        <Time value={published_at ?? created_at} language={language} show="date" />
      </span>
      {edited_at && <LabelledTime label={text.edited} value={edited_at} language={language} show="date" />}
      <span>{text.minutes(post.reading_minutes)}</span>
      {post.views !== null && <span>{postTexts[language].card.views(post.views, compact(post.views, language))}</span>}
      {post.canonical_url && <FirstPublished url={post.canonical_url} text={text} />}
    </p>
  )
}

function FirstPublished({ url, text }: { url: string; text: ReadingText }) {
  return (
    <span>
      {text.firstPublished}{' '}
      <a href={url} rel="nofollow ugc noopener">
        {URL.parse(url)?.host}
      </a>
    </span>
  )
}

/** client/behaviors/posts/share.ts handles the buttons and shows "Share" if the browser supports it. */
function ShareButtons({ text, title, report }: { text: ReadingText; title: string; report?: Child }) {
  return (
    <div class="share">
      <Button
        {...copyLinkButton({ copied: text.linkCopied, failed: text.copyFailed })}
        kind="small needs-script"
        icon="link"
        label={text.copyLink}
      />
      <Button {...shareButton({ title })} hidden kind="small needs-script" icon="share" label={text.share} />
      {report}
    </div>
  )
}

interface AuthorCardProps {
  user: UserRef
  signature: string
  followers: number
  text: ReadingText
  language: Language
  /** The follow button. */
  action?: Child
}

function AuthorCard({ user, signature, followers, text, language, action }: AuthorCardProps) {
  return (
    <section class="author-card" aria-label={text.aboutAuthor}>
      <Avatar user={user} />
      <div class="author-words">
        <h2>
          <AuthorName user={user} />
        </h2>
        <Followers uid={user.uid} count={followers} language={language} />
        {signature && <p class="soft">{signature}</p>}
      </div>
      <div class="author-actions">
        <LinkButton href={`/posts?author=${user.uid}`} kind="small wide-only" label={text.morePosts} />
        {action}
      </div>
    </section>
  )
}

const TONES = { draft: 'info', pending: 'warm', rejected: 'danger', locked: 'danger' } as const

/** Tells the author and admins why the post is not public. */
function StatusBanner({ post, language }: { post: Reading['post']; language: Language }) {
  const { status } = post
  if (status === 'approved') return null
  const text = readingTexts[language]
  const reason = status === 'rejected' ? post.reject_reason : status === 'locked' ? post.lock_reason : null
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
