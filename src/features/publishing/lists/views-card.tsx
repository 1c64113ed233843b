import type { Child } from 'hono/jsx'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { userPath } from '#features/core/shell/navigation.ts'
import { type PostText, postTexts } from '#features/publishing/lists/text.ts'
import { postPath, tagPath } from '#features/publishing/posts/paths.ts'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import { highlight, type Segment, snippetOf } from '#features/publishing/search/fts/highlight.ts'
import { termsOf } from '#features/publishing/search/fts/match.ts'
import { beginningOf } from '#kernel/html/summary.ts'
import { foreignLanguage } from '#kernel/html/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge } from '#web/components/badge.tsx'
import { compact } from '#web/components/compact.ts'
import { memoised } from '#web/components/memoised.ts'
import { Time } from '#web/components/time.tsx'

/** Covers that are visible when a page opens. They are not loaded lazily. */
export const EAGER_COVERS = 3

/** The length that fits in two lines of the widest card. A longer summary would be sent but hidden. */
const summaryShownMax = (lang: string) => (lang === 'en' ? 280 : 140)

/** A list of posts. client/behaviors/load-more.ts appends to the element with this id. */
export function PostList({ posts, language, action }: PostListProps) {
  // A card with actions depends on the viewer and is not cached; a card without actions is the same for everyone.
  const card = (post: ListedPost, eager: boolean) =>
    action ? (
      <PostCard post={post} language={language} eager={eager} action={action(post)} />
    ) : (
      cachedCard({ post, language, eager })
    )
  return (
    <ol class="post-list" id="posts">
      {posts.map((post, index) => card(post, index < EAGER_COVERS))}
    </ol>
  )
}

export function PostCards({ posts, isPinned, isLead, language }: PostCardsProps) {
  return (
    <ol class={isLead ? 'post-list lead' : 'post-list'}>
      {posts.map((post) => cachedCard({ post, language, eager: isPinned || isLead, isPinned, heading: 'h3' }))}
    </ol>
  )
}

interface PostCardsProps {
  posts: ListedPost[]
  isPinned: boolean
  isLead: boolean
  language: Language
}

interface PostListProps {
  posts: ListedPost[]
  language: Language
  /** The viewer's actions for each post in this list. */
  action?: ((post: ListedPost) => Child) | undefined
}

interface PostCardProps {
  post: ListedPost
  language: Language
  eager: boolean
  isPinned?: boolean
  heading?: 'h2' | 'h3'
  action?: Child | undefined
  /** For search results: replaces title and summary, with the matches of `q` marked. */
  found?: { title: string; text: string; q: string }
}

function PostCard(props: PostCardProps) {
  const { post, language, eager, isPinned = false, heading: Heading = 'h2', action, found } = props
  const text = postTexts[language].card
  const lang = foreignLanguage(post.title + post.summary, language)
  const terms = termsOf(found?.q ?? '')
  return (
    <li>
      <header>
        <Avatar user={post.author} />
        <a href={userPath(post.author.uid)}>{post.author.display_name}</a>
        <LevelBadge level={post.author.level} />
        <Time value={post.published_at ?? post.created_at} language={language} show="day" />
        {isPinned && <Badge tone="accent">{text.pinned}</Badge>}
        {action}
      </header>
      <Heading lang={lang}>
        {/* This link covers the whole card; the other links are above it. */}
        <a href={postPath(post.id)}>
          {found ? highlight(found.title, terms).map(asMarked) : post.title || text.untitled}
        </a>
      </Heading>
      {post.summary && (
        <p lang={lang}>
          {found
            ? snippetOf(found.text, terms).map(asMarked)
            : beginningOf(post.summary, summaryShownMax(lang ?? language))}
        </p>
      )}
      {post.cover_url && (
        <img src={post.cover_url} alt="" width="192" height="128" loading={eager ? 'eager' : 'lazy'} decoding="async" />
      )}
      <footer>
        <TagList tags={post.tags} label={text.tags} />
        <Stats post={post} text={text} language={language} />
      </footer>
    </li>
  )
}

export const cachedCard = memoised<Omit<PostCardProps, 'action'>>(PostCard)

export function asMarked({ text, isMatch }: Segment) {
  return isMatch ? <mark>{text}</mark> : text
}

interface TagListProps {
  tags: string[]
  label: string
  /** Omitted in cards. */
  class?: 'tag-list'
}

export function TagList({ tags, label, class: className }: TagListProps) {
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

/** CSS adds the icon of each number by its position. */
function Stats({ post, text, language }: { post: ListedPost; text: PostText['card']; language: Language }) {
  return (
    <p>
      {text.minutes(post.reading_minutes)}
      {post.views !== null && <span>{text.views(post.views, compact(post.views, language))}</span>}
      <Stat value={post.likes_count} label={text.likes} language={language} />
      <Stat value={post.comments_count} label={text.comments} language={language} />
      <Stat value={post.favorites_count} label={text.favorites} language={language} />
      <Stat value={post.energy} label={text.energy} language={language} warm={post.energy > 0} />
    </p>
  )
}

interface StatProps {
  value: number
  /** The name of the number, for screen readers. */
  label: string
  language: Language
  /** Uses the accent colour. */
  warm?: boolean
}

function Stat({ value, label, language, warm = false }: StatProps) {
  return (
    <b class={warm ? 'warm' : undefined}>
      {compact(value, language)}
      <i> {label}</i>
    </b>
  )
}
