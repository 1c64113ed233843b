import type { Child } from 'hono/jsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { type PostText, postTexts } from '#features/publishing/lists/text.ts'
import { type ListedPost, postPath, seriesPath, tagPath } from '#features/publishing/posts/post.ts'
import { highlight, type Segment, snippetOf } from '#features/publishing/search/fts/highlight.ts'
import { seriesTexts } from '#features/publishing/series/text.ts'
import { beginningOf, directionOf, foreignLanguage } from '#kernel/html/plain.ts'
import type { Language } from '#kernel/i18n.ts'
import { atWidth, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { termsOf } from '#kernel/search/tokens.ts'
import { compact } from '#web/components/compact.ts'
import { Badge } from '#web/components/elements.tsx'
import { memoised } from '#web/components/memoised.ts'
import { Time } from '#web/components/time.tsx'

/** Covers that are visible when a page opens. They are not loaded lazily. */
export const EAGER_COVERS = 4

/** Tags shown in a row. The page of the post has all of them. */
const TAGS_SHOWN = 2

/**
 * The lengths that fit in one line of a row and in three lines of a large one. The rest would be
 * sent but hidden.
 */
const SUMMARY_SHOWN = { row: { zh: 60, en: 120 }, large: { zh: 100, en: 220 } }

/** A list of posts. client/behaviors/load-more.ts appends to the element with this id. */
export function PostList({ posts, language, isStart = false, action }: PostListProps) {
  // A row with actions depends on the viewer and is not cached; a row without actions is the same
  // for everyone.
  const row = (post: ListedPost, index: number) => {
    const look = isStart && index === 0 && post.cover_url ? 'large' : 'row'
    return action ? (
      <PostRow
        post={post}
        language={language}
        eager={index < EAGER_COVERS}
        look={look}
        action={action(post)}
      />
    ) : (
      cachedRow({ post, language, eager: index < EAGER_COVERS, look })
    )
  }
  return (
    <ol class="post-list" id="posts">
      {posts.map(row)}
    </ol>
  )
}

export const SMALL_FEED = { type: 'application/atom+xml', kind: 'small', icon: 'feed' } as const

interface PostListProps {
  posts: ListedPost[]
  language: Language
  /** This is the first page of the list. It shows its first post large if the post has an image. */
  isStart?: boolean
  /** The viewer's actions for each post, in lists that the viewer can change. */
  action?: ((post: ListedPost) => Child) | undefined
}

interface PostRowProps {
  post: ListedPost
  language: Language
  eager: boolean
  /** A pinned post is shown without summary and image. */
  look?: 'row' | 'large' | 'pinned'
  heading?: 'h2' | 'h3'
  action?: Child | undefined
  /** For search results: replaces title and summary, with the matches of `q` marked. */
  found?: { title: string; text: string; q: string }
}

function PostRow(props: PostRowProps) {
  const { post, language, eager, look = 'row', heading: Heading = 'h2', action, found } = props
  const text = postTexts[language].card
  const lang = foreignLanguage(post.title + post.summary, language)
  const terms = termsOf(found?.q ?? '')
  const isPinned = look === 'pinned'
  const summaryMax =
    SUMMARY_SHOWN[look === 'large' ? 'large' : 'row'][(lang ?? language) === 'en' ? 'en' : 'zh']
  return (
    <li class={look === 'row' ? undefined : look}>
      {post.series && !isPinned && (
        <small>
          <a
            href={seriesPath(post.series.id)}
            lang={foreignLanguage(post.series.title, language)}
            dir={directionOf(post.series.title)}
          >
            {post.series.title}
          </a>{' '}
          {seriesTexts[language].part(post.series.part, post.series.parts)}
        </small>
      )}
      <Heading lang={lang} dir={directionOf(found?.title ?? post.title)}>
        {/* This link covers the whole row; the other links are above it. */}
        <a href={postPath(post.id)}>
          {found ? highlight(found.title, terms).map(asMarked) : post.title || text.untitled}
        </a>
      </Heading>
      {post.summary && !isPinned && (
        <p lang={lang} dir={directionOf(found?.text ?? post.summary)}>
          {found
            ? snippetOf(found.text, terms).map(asMarked)
            : beginningOf(post.summary, summaryMax)}
        </p>
      )}
      {post.cover_url && !isPinned && (
        <img
          src={atWidth(post.cover_url, SMALL_WIDTH)}
          {...(look === 'large' && largeCover(post.cover_url))}
          alt=""
          width="192"
          height="128"
          loading={eager ? undefined : 'lazy'}
          fetchpriority={look === 'large' ? 'high' : undefined}
          decoding="async"
        />
      )}
      <footer>
        {isPinned && <Badge tone="accent">{text.pinned}</Badge>}
        <Avatar user={post.author} />
        <a dir={directionOf(post.author.display_name)} href={userPath(post.author.uid)}>
          {post.author.display_name}
        </a>
        <LevelBadge level={post.author.level} />
        <Time
          value={post.first_published_at ?? post.published_at ?? post.created_at}
          language={language}
          show="day"
        />
        {!isPinned && <TagList tags={post.tags.slice(0, TAGS_SHOWN)} label={text.tags} />}
        <Stats post={post} text={text} language={language} />
        {action}
      </footer>
    </li>
  )
}

/** The sizes are those of the large image in static/css/components/post-list.css. */
function largeCover(url: string) {
  const src = atWidth(url, MEDIUM_WIDTH)
  if (src === url) return { src }
  const srcset = `${atWidth(url, SMALL_WIDTH)} ${SMALL_WIDTH}w, ${src} ${MEDIUM_WIDTH}w`
  return { src, srcset, sizes: '(max-width: 40rem) calc(100vw - 2rem), 22.5rem' }
}

export const cachedRow = memoised<Omit<PostRowProps, 'action'>>(PostRow)

export function asMarked({ text, isMatch }: Segment) {
  return isMatch ? <mark>{text}</mark> : text
}

export function TagList({
  tags,
  label,
  class: className,
}: {
  tags: string[]
  label: string
  class?: 'tag-list row'
}) {
  if (tags.length === 0) return null
  return (
    <ul class={className} aria-label={label}>
      {tags.map((tag) => (
        <li>
          <a href={tagPath(tag)}>{tag}</a>
        </li>
      ))}
    </ul>
  )
}

/**
 * The reading time, the views unless the site hides them, and the counts that are not zero. CSS
 * adds the icons.
 */
function Stats({
  post,
  text,
  language,
}: {
  post: ListedPost
  text: PostText['card']
  language: Language
}) {
  return (
    <p>
      <span>{text.minutes(post.reading_minutes)}</span>
      {post.views !== null && <span>{text.views(post.views, compact(post.views, language))}</span>}
      {STATS.map(
        ([name, count]) =>
          post[count] > 0 && (
            <b class={name}>
              {compact(post[count], language)}
              <i> {text[name]}</i>
            </b>
          ),
      )}
    </p>
  )
}

const STATS = [
  ['likes', 'likes_count'],
  ['comments', 'comments_count'],
  ['energy', 'energy'],
] as const
