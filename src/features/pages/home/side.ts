import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { type RecentComment, recentComments } from '#features/community/comments/list.ts'
import { commentInOneLine } from '#features/community/comments/rendering.ts'
import { followedAmong } from '#features/community/follows/follows.ts'
import { blockedBy, seesAllPosts } from '#features/core/blocks/block.ts'
import type { HomeBlock } from '#features/core/identity/layout.ts'
import { homeTextToRead, type ReadPage } from '#features/core/identity/own-page.ts'
import { asUserRef, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { listOf } from '#features/publishing/lists/list.ts'
import { pinnedRows } from '#features/publishing/lists/pinned.ts'
import { isIn, type PostLanguage } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  type ListedPost,
  type ListedRow,
  listedColumns,
} from '#features/publishing/posts/post.ts'
import { type PopularTag, popularTags } from '#features/publishing/tags/tags.ts'
import { DAY } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * The rows of the sidebar and of the lead post, before the selection for one reader. They are
 * cached for all readers.
 */
export interface SideContent {
  hot: ListedRow[]
  tags: PopularTag[]
  comments: RecentComment[]
  /** Posts that the owner pinned to the home page. */
  pinned: ListedRow[]
}

/** The content of the sidebar for one reader. */
export interface Sidebar {
  /** Hot posts of the last week. */
  hot: HotPost[]
  /** The authors of hot posts. */
  authors: UserRef[]
  comments: SideComment[]
  tags: PopularTag[]
}

export type HotPost = Pick<ListedRow, 'id' | 'title' | 'likes_count'>

export type SideComment = Pick<RecentComment, 'id' | 'post_id' | 'body' | 'post_title'> & {
  author: UserRef
}

const HOT_SHOWN = 5
const AUTHORS_SHOWN = 4
const COMMENTS_SHOWN = 4
const TAGS_SHOWN = 10
/**
 * More rows are read than shown, because readers see posts in their language first, and no posts by
 * users that they block.
 */
const HOT_READ = 16
const COMMENTS_READ = 12
const TAGS_READ = 30
const WEEK = 7 * DAY

const hotRows = listOf(listedColumns, { sort: 'hot' }, { limit: HOT_READ, after: null })

export const sideContent: Group<SideContent> = group(
  {
    hot: hotRows,
    tags: popularTags(TAGS_READ),
    comments: recentComments(COMMENTS_READ),
    pinned: pinnedRows,
  },
  (lists) => lists,
)

export const EMPTY_SIDE: SideContent = { hot: [], tags: [], comments: [], pinned: [] }

/**
 * The authors of hot posts that the user follows. Without cached content, the hot posts are read
 * too.
 */
export function followedHotAuthors(
  uid: Statement,
  cached: SideContent | null,
): Statement<{ uid: number }> {
  const authors: Statement = cached
    ? sql`SELECT value FROM json_each(${JSON.stringify(cached.hot.map(({ author_id }) => author_id))})`
    : sql`SELECT author_id FROM (${hotRows})`
  return followedAmong(uid, authors)
}

interface Reader {
  viewer: Viewer | null
  language: Language
  /** The blocks of the home page that are on, in their order. */
  blocks: HomeBlock[]
  /** The language filter of the reader; null for all languages. */
  listLanguage: PostLanguage | null
  now: Date
}

/** The sidebar for one reader. It does not suggest authors that the reader follows (`followed`). */
export function sidebarFor(
  side: SideContent,
  followed: { uid: number }[],
  reader: Omit<Reader, 'blocks'>,
): Sidebar {
  const { viewer } = reader
  const sidebar =
    viewer === null || seesAllPosts(viewer)
      ? sharedSidebar(side, reader)
      : sidebarWithout(blockedBy(viewer), wantedOf(side, viewer), reader)
  const known = [...followed.map(({ uid }) => uid), viewer?.uid]
  return {
    ...sidebar,
    authors: sidebar.authors.filter(({ uid }) => !known.includes(uid)).slice(0, AUTHORS_SHOWN),
  }
}

/** Sidebars of readers who see all posts, by language. */
const sharedSidebars = new WeakMap<SideContent, Map<string, Sidebar>>()

function sharedSidebar(side: SideContent, reader: Omit<Reader, 'blocks'>): Sidebar {
  const sidebars = sharedSidebars.get(side) ?? new Map<string, Sidebar>()
  sharedSidebars.set(side, sidebars)
  const key = `${reader.language} ${reader.listLanguage}`
  const sidebar = sidebars.get(key) ?? sidebarWithout([], side, reader)
  sidebars.set(key, sidebar)
  return sidebar
}

/** The sidebar without content by blocked users, but with all authors. */
function sidebarWithout(
  blocked: number[],
  side: SideContent,
  reader: Omit<Reader, 'blocks'>,
): Sidebar {
  const { language, now } = reader
  const hot = hotFor(side.hot, blocked, reader)
  const weekAgo = new Date(now.getTime() - WEEK).toISOString()
  const authors = new Map(hot.map((row) => [row.author_id, asListedPost(row, language).author]))
  const isOwn = ({ body }: RecentComment) =>
    isIn(languageFirst(reader), { title: body, summary: '' })
  return {
    hot: hot
      .filter(({ published_at }) => (published_at ?? '') > weekAgo)
      .slice(0, HOT_SHOWN)
      .map(({ id, title, likes_count }) => ({ id, title, likes_count })),
    authors: [...authors.values()],
    comments: ownFirst(side.comments, isOwn)
      .filter(
        ({ uid, post_author_id }) => !blocked.includes(uid) && !blocked.includes(post_author_id),
      )
      .slice(0, COMMENTS_SHOWN)
      .map(({ id, post_id, body, post_title, post_author_id: _, ...author }) => {
        return {
          id,
          post_id,
          body: commentInOneLine(body),
          post_title,
          author: asUserRef(author, language),
        }
      }),
    tags: ownFirst(side.tags, ({ name }) =>
      isIn(languageFirst(reader), { title: name, summary: '' }),
    ).slice(0, TAGS_SHOWN),
  }
}

/**
 * The hot posts for one reader. The hot rank begins with the time of publication, so a post without
 * reactions is only new and is left out.
 */
function hotFor(
  rows: ListedRow[],
  blocked: number[],
  reader: Pick<Reader, 'language' | 'listLanguage'>,
): ListedRow[] {
  const wanted = rows.filter(
    (row) =>
      hasReactions(row) && isIn(reader.listLanguage, row) && !blocked.includes(row.author_id),
  )
  return ownFirst(wanted, (row) => isIn(languageFirst(reader), row))
}

/**
 * The language whose posts come first: that of the filter if there is one, otherwise the language
 * of the page.
 */
function languageFirst({
  listLanguage,
  language,
}: Pick<Reader, 'listLanguage' | 'language'>): PostLanguage {
  return listLanguage ?? (language === 'en' ? 'en' : 'zh')
}

function ownFirst<T>(items: T[], isOwn: (item: T) => boolean): T[] {
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))]
}

function hasReactions({
  likes_count,
  comments_count,
  favorites_count,
  energy,
}: ListedRow): boolean {
  return likes_count + comments_count + favorites_count + energy > 0
}

const POSTS_SHOWN = 12
/** More posts are read than shown, because some may be pinned or the lead post. */
const POSTS_READ = POSTS_SHOWN + 4
/** Posts in other languages, below those in the reader's language. */
const OTHERS_SHOWN = 4
/** The lead post is one of this many hottest posts, so that it can be one with an image. */
const LEAD_CANDIDATES = 3

/** The parts of the home page. No post is in two of them. */
export interface FrontPage {
  /** The blocks that are on, in their order. */
  blocks: HomeBlock[]
  /** The series of the posts that were read for the page. */
  series: FrontSeries[]
  pinned: ListedPost[]
  /** A hot post, shown large; null if no post has reactions. */
  lead: ListedPost | null
  /** The newest posts: in the reader's language, or in the language of the reader's filter. */
  posts: ListedPost[]
  /** The newest posts in the other language. Empty if the reader filters by language. */
  others: ListedPost[]
}

export type FrontSeries = NonNullable<ListedPost['series']>

const SERIES_SHOWN = 4

/** The newest posts for a reader. */
export interface NewestRows {
  /** In the first language of the reader. */
  own: ListedRow[]
  /** In the other language; null if the reader filters by language. */
  others: ListedRow[] | null
  /** The text that the owner wrote for the home page. */
  text: ReadPage | null
}

export function newestRows(
  reader: Pick<Reader, 'language' | 'listLanguage'>,
  viewer: Viewer | null,
  hasText: boolean,
): Group<NewestRows> {
  const first = languageFirst(reader)
  const second = first === 'zh' ? 'en' : 'zh'
  const newest = (language: PostLanguage) =>
    listOf(listedColumns, { sort: 'new', viewer, language }, { limit: POSTS_READ, after: null })
  const asked = {
    own: newest(first),
    others: reader.listLanguage === null ? newest(second) : null,
    text: hasText ? homeTextToRead(reader.language) : null,
  }
  return group(asked, (rows) => rows)
}

/** The content without posts made by AI, if the viewer hides them. */
function wantedOf(side: SideContent, { hides_ai }: Viewer): SideContent {
  const isWanted = ({ ai_made }: ListedRow) => hides_ai === 0 || ai_made !== 1
  return { ...side, hot: side.hot.filter(isWanted), pinned: side.pinned.filter(isWanted) }
}

/** Front pages of readers who see all posts. The rows belong to one language and filter. */
const sharedPages = new WeakMap<NewestRows, { side: SideContent; front: FrontPage }>()

export function frontPage(rows: NewestRows, side: SideContent, reader: Reader): FrontPage {
  const { viewer } = reader
  if (viewer !== null && !seesAllPosts(viewer))
    return frontWithout(blockedBy(viewer), rows, wantedOf(side, viewer), reader)
  const shared = sharedPages.get(rows)
  const hasSameBlocks = shared?.front.blocks.join() === reader.blocks.join()
  if (shared?.side === side && hasSameBlocks) return shared.front
  const front = frontWithout([], rows, side, reader)
  sharedPages.set(rows, { side, front })
  return front
}

function frontWithout(
  blocked: number[],
  { own, others }: NewestRows,
  side: SideContent,
  reader: Reader,
): FrontPage {
  const first = languageFirst(reader)
  const shown = new Set<number>()
  const part = (rows: ListedRow[], max: number): ListedPost[] => {
    const fresh = rows
      .filter(({ id, author_id }) => !shown.has(id) && !blocked.includes(author_id))
      .slice(0, max)
    for (const { id } of fresh) shown.add(id)
    return fresh.map((row) => asListedPost(row, reader.language))
  }
  // A post of a block that is off is shown like the others.
  const isOn = (block: HomeBlock) => reader.blocks.includes(block)
  const pinned = part(isOn('pinned') ? side.pinned : [], side.pinned.length)
  const hot = hotFor(side.hot, blocked, reader).filter(({ id }) => !shown.has(id))
  const [lead = null] = part(isOn('lead') ? leadOf(hot, first) : [], 1)
  const posts = part(isOn('new') ? own : [], POSTS_SHOWN)
  // A site with few posts in the reader's language shows more of the others.
  const othersShown = Math.max(OTHERS_SHOWN, POSTS_SHOWN - posts.length)
  const rest = part(isOn('new') ? (others ?? []) : [], othersShown)
  const series = isOn('series') ? seriesIn([...own, ...(others ?? []), ...side.hot], reader) : []
  return { blocks: reader.blocks, pinned, lead, posts, others: rest, series }
}

/** Series without a read of their own: those of the newest and of the hot posts. */
function seriesIn(rows: ListedRow[], reader: Reader): FrontSeries[] {
  const found = new Map<number, FrontSeries>()
  for (const row of rows) {
    const { series } = asListedPost(row, reader.language)
    if (series && !found.has(series.id)) found.set(series.id, series)
  }
  return [...found.values()].slice(0, SERIES_SHOWN)
}

/**
 * The first of the hottest posts that has an image; the hottest one if none has. Posts in the
 * reader's language are preferred, if one of them has reactions.
 */
function leadOf(hot: ListedRow[], first: PostLanguage): ListedRow[] {
  const own = hot.filter((row) => isIn(first, row))
  const candidates = (own.length > 0 ? own : hot).slice(0, LEAD_CANDIDATES)
  const [fallback] = candidates
  const lead = candidates.find(({ cover_url }) => cover_url) ?? fallback
  return lead ? [lead] : []
}
