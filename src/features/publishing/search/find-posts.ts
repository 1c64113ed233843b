import { and, type SQL, sql } from 'drizzle-orm'
import { beginsWith, behind, type Database, type Group, group, type Statement } from '#db/client.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postsKey, postsPage, type Sort } from '#features/publishing/lists/list.ts'
import { unlessMadeByAi } from '#features/publishing/posts/ai.ts'
import type { PostLanguage } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  asPostCard,
  type Columns,
  cardColumns,
  isPublic,
  type ListedPost,
  type ListedRow,
  listedColumns,
  type PostCard,
} from '#features/publishing/posts/post.ts'
import { type Term, termsOf } from '#features/publishing/search/fts/match.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import {
  asHits,
  FOUND_COUNTED_MAX,
  hitsKey,
  hitsOf,
  marksOf,
  matchingPosts,
  reindexing,
  type SearchQuery,
  SORTED_MAX,
  searchPosts,
} from '#features/publishing/search/fts/search-posts.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import { type ListKey, type Page, type PageRequest, requireCursorOf } from '#kernel/paging.ts'
import { tagKey } from '#kernel/post-limits.ts'

interface PostSearch {
  q: string
  /** Sorted by relevance if undefined. */
  sort?: Sort | undefined
  tag?: string | undefined
  author?: number | undefined
  language?: PostLanguage | undefined
  /** Posts by users that the viewer blocks are left out. */
  viewer?: Reader
}

type Reader = Pick<Viewer, 'uid' | 'role' | 'blocked_ids' | 'hides_ai'> | null

/** Public posts that match the query. The index may be stale, so the main database decides whether a post is public. */
export async function findPosts(
  db: Database,
  search: Database,
  { sort, tag, viewer = null, ...rest }: PostSearch,
  request: PageRequest,
  language: Language,
): Promise<Page<PostCard>> {
  const query = { ...rest, tag: tag === undefined ? undefined : tagKey(tag) }
  requireCursorOf(foundKey(query, sort), request)
  if (sort === undefined) {
    const { items: ids, next_cursor } = await searchPosts(search, query, request)
    const rows = ids.length === 0 ? [] : await db.all(postsInOrder(cardColumns, ids, viewer))
    return { items: rows.map((row) => asPostCard(row, viewer, language)), next_cursor }
  }
  const ids = await matchingPosts(search, query)
  if (ids.length === 0) return { items: [], next_cursor: null }
  const sorted = sortedPosts(cardColumns, ids, sort, request, viewer)
  return db.read(postsPage(sorted, { ...query, sort }, request, (row) => asPostCard(row, viewer, language)))
}

/** For lists of matches, before the index is read. */
export function foundKey(query: SearchQuery, sort: Sort | undefined): ListKey {
  return sort === undefined ? hitsKey(query) : postsKey({ ...query, sort })
}

/** The public posts among these, in the order of `ids`. */
export function postsInOrder<Row>(columns: Columns<Row>, ids: readonly number[], viewer: Reader): Statement<Row> {
  return sql`
    SELECT ${columns} ${among(ids)} WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`), unlessMadeByAi(viewer, sql`p.id`))} ORDER BY j.key`
}

/** A page of the public posts among these, and one more row. */
function sortedPosts<Row>(
  columns: Columns<Row>,
  ids: readonly number[],
  sort: Sort,
  request: PageRequest,
  viewer: Reader,
): Statement<Row> {
  const key = sql.raw(sort === 'hot' ? 'p.hot' : 'p.published_at')
  return sql`
    SELECT ${columns} ${among(ids)}
    WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`), unlessMadeByAi(viewer, sql`p.id`), behind(request, key, sql`p.id`))}
    ORDER BY ${key} DESC, p.id DESC LIMIT ${request.limit + 1}`
}

function among(ids: readonly number[]): SQL {
  return sql`FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id`
}

export const TAGS_FOUND_MAX = 100

/**
 * Tags in use that start with `q` or equal one of its words. An exact match is first, then the most used. Returns one row more
 * than the limit if there are more.
 */
export function tagsNamed(q: string, limit = TAGS_FOUND_MAX + 1): Statement<PopularTag> {
  const key = tagKey(q)
  const words = JSON.stringify(key.split(/\s+/).filter(Boolean))
  return sql`
    SELECT name, posts_count FROM (
      SELECT * FROM (
        SELECT tag_key, name, posts_count FROM tags WHERE ${beginsWith(sql`tag_key`, key)}
        ORDER BY tag_key LIMIT ${TAGS_FOUND_MAX + 1})
      UNION SELECT tag_key, name, posts_count FROM tags WHERE tag_key IN (SELECT value FROM json_each(${words}))
    ) WHERE posts_count > 0 ORDER BY tag_key = ${key} DESC, posts_count DESC, tag_key LIMIT ${limit}`
}

/** A post, with the texts to highlight: see highlight.ts. */
export interface FoundPost {
  post: ListedPost
  title: string
  /** The part of the text around the first match, or the summary. */
  text: string
}

/** The result of the index, before the main database is read. */
interface Matches {
  /** Matching posts, up to FOUND_COUNTED_MAX + 1. */
  count: number
  /** The index is being rebuilt, and older entries have no language and date yet. */
  isPartial: boolean
  /** Only the newest matches were sorted. */
  isCut: boolean
  /** A page for this viewer, to be read from the main database. */
  page: (viewer: PostSearch['viewer'], language: Language) => Group<Page<FoundPost>> | null
}

interface Asked {
  sort?: Sort | undefined
  request: PageRequest
  /** Only the count is needed. */
  countOnly: boolean
}

/** Queries the index in one round trip. */
export async function matchesIn(search: Database, query: SearchQuery, asked: Asked): Promise<Matches> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { count: 0, isPartial: false, isCut: false, page: () => null }
  const { sort, request, countOnly } = asked
  if (countOnly) return { ...(await newest(search, query, FOUND_COUNTED_MAX + 1)), isCut: false, page: () => null }
  if (sort === undefined) return best(search, query, terms, request)
  const { ids, ...about } = await newest(search, query, SORTED_MAX)
  return {
    ...about,
    isCut: ids.length === SORTED_MAX,
    page: (viewer = null, language) => {
      const sorted = sortedPosts(listedColumns, ids, sort, request, viewer)
      return ids.length === 0 ? null : postsPage(sorted, { ...query, sort }, request, (row) => inSummary(row, language))
    },
  }
}

async function best(
  search: Database,
  query: SearchQuery,
  terms: readonly Term[],
  request: PageRequest,
): Promise<Matches> {
  const { rows, state } = await search.read({ rows: hitsOf(query, terms, request), state: stateFor(query) })
  const { hits, count } = asHits(query, rows, request)
  const ids = hits.items.map(({ id }) => id)
  return {
    count,
    isPartial: isReindexing(state),
    isCut: false,
    page: (viewer = null, language) => {
      const posts = postsInOrder(listedColumns, ids, viewer)
      const found = (rows: readonly ListedRow[]) => hits.items.flatMap(inText(rows, language))
      return ids.length === 0 ? null : group({ posts }, ({ posts }) => ({ ...hits, items: found(posts) }))
    },
  }
}

async function newest(search: Database, query: SearchQuery, reach: number) {
  const [rows = null] = newestMatches('post', query.q, marksOf(query), null, reach)
  const response = await search.read({ rows, state: stateFor(query) })
  const ids = response.rows?.map(({ id }) => id) ?? []
  return { ids, count: Math.min(ids.length, FOUND_COUNTED_MAX + 1), isPartial: isReindexing(response.state) }
}

/** Only these two filters are missing in older entries of the index. */
function stateFor({ language, published }: SearchQuery): typeof reindexing | null {
  return language === undefined && published === undefined ? null : reindexing
}

function isReindexing(state: { is_partial: 0 | 1 }[] | null): boolean {
  return state?.[0]?.is_partial === 1
}

function inText(rows: readonly ListedRow[], language: Language) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ id, title, text }: { id: number; title: string; text: string }): FoundPost[] => {
    const row = byId.get(id)
    if (!row) return []
    return [{ post: asListedPost(row, language), title, text }]
  }
}

/** Uses the summary, because a sorted search reads only ids from the index. */
function inSummary(row: ListedRow, language: Language): FoundPost {
  const post = asListedPost(row, language)
  return { post, title: post.title, text: post.summary }
}
