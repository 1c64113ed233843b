import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { highlight, type Segment, snippetOf } from '#features/search/highlight.ts'
import { matchOf, termsOf } from '#features/search/match.ts'
import { authorFacet, tagFacet } from '#features/search/post-index.ts'
import { encodeCursor, type PageRequest } from '#kernel/paging.ts'

/** Only the newest matches are ranked, at most this many: the cost of a search does not grow with what it finds. */
export const RANKED_MAX = 500

export interface SearchQuery {
  q: string
  author?: number | undefined
  /** The tag's key. */
  tag?: string | undefined
}

export interface Hit {
  id: number
  title: Segment[]
  snippet: Segment[]
}

/** The best matches first. Whether a post is still public is decided by the main database. */
export async function searchPosts(
  search: Database,
  query: SearchQuery,
  request: PageRequest,
): Promise<{ hits: Hit[]; next_cursor: string | null }> {
  const match = matchFor(query)
  const rows = match === null ? [] : await search.all(rankedPosts(match, query.q, request))
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  return {
    hits: shown.map(({ id, title, body }) => ({
      id,
      title: highlight(title, query.q),
      snippet: snippetOf(body, query.q),
    })),
    next_cursor: rows.length > request.limit && last !== undefined ? encodeCursor([last.score, last.id]) : null,
  }
}

/** The newest matches, unsorted, for lists with an order of their own. */
export async function matchingPosts(search: Database, query: SearchQuery): Promise<number[]> {
  const match = matchFor(query)
  if (match === null) return []
  const rows = await search.all(sql<{ id: number }>`
    SELECT rowid AS id FROM post_index WHERE post_index MATCH ${match} ORDER BY rowid DESC LIMIT ${RANKED_MAX}`)
  return rows.map(({ id }) => id)
}

function matchFor({ q, author, tag }: SearchQuery): string | null {
  const byAuthor = author === undefined ? [] : [authorFacet(author)]
  const byTag = tag === undefined ? [] : [tagFacet(tag)]
  return matchOf(q, [...byAuthor, ...byTag])
}

interface RankedRow {
  id: number
  score: number
  title: string
  body: string
}

/** How much a match in the title, in the tags and in the body counts; facets only narrow. */
const WEIGHTS = sql.raw('8.0, 4.0, 1.0, 0.0')

/**
 * Relevance times a factor that grows with the date of publication: today about a twelfth a year, enough to decide
 * between equals. It does not depend on today, so that the order of pages holds while time passes.
 */
const NEWNESS = sql.raw(`(5 + (julianday(t.published_at) - julianday('2020-01-01')) / 365.25)`)

/** Scores are negative, the best the lowest. */
export function rankedPosts(match: string, q: string, { after, limit }: PageRequest): Statement<RankedRow> {
  return sql`
    WITH matches AS MATERIALIZED (
      SELECT rowid AS id, bm25(post_index, ${WEIGHTS}) AS relevance
      FROM post_index WHERE post_index MATCH ${match} ORDER BY rowid DESC LIMIT ${RANKED_MAX}
    ), ranked AS MATERIALIZED (
      SELECT m.id, m.relevance * ${NEWNESS} AS score FROM matches m JOIN post_texts t ON t.post_id = m.id
    ), shown AS MATERIALIZED (
      SELECT id, score FROM ranked ${after === null ? undefined : continuing(after)}
      ORDER BY score, id DESC LIMIT ${limit + 1}
    )
    SELECT s.id, s.score, t.title, ${windowAround(q)} AS body
    FROM shown s JOIN post_texts t ON t.post_id = s.id
    ORDER BY s.score, s.id DESC`
}

/**
 * A post published meanwhile shifts every score a little, so the next page begins behind the present score of the post
 * shown last.
 */
function continuing([score, id]: NonNullable<PageRequest['after']>): SQL {
  return sql`WHERE (score, -id) > (COALESCE((SELECT score FROM ranked WHERE id = ${id}), ${score}), ${-id})`
}

const WINDOW_BEFORE = 100
const WINDOW_LENGTH = 400
const PLACES_TRIED = 4

/** The part of a body around the first match, enough for a snippet: a long body is not read whole. */
function windowAround(q: string): SQL {
  // Words as they were typed come first: SQLite folds the case of ASCII only, and no diacritics.
  const typed = q.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  const wanted = new Set([...typed, ...termsOf(q).map(({ folded }) => folded)].filter((word) => word !== ''))
  const places = [...wanted].slice(0, PLACES_TRIED).map((word) => sql`NULLIF(INSTR(LOWER(t.body), ${word}), 0)`)
  return sql`SUBSTR(t.body, MAX(1, COALESCE(${sql.join(places, sql`, `)}, 1, 1) - ${WINDOW_BEFORE}), ${WINDOW_LENGTH})`
}
