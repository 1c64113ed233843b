import { type Child, useContext } from 'hono/jsx'
import { Followers } from '#features/community/follows/views.tsx'
import { viewedPost } from '#features/community/views/hooks.ts'
import { iconsOf } from '#features/core/identity/icons.ts'
import { type Identity, PRODUCT_NAME } from '#features/core/identity/identity.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { LettersForm } from '#features/core/shell/letters-form.tsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import { AuthorName, Avatar } from '#features/core/shell/user.tsx'
import { copyLinkButton, copyMarkdownButton, shareButton, textSizeButton } from '#features/pages/reading/hooks.ts'
import type { Neighbour, Reading } from '#features/pages/reading/reading.ts'
import { type ReadingText, readingTexts } from '#features/pages/reading/text.ts'
import { Contents, PostBody } from '#features/pages/reading/views-body.tsx'
import type { NextPost } from '#features/publishing/lists/read-next.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { TagList } from '#features/publishing/lists/views-card.tsx'
import { markdownPath, type PartOfSeries, postPath, seriesPath } from '#features/publishing/posts/post.ts'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import type { Heading } from '#kernel/html/headings.ts'
import { shownImage } from '#kernel/html/images.ts'
import { hostOf } from '#kernel/html/links.ts'
import { foreignLanguage, languageOfText } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { atWidth, COLUMN_SIZES, SMALL_WIDTH, srcsetOf } from '#kernel/image-widths.ts'
import { compact } from '#web/components/compact.ts'
import { Badge, Button, Icon, LinkButton, Notice } from '#web/components/elements.tsx'
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
  const { post, author, older, newer, parts, next } = reading
  const text = readingTexts[language]
  const isOwn = viewer?.uid === post.author.uid
  return (
    <div class="post">
      <PostArticle
        {...{ post, html, contents, isOwn, language }}
        isCounted={post.status === 'approved' && !isOwn}
        above={<StatusBanner post={post} language={language} />}
        report={report}
        series={post.series && <SeriesLine series={post.series} {...parts} language={language} />}
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
      {post.status === 'approved' && !isOwn && (
        <LettersForm
          kind="author"
          of={String(post.author.uid)}
          name={post.author.display_name}
          isSignedIn={viewer !== null}
          language={language}
        />
      )}
      {below}
      {post.series ? (
        <Parts series={post.series} {...parts} language={language} />
      ) : (
        (older || newer) && (
          <nav class="neighbours" aria-label={text.neighbours}>
            <NeighbourLinks older={older} newer={newer} text={text} />
          </nav>
        )
      )}
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
  /** Between the head and the text. */
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
      <footer class="post-foot">
        <TagList tags={post.tags} label={postTexts[language].card.tags} class="tag-list" />
        {post.status === 'approved' && <ShareButtons text={text} post={post} report={report} />}
      </footer>
      {below}
    </article>
  )
}

/** The width of a cover is not stored with its post. Browsers use this one only to choose between the file and its variants. */
const COVER_WIDTH = 1_600

interface PostHeadProps {
  post: Reading['post']
  lang: string
  isOwn: boolean
  heading: 'h1' | 'h2'
  language: Language
}

function PostHead({ post, lang, isOwn, heading: Heading, language }: PostHeadProps) {
  const text = readingTexts[language]
  return (
    <header class="post-head">
      <Heading lang={lang} dir="auto">
        {post.title || postTexts[language].card.untitled}
      </Heading>
      <div class="post-author">
        <Avatar user={post.author} />
        <p class="post-person">
          <AuthorName user={post.author} />
          {post.ai !== 'none' && <Badge>{readingTexts[language].ai[post.ai]}</Badge>}
        </p>
        <PostTimes post={post} language={language} />
        <div class="post-tools">
          <button
            type="button"
            class="button small quiet icon needs-script"
            aria-label={text.textSize}
            title={text.textSize}
            {...textSizeButton()}
          >
            <Icon name="textSize" />
          </button>
          {isOwn && allows(post, 'edit') && (
            <LinkButton href={`/studio/write?id=${post.id}`} kind="small" icon="pen" label={text.edit} />
          )}
        </div>
      </div>
      {post.cover_url && <Cover url={post.cover_url} text={text} />}
    </header>
  )
}

function Cover({ url, text }: { url: string; text: ReadingText }) {
  const { external_images } = useContext(IdentityContext)
  if (shownImage(url, external_images))
    return (
      <img
        class="post-cover"
        src={url}
        srcset={srcsetOf(url, COVER_WIDTH)}
        sizes={COLUMN_SIZES}
        alt=""
        width="1344"
        height="672"
        fetchpriority="high"
      />
    )
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
      <FirstPublished {...{ post, text, language }} />
    </p>
  )
}

interface FirstPublishedProps {
  post: Pick<Reading['post'], 'canonical_url' | 'first_published_at'>
  text: ReadingText
  language: Language
}

/** When and where the post was published before it came to this site. */
function FirstPublished({ post: { canonical_url, first_published_at }, text, language }: FirstPublishedProps) {
  return (
    <>
      {first_published_at && (
        <LabelledTime label={text.firstPublishedOn} value={first_published_at} language={language} show="date" />
      )}
      {canonical_url && (
        <span>
          {text.firstPublished}{' '}
          <a href={canonical_url} rel="nofollow ugc noopener">
            {URL.parse(canonical_url)?.host}
          </a>
        </span>
      )}
    </>
  )
}

/** client/behaviors/posts/reading.ts handles the buttons and shows "Share" if the browser supports it. */
function ShareButtons({ text, post, report }: { text: ReadingText; post: Reading['post']; report?: Child }) {
  const { id, title } = post
  return (
    <div class="share">
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
        {signature && (
          <p class="soft" dir="auto">
            {signature}
          </p>
        )}
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

/** Structured data of a post: https://schema.org/BlogPosting. */
export function blogPosting(
  { post, shareImage }: Reading,
  { origin, authorPath, lang, identity }: Surroundings,
): Record<string, unknown> {
  const url = origin + postPath(post.id)
  const icons = iconsOf(identity)
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    image: [new URL(shownImage(post.cover_url ?? shareImage, identity.external_images) ?? icons.share, origin).href],
    datePublished: post.first_published_at ?? post.published_at,
    dateModified: post.edited_at ?? post.published_at,
    author: { '@type': 'Person', name: post.author.display_name, url: origin + authorPath },
    publisher: { '@type': 'Organization', name: identity.name ?? PRODUCT_NAME, logo: origin + icons.large },
    mainEntityOfPage: url,
    url,
    ...(post.canonical_url !== null && { sameAs: post.canonical_url }),
    inLanguage: lang,
    ...(post.ai !== 'none' && { digitalSourceType: AI_SOURCES[post.ai] }),
    keywords: post.tags,
    ...(post.series && {
      isPartOf: { '@type': 'CreativeWorkSeries', name: post.series.title, url: origin + seriesPath(post.series.id) },
      position: post.series.part,
    }),
    timeRequired: `PT${post.reading_minutes}M`,
    commentCount: post.comments_count,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: post.likes_count,
    },
  }
}

/** https://schema.org/IPTCDigitalSourceEnumeration */
const AI_SOURCES = {
  helped: 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource',
  made: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
}

interface Surroundings {
  origin: string
  authorPath: string
  /** The language of the post. */
  lang: string
  identity: Identity
}

function ReadNext({ posts, language }: { posts: NextPost[]; language: Language }) {
  const text = readingTexts[language]
  const { card } = postTexts[language]
  return (
    <nav class="neighbours" aria-labelledby="read-next">
      <h2 id="read-next">{text.next}</h2>
      {posts.map(({ id, title, cover_url, reading_minutes, likes_count }) => (
        <a class="neighbour" href={postPath(id)}>
          {cover_url && <img src={atWidth(cover_url, SMALL_WIDTH)} alt="" width="96" height="72" loading="lazy" />}
          <strong lang={languageOfText(title)} dir="auto">
            {title || card.untitled}
          </strong>
          <span>
            {card.minutes(reading_minutes)}
            {likes_count > 0 && ` · ${text.likes(likes_count, compact(likes_count, language))}`}
          </span>
        </a>
      ))}
    </nav>
  )
}

interface PartsProps {
  series: PartOfSeries
  previous: Neighbour | null
  next: Neighbour | null
  language: Language
}

/** Above the text: the series, with links to the part before and after this one. */
function SeriesLine({ series, previous, next, language }: PartsProps) {
  const text = seriesTexts[language]
  return (
    <nav class="series-line" aria-label={text.series}>
      <p>
        <a href={seriesPath(series.id)} lang={foreignLanguage(series.title, language)} dir="auto">
          {series.title}
        </a>
        <span>{text.part(series.part, series.parts)}</span>
      </p>
      {previous && (
        <a class="button small" href={postPath(previous.id)} rel="prev">
          <Icon name="chevron" class="to-left" />
          {text.previous}
        </a>
      )}
      {next && (
        <a class="button small" href={postPath(next.id)} rel="next">
          {text.next}
          <Icon name="chevron" />
        </a>
      )}
    </nav>
  )
}

/** Below the text. */
function Parts({ series, previous, next, language }: PartsProps) {
  const text = seriesTexts[language]
  return (
    <nav class="neighbours" aria-labelledby="series-parts">
      <h2 id="series-parts">
        <a href={seriesPath(series.id)} lang={foreignLanguage(series.title, language)} dir="auto">
          {series.title}
        </a>{' '}
        <small>{text.part(series.part, series.parts)}</small>
      </h2>
      <NeighbourLinks older={previous} newer={next} text={{ older: text.previous, newer: text.next }} />
    </nav>
  )
}

interface NeighboursProps {
  older: Neighbour | null
  newer: Neighbour | null
  text: { older: string; newer: string }
}

function NeighbourLinks({ text, ...posts }: NeighboursProps) {
  return (['older', 'newer'] as const).map((side) => {
    const post = posts[side]
    return (
      post && (
        <a class={`neighbour ${side}`} href={postPath(post.id)} rel={side === 'older' ? 'prev' : 'next'}>
          <span>{text[side]}</span>
          <strong lang={languageOfText(post.title)} dir="auto">
            {post.title}
          </strong>
        </a>
      )
    )
  })
}
