/**
 * Search uses the database `SEARCH` (docs/decisions/0003-search-in-a-second-database.md). A word of
 * a title or tag is indexed a second time with a mark (fts/marks.ts); author, tag, language, day
 * and month are marks too. A search goes through ranks (fts/search-posts.ts): all words in the
 * title, in title and tags, some of them, only in the text, then prefixes. A rank excludes the
 * ranks before it and is read newest first, only as far as the page needs. A cursor is a rank and
 * an id. FTS5 looks up each word in each segment of the index, and every write adds a segment; the
 * cron merges them once a day (fts/scans.ts).
 */

import { and, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { beginsWith, behind, type Database, type Group, group, type Statement } from '#db/client.ts'
import {
  asFoundPerson,
  type FoundPerson,
  peopleNamed,
} from '#features/accounts/profiles/find-people.ts'
import { unlessBlocked } from '#features/core/blocks/block.ts'
import { asUserRef, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postsKey, postsPage, type Sort, topicOf } from '#features/publishing/lists/list.ts'
import { unlessMadeByAi } from '#features/publishing/posts/ai.ts'
import { POST_LANGUAGES } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  asPostCard,
  type Columns,
  cardColumns,
  isPublic,
  type ListedPost,
  listedColumns,
  type PostCard,
} from '#features/publishing/posts/post.ts'
import { marksSince, SINCE } from '#features/publishing/search/fts/marks.ts'
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
  searchTitles,
} from '#features/publishing/search/fts/search-posts.ts'
import { betterSpelling } from '#features/publishing/search/fts/spelling.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { type ListKey, type Page, type PageRequest, requireCursorOf } from '#kernel/paging.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'
import { type Term, termsOf } from '#kernel/search/tokens.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'

const FOUND_KINDS = ['posts', 'people', 'tags'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/**
 * A search. Without a `type` it finds everything and lists posts; without a `sort`, the most
 * relevant are first.
 */
export type Wanted = z.infer<typeof FindInput>

export interface Finding {
  posts: Page<FoundPost>
  people: FoundPerson[]
  tags: PopularTag[]
  /** The number of each kind, at most 101. Null on later pages, which count nothing. */
  counts: Record<FoundKind, number> | null
  /** Another spelling that finds more, if this one finds few posts; otherwise null. */
  didYouMean: string | null
  /** The index is being rebuilt, so a filter by language or date finds only a part of the posts. */
  isPartial: boolean
  /** A search with a sort order has more matches than it sorted, and this is its last page. */
  isCut: boolean
  /** The index is unavailable: posts are missing and not counted. */
  isDown: boolean
  /** The author that the posts are filtered by; null if there is no such user. */
  author: UserRef | null
}

interface Asking {
  /** A promise if the session is read at the same time as the index. */
  viewer: Viewer | null | Promise<Viewer | null>
  language: Language
  now: Date
  /**
   * If the index is down, return only people and tags instead of throwing `search_unavailable`.
   * Later pages contain only posts, so they throw.
   */
  fallsBackToNames?: boolean
}

/**
 * Finds posts, people and tags in two round trips. If few posts are found, a better spelling is
 * looked up at the same time as the second one; the spelling of several words or with filters takes
 * a third.
 */
export async function find(
  db: Database,
  search: Database,
  wanted: Wanted,
  request: PageRequest,
  asking: Asking,
): Promise<Finding> {
  const { language, now, fallsBackToNames = false } = asking
  const { q, type, sort, tag, author, time } = wanted
  if (q === '') return NOTHING
  const query = {
    q,
    author,
    tag: tag === undefined ? undefined : tagKey(tag),
    language: wanted.language,
    published: time && marksSince(time, now),
    time,
  }
  const isFirst = request.after === null
  const listsPosts = type === undefined || type === 'posts'
  // Lists of people and tags have one page, so their key has no filters.
  requireCursorOf(listsPosts ? foundKey(query, sort) : ['names', type, q], request)
  const orNull = <T>(asked: Promise<T>) => (fallsBackToNames && isFirst ? nullIfDown(asked) : asked)
  const [matches, viewer] = await Promise.all([
    orNull(matchesIn(search, query, { sort, request, countOnly: !listsPosts })),
    asking.viewer,
  ])
  const [{ posts, people, tags, topic }, didYouMean] = await Promise.all([
    db.read({
      posts: matches?.page(viewer, language) ?? null,
      people: isFirst
        ? group({ rows: peopleNamed(q, viewer) }, ({ rows }) =>
            rows.map((row) => asFoundPerson(row, language)),
          )
        : null,
      tags: isFirst ? tagsNamed(q) : null,
      topic: group({ author: topicOf({ author }, language).author }, ({ author }) => author),
    }),
    isFirst && listsPosts && matches ? orNull(betterSpelling(search, query, matches.count)) : null,
  ])
  const page = posts ?? NOTHING.posts
  const isWhole = listsPosts && isFirst && page.next_cursor === null
  const count = isWhole ? page.items.length : (matches?.count ?? 0)
  return {
    posts: page,
    people: people ?? [],
    tags: tags ?? [],
    counts: isFirst ? { posts: count, people: people?.length ?? 0, tags: tags?.length ?? 0 } : null,
    didYouMean,
    isPartial: matches?.isPartial ?? false,
    isCut: (matches?.isCut ?? false) && page.next_cursor === null,
    isDown: matches === null,
    author: topic,
  }
}

/** Logs the error and returns null if the index is down. Other errors are thrown. */
async function nullIfDown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'search_unavailable') throw error
    console.error(JSON.stringify({ level: 'error', error: String(error.cause ?? error) }))
    return null
  }
}

const NOTHING: Finding = {
  posts: { items: [], next_cursor: null },
  people: [],
  tags: [],
  counts: null,
  didYouMean: null,
  isPartial: false,
  isCut: false,
  isDown: false,
  author: null,
}

/** The URL of a search. Undefined filters are left out. */
export function searchPath(wanted: Wanted): string {
  const given = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  // Encoded like a form. URLSearchParams is too slow: a page has fifty of these links, and they
  // took a tenth of its time.
  return `/search?${given.join('&').replaceAll('%20', '+')}`
}

/** The filters and the sort order of a search, by their names in the URL. */
const choices = {
  type: z.enum(FOUND_KINDS).optional(),
  sort: z.enum(['new', 'hot']).optional(),
  language: z.enum(POST_LANGUAGES).optional(),
  time: z.enum(SINCE).optional(),
  tag: text({ min: 1, max: TAG_MAX }).optional(),
  author: z.coerce.number().int().min(1).optional(),
}

export const CHOICES = Object.keys(choices)

export const FindInput = z.object({ q: text({ min: 1, max: QUERY_MAX }), ...choices })

/** For pages: unknown values in a URL are ignored. */
export const FindOnPageInput = z.object({
  q: text({ max: QUERY_MAX }).default(''),
  type: choices.type.catch(undefined),
  sort: choices.sort.catch(undefined),
  language: choices.language.catch(undefined),
  time: choices.time.catch(undefined),
  tag: choices.tag.catch(undefined),
  author: choices.author.catch(undefined),
})

/** The numbers of suggested posts, people and tags. */
const TITLES = 5
const PEOPLE = 3
const TAGS = 3

const titleColumns = sql.raw('p.id, p.title') as Columns<{ id: number; title: string }>

interface Suggestions {
  posts: { id: number; title: string }[]
  people: UserRef[]
  tags: PopularTag[]
}

/** Suggestions while a reader types: posts by their titles, people and tags. */
export async function suggest(
  db: Database,
  search: Database,
  q: string,
  viewer: Viewer | null,
  language: Language,
): Promise<Suggestions> {
  const ids = await searchTitles(search, q, TITLES)
  const { posts, people, tags } = await db.read({
    posts: ids.length === 0 ? null : postsInOrder(titleColumns, ids, viewer),
    people: group({ rows: peopleNamed(q, viewer, PEOPLE) }, ({ rows }) =>
      rows.map((row) => asUserRef(row, language)),
    ),
    tags: tagsNamed(q, TAGS),
  })
  return { posts: posts ?? [], people, tags }
}

type PostSearch = SearchQuery & {
  /** Sorted by relevance if undefined. */
  sort?: Sort | undefined
  viewer?: Reader
}

/**
 * Posts by users that the viewer blocks are left out, and posts made by AI if the viewer hides
 * them.
 */
type Reader = Pick<Viewer, 'uid' | 'role' | 'blocked_ids' | 'hides_ai'> | null

/**
 * Public posts that match the query. The index may be outdated, so the main database decides
 * whether a post is public.
 */
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
  return db.read(
    postsPage(sorted, { ...query, sort }, request, (row) => asPostCard(row, viewer, language)),
  )
}

/** The key of a list of matches, to check its cursor before the index is read. */
function foundKey(query: SearchQuery, sort: Sort | undefined): ListKey {
  return sort === undefined ? hitsKey(query) : postsKey({ ...query, sort })
}

/** The posts among `ids` that the viewer may see in a list, in the order of `ids`. */
function postsInOrder<Row>(
  columns: Columns<Row>,
  ids: readonly number[],
  viewer: Reader,
): Statement<Row> {
  return sql`
    SELECT ${columns} ${among(ids)} WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`), unlessMadeByAi(viewer, sql`p.id`))} ORDER BY j.key`
}

/** A page of the posts among `ids` that the viewer may see in a list, and one more row. */
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
 * Tags in use that start with `q` or equal one of its words. An exact match is first, then the most
 * used. Returns one row more than the limit if there are more.
 */
function tagsNamed(q: string, limit = TAGS_FOUND_MAX + 1): Statement<PopularTag> {
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

/** A post with the texts in which highlight.ts marks the matches. */
interface FoundPost {
  post: ListedPost
  title: string
  /** The part of the text around the first match, or the summary. */
  text: string
}

/** The result of the index, before the main database is read. */
interface Matches {
  /** The number of matching posts, up to FOUND_COUNTED_MAX + 1. */
  count: number
  /** The index is being rebuilt, and older entries have no language and date yet. */
  isPartial: boolean
  /** There are more matches than a search with a sort order sorts: only the newest were sorted. */
  isCut: boolean
  /**
   * The page of posts for this viewer, to be read from the main database. Null if there are no
   * matches.
   */
  page: (viewer: PostSearch['viewer'], language: Language) => Group<Page<FoundPost>> | null
}

/** Queries the index in one round trip. */
async function matchesIn(
  search: Database,
  query: SearchQuery,
  {
    sort,
    request,
    countOnly,
  }: { sort: Sort | undefined; request: PageRequest; countOnly: boolean },
): Promise<Matches> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { count: 0, isPartial: false, isCut: false, page: () => null }
  if (countOnly)
    return {
      ...(await newest(search, query, FOUND_COUNTED_MAX + 1)),
      isCut: false,
      page: () => null,
    }
  if (sort === undefined) return best(search, query, terms, request)
  const { ids, ...about } = await newest(search, query, SORTED_MAX)
  return {
    ...about,
    isCut: ids.length === SORTED_MAX,
    page: (viewer = null, language) => {
      if (ids.length === 0) return null
      // The summary is shown, because a sorted search reads only ids from the index.
      return postsPage(
        sortedPosts(listedColumns, ids, sort, request, viewer),
        { ...query, sort },
        request,
        (row) => {
          const post = asListedPost(row, language)
          return { post, title: post.title, text: post.summary }
        },
      )
    },
  }
}

/** The page of the best matches, for a search without a sort order. */
async function best(
  search: Database,
  query: SearchQuery,
  terms: readonly Term[],
  request: PageRequest,
): Promise<Matches> {
  const { rows, state } = await search.read({
    rows: hitsOf(query, terms, request),
    state: stateFor(query),
  })
  const { hits, count } = asHits(query, rows, request)
  const ids = hits.items.map(({ id }) => id)
  return {
    count,
    isPartial: isReindexing(state),
    isCut: false,
    page: (viewer = null, language) => {
      if (ids.length === 0) return null
      return group({ rows: postsInOrder(listedColumns, ids, viewer) }, ({ rows }) => {
        const posts = new Map(rows.map((row) => [row.id, asListedPost(row, language)]))
        const found = hits.items.map(({ id, title, text }) => ({
          post: posts.get(id),
          title,
          text,
        }))
        return { ...hits, items: found.filter((hit): hit is FoundPost => hit.post !== undefined) }
      })
    },
  }
}

/** The ids of the newest matches, at most `reach`, for a search with a sort order or a count. */
async function newest(search: Database, query: SearchQuery, reach: number) {
  const [rows = null] = newestMatches('post', query.q, marksOf(query), null, reach)
  const response = await search.read({ rows, state: stateFor(query) })
  const ids = response.rows?.map(({ id }) => id) ?? []
  return {
    ids,
    count: Math.min(ids.length, FOUND_COUNTED_MAX + 1),
    isPartial: isReindexing(response.state),
  }
}

/**
 * While the index is being rebuilt, older entries lack only the marks of these two filters. Other
 * searches do not read its state.
 */
function stateFor({ language, published }: SearchQuery): typeof reindexing | null {
  return language === undefined && published === undefined ? null : reindexing
}

function isReindexing(state: { is_partial: 0 | 1 }[] | null): boolean {
  return state?.[0]?.is_partial === 1
}
