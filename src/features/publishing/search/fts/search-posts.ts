import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import {
  authorMark,
  IN_TAGS,
  IN_TITLE,
  languageMark,
  type Since,
  tagMark,
} from '#features/publishing/search/fts/marks.ts'
import {
  countMatches,
  cursorOf,
  expandedMatch,
  hasPrefixes,
  newestMatches,
  type Ranked,
  readSequentially,
  unionAll,
  vocabularyFor,
} from '#features/publishing/search/fts/newest-matches.ts'
import { reindexKey } from '#features/publishing/search/fts/scans.ts'
import { type ListKey, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'
import { anyOf, everyOf, filtersOf, type Mark, type Term, termsOf } from '#kernel/search/tokens.ts'

/** A search with a sort order sorts only this many of the newest matches. */
export const SORTED_MAX = 500
/** Matches are counted up to this number plus one, which means that there are more. */
export const FOUND_COUNTED_MAX = 100

export interface SearchQuery {
  q: string
  author?: number | undefined
  /** The key of the tag. */
  tag?: string | undefined
  /** Posts in languages other than these two always match. */
  language?: 'zh' | 'en' | undefined
  /** Marks of the days or months of publication, from `marksSince`. */
  published?: readonly string[] | undefined
  /**
   * The period from which `published` was computed. Cursors depend on the period, because the marks
   * change every day.
   */
  time?: Since | undefined
}

/**
 * The ids of the best matches, best first and equal ones newest first. The main database decides
 * whether a post is still public.
 */
export async function searchPosts(
  search: Database,
  query: SearchQuery,
  request: PageRequest,
): Promise<Page<number>> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { items: [], next_cursor: null }
  const rows = await search.all(sql<Ranked>`
    ${withBest(terms, filtersOf(marksOf(query)), request)} SELECT rank, id FROM found ORDER BY rank, id DESC`)
  return pageOf(hitsKey(query), rows, request, cursorOf, ({ id }) => id)
}

/** The same as `searchPosts` for a page: with title, text and the number of matches. */
export function hitsOf(
  query: SearchQuery,
  terms: readonly Term[],
  request: PageRequest,
): Statement<HitRow> {
  const filters = filtersOf(marksOf(query))
  return sql`
    ${withBest(terms, filters, request)}
    SELECT rank, id, ${request.after === null ? countOf(terms, filters, request) : 0} AS count, t.title,
      ${windowAround(query.q, terms)} AS text
    FROM found CROSS JOIN public_texts t ON t.post_id = id ORDER BY rank, id DESC`
}

/**
 * If there are more matches than one page, counts them without their ranks, which takes a third of
 * the time.
 */
function countOf(terms: readonly Term[], filters: readonly string[], { limit }: PageRequest): SQL {
  const onPage = sql`(SELECT COUNT(*) FROM found)`
  return sql`iif(${onPage} <= ${limit}, ${onPage}, ${countMatches('post', terms, filters, FOUND_COUNTED_MAX + 1)})`
}

type HitRow = Ranked & { title: string; text: string; count: number }

interface Hits {
  hits: Page<{ id: number; title: string; text: string }>
  /** At most FOUND_COUNTED_MAX + 1. Zero on later pages, which count nothing. */
  count: number
}

export function asHits(query: SearchQuery, rows: readonly HitRow[], request: PageRequest): Hits {
  const hits = pageOf(hitsKey(query), rows, request, cursorOf, ({ id, title, text }) => ({
    id,
    title,
    text,
  }))
  return { hits, count: rows[0]?.count ?? 0 }
}

export function hitsKey({ q, tag, author, language, time }: SearchQuery): ListKey {
  return ['hits', q, tag, author, ...[language, time].filter((filter) => filter !== undefined)]
}

/** The ids of the newest matches, for searches with a sort order. */
export async function matchingPosts(search: Database, query: SearchQuery): Promise<number[]> {
  const found = await search.batch(newestMatches('post', query.q, marksOf(query), null, SORTED_MAX))
  return found.flat().map(({ id }) => id)
}

/** Whether the index is being rebuilt. Entries from before have no marks for language and date. */
export const reindexing: Statement<{ is_partial: 0 | 1 }> = sql`
  SELECT EXISTS (SELECT 1 FROM search_state WHERE key = ${reindexKey('posts')} AND value > 0) AS is_partial`

export function marksOf({ author, tag, language, published }: SearchQuery): Mark[] {
  return [
    ...(author === undefined ? [] : [authorMark(author)]),
    ...(tag === undefined ? [] : [tagMark(tag)]),
    ...(language === undefined ? [] : [[languageMark(language), languageMark('')]]),
    ...(published === undefined ? [] : [published]),
  ]
}

/** Characters before the first match that are read with it. */
const WINDOW_BEFORE = 100
const WINDOW_LENGTH = 400
/** The first match is the one of the first of this many words that occurs in the text. */
const PLACES_TRIED = 4

/**
 * The part of a body around a match, long enough for a snippet, so that a long body is not
 * transferred.
 */
function windowAround(q: string, terms: readonly Term[]): SQL {
  // Words are tried as typed first, because SQLite lower-cases only ASCII and keeps diacritics.
  const typed = q.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  const wanted = new Set(
    [...typed, ...terms.map(({ folded }) => folded)].filter((word) => word !== ''),
  )
  const places = [...wanted]
    .slice(0, PLACES_TRIED)
    .map((word) => sql`NULLIF(INSTR(LOWER(t.body), ${word}), 0)`)
  return sql`SUBSTR(t.body, MAX(1, COALESCE(${sql.join(places, sql`, `)}, 1, 1) - ${WINDOW_BEFORE}), ${WINDOW_LENGTH})`
}

/** A `WITH found (rank, id)`: a page of the best matches and one more row. */
export function withBest(
  terms: readonly Term[],
  filters: readonly string[],
  request: PageRequest,
): SQL {
  const { whole, prefixed } = ranksOf(terms, filters)
  const reading = { index: 'post', after: request.after, limit: request.limit + 1 } as const
  // In two parts, because D1 allows at most five SELECTs in one UNION.
  const parts = [
    readSequentially({ ...reading, matches: whole }),
    ...(prefixed.length > 0
      ? [readSequentially({ ...reading, matches: prefixed, first: whole.length })]
      : []),
  ]
  const words = prefixed.length > 0 ? sql`${vocabularyFor('post', terms)},` : undefined
  return sql`WITH RECURSIVE ${words} found AS MATERIALIZED (${unionAll(parts, reading.limit)})`
}

interface Ranks {
  /** For whole words. */
  whole: SQL[]
  /** For prefixes; empty if no word is long enough to be a prefix. */
  prefixed: SQL[]
}

/**
 * The FTS5 expressions of a search, which do not overlap, best rank first: all words in the title,
 * all in title and tags, some of them there, all only in the text; then prefixes. `bm25` would read
 * every position of every word of the site to compute its frequency.
 */
function ranksOf(terms: readonly Term[], filters: readonly string[]): Ranks {
  const all = withFilters(everyOf(terms), filters)
  const inTitle = withFilters(everyOf(terms, IN_TITLE), filters)
  const inHead = withFilters(everyOf(terms, IN_TITLE, IN_TAGS), filters)
  const inTags = withFilters(everyOf(terms, IN_TAGS), filters)
  const partlyInHead = anyOf(terms, IN_TITLE, IN_TAGS)
  // Every word in an expression is one lookup, so a search for a single word gets shorter
  // expressions.
  const whole = [
    inTitle,
    `(${terms.length > 1 ? inHead : inTags}) NOT (${inTitle})`,
    ...(terms.length > 1 ? [`(${all} AND ${partlyInHead}) NOT (${inHead})`] : []),
    `(${all}) NOT ${partlyInHead}`,
  ]
  return {
    whole: whole.map((match) => sql`${match}`),
    prefixed: hasPrefixes(terms) ? prefixed(terms, filters, all) : [],
  }
}

function prefixed(terms: readonly Term[], filters: readonly string[], whole: string): SQL[] {
  const [inTitle, all] = [expandedMatch(terms, filters, IN_TITLE), expandedMatch(terms, filters)]
  return [
    sql`'(' || ${inTitle} || ') NOT (' || ${whole} || ')'`,
    sql`'(' || ${all} || ') NOT ((' || ${whole} || ') OR (' || ${inTitle} || '))'`,
  ]
}

function withFilters(match: string, filters: readonly string[]): string {
  return [match, ...filters].join(' AND ')
}

/** The newest posts with all terms in the title: whole words first, then prefixes. */
export async function searchTitles(search: Database, q: string, limit: number): Promise<number[]> {
  const terms = termsOf(q)
  if (terms.length === 0) return []
  const whole = everyOf(terms, IN_TITLE)
  const reading = { index: 'post', after: null, limit } as const
  if (!hasPrefixes(terms))
    return idsOf(await search.all(readSequentially({ ...reading, matches: [sql`${whole}`] })))
  const prefixed = sql`'(' || ${expandedMatch(terms, [], IN_TITLE)} || ') NOT (' || ${whole} || ')'`
  const found = readSequentially({ ...reading, matches: [sql`${whole}`, prefixed] })
  return idsOf(
    await search.all(sql<Ranked>`WITH RECURSIVE ${vocabularyFor('post', terms)} ${found}`),
  )
}

const idsOf = (rows: readonly Ranked[]) => rows.map(({ id }) => id)
