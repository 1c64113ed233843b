import { sql } from 'drizzle-orm'
import { type Group, group, type ResultOf, type Statement } from '#db/client.ts'
import { type RecentComment, recentComments } from '#features/community/comments/list.ts'
import { followedAmong } from '#features/community/follows/follows.ts'
import { blockedBy, seesAllPosts } from '#features/core/blocks/block.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
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
 * The rows of the sidebar and of the lead post, before the selection for one reader. Cached for all
 * readers.
 */
export interface SideContent {
  hot: ListedRow[]
  tags: PopularTag[]
  comments: RecentComment[]
  pinned: ListedRow[]
}

export type Sidebar = ReturnType<typeof sidebarWithout>
export type HotPost = Sidebar['hot'][number]
export type SideComment = Sidebar['comments'][number]

const HOT_SHOWN = 5
const AUTHORS_SHOWN = 4
const COMMENTS_SHOWN = 4
const TAGS_SHOWN = 10
/** More than shown: readers see posts of their language first, and no posts of users they block. */
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
  /** The language filter of the reader; null for all languages. */
  listLanguage: PostLanguage | null
  now: Date
}

/** The sidebar for one reader. `followed` are authors that the reader follows already. */
export function sidebarFor(
  side: SideContent,
  followed: { uid: number }[],
  reader: Reader,
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

/** Sidebars of readers without blocked users, by language. */
const sharedSidebars = new WeakMap<SideContent, Map<string, Sidebar>>()

function sharedSidebar(side: SideContent, reader: Reader): Sidebar {
  const sidebars = sharedSidebars.get(side) ?? new Map<string, Sidebar>()
  sharedSidebars.set(side, sidebars)
  const key = `${reader.language} ${reader.listLanguage}`
  const sidebar = sidebars.get(key) ?? sidebarWithout([], side, reader)
  sidebars.set(key, sidebar)
  return sidebar
}

/** The sidebar without content by these users, but with all authors. */
function sidebarWithout(blocked: number[], side: SideContent, reader: Reader) {
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
        return { id, post_id, body, post_title, author: asUserRef(author, language) }
      }),
    tags: ownFirst(side.tags, ({ name }) =>
      isIn(languageFirst(reader), { title: name, summary: '' }),
    ).slice(0, TAGS_SHOWN),
  }
}

/**
 * Hot posts for one reader. The hot rank starts at the publication time, so a post without
 * reactions is only new.
 */
function hotFor(rows: ListedRow[], blocked: number[], reader: Omit<Reader, 'viewer'>): ListedRow[] {
  const wanted = rows.filter(
    (row) =>
      hasReactions(row) && isIn(reader.listLanguage, row) && !blocked.includes(row.author_id),
  )
  return ownFirst(wanted, (row) => isIn(languageFirst(reader), row))
}

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
/** More than shown, because some may be pinned or the lead post. */
const POSTS_READ = POSTS_SHOWN + 4
/** In other languages than the reader's, below the posts in the reader's language. */
const OTHERS_SHOWN = 4
/** The lead post is one of the hottest with an image. */
const LEAD_CANDIDATES = 3

/** The parts of the home page, in order. No post is in two of them. */
export interface FrontPage {
  pinned: ListedPost[]
  /** A hot post, shown large; null if no post has reactions. */
  lead: ListedPost | null
  /** The newest posts; in the reader's language, unless the reader filters by another one. */
  posts: ListedPost[]
  /** The newest posts in the other language. Empty if the reader filters by language. */
  others: ListedPost[]
}

export type NewestRows = ResultOf<ReturnType<typeof newestRows>>

/**
 * The newest posts in the first language of a reader and in the other one; null if the reader
 * filters by language.
 */
export function newestRows(
  reader: Pick<Reader, 'language' | 'listLanguage'>,
  viewer: Viewer | null,
) {
  const first = languageFirst(reader)
  const newest = (language: PostLanguage) =>
    listOf(listedColumns, { sort: 'new', viewer, language }, { limit: POSTS_READ, after: null })
  const asked = {
    own: newest(first),
    others: reader.listLanguage === null ? newest(first === 'zh' ? 'en' : 'zh') : null,
  }
  return group(asked, (rows) => rows)
}

/** Without posts that were made by AI, if the viewer hides them. */
function wantedOf(side: SideContent, { hides_ai }: Viewer): SideContent {
  const isWanted = ({ ai_made }: ListedRow) => hides_ai === 0 || ai_made !== 1
  return { ...side, hot: side.hot.filter(isWanted), pinned: side.pinned.filter(isWanted) }
}

/** Front pages of readers without blocked users. The rows are read for one language and filter. */
const sharedPages = new WeakMap<NewestRows, { side: SideContent; front: FrontPage }>()

export function frontPage(rows: NewestRows, side: SideContent, reader: Reader): FrontPage {
  const { viewer } = reader
  if (viewer !== null && !seesAllPosts(viewer))
    return frontWithout(blockedBy(viewer), rows, wantedOf(side, viewer), reader)
  const shared = sharedPages.get(rows)
  if (shared?.side === side) return shared.front
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
  const pinned = part(side.pinned, side.pinned.length)
  const hot = hotFor(side.hot, blocked, reader).filter(({ id }) => !shown.has(id))
  const [lead = null] = part(leadOf(hot, first), 1)
  const posts = part(own, POSTS_SHOWN)
  // A site with few posts in the reader's language shows more of the others.
  const rest = part(others ?? [], Math.max(OTHERS_SHOWN, POSTS_SHOWN - posts.length))
  return { pinned, lead, posts, others: rest }
}

/**
 * The first of the hottest posts with an image, in the reader's language if there is one with
 * reactions.
 */
function leadOf(hot: ListedRow[], first: PostLanguage): ListedRow[] {
  const own = hot.filter((row) => isIn(first, row))
  const candidates = (own.length > 0 ? own : hot).slice(0, LEAD_CANDIDATES)
  const [fallback] = candidates
  const lead = candidates.find(({ cover_url }) => cover_url) ?? fallback
  return lead ? [lead] : []
}
