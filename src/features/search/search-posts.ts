import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { withBest } from '#features/search/best-matches.ts'
import { cursorOf, type Ranked } from '#features/search/in-turn.ts'
import { authorMark, tagMark } from '#features/search/marks.ts'
import { narrowedTo, type Term, termsOf } from '#features/search/match.ts'
import { newestMatches } from '#features/search/newest-matches.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** Of lists with an order of their own only the newest matches are sorted, at most this many. */
const SORTED_MAX = 500

export interface SearchQuery {
  q: string
  author?: number | undefined
  /** The tag's key. */
  tag?: string | undefined
}

/** A post that was found, with its title and the part of its text around the first match. */
export interface Hit {
  id: number
  title: string
  text: string
}

/** The best matches first, of equals the newest. Whether a post is still public is decided by the main database. */
export async function searchPosts(search: Database, query: SearchQuery, request: PageRequest): Promise<Page<number>> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { items: [], next_cursor: null }
  const rows = await search.all(sql<Ranked>`
    ${withBest(terms, narrowedTo(marksOf(query)), request)} SELECT rank, id FROM found ORDER BY rank, id DESC`)
  return pageOf(rows, request, cursorOf, ({ id }) => id)
}

/** The same with what a page shows of each. */
export async function searchTexts(search: Database, query: SearchQuery, request: PageRequest): Promise<Page<Hit>> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { items: [], next_cursor: null }
  const rows = await search.all(sql<Ranked & Hit>`
    ${withBest(terms, narrowedTo(marksOf(query)), request)}
    SELECT rank, id, t.title, ${windowAround(query.q, terms)} AS text
    FROM found CROSS JOIN public_texts t ON t.post_id = id ORDER BY rank, id DESC`)
  return pageOf(rows, request, cursorOf, ({ id, title, text }) => ({ id, title, text }))
}

/** The newest matches, unsorted, for lists with an order of their own. */
export async function matchingPosts(search: Database, query: SearchQuery): Promise<number[]> {
  const found = await search.batch(newestMatches('post', query.q, marksOf(query), null, SORTED_MAX))
  return found.flat().map(({ id }) => id)
}

function marksOf({ author, tag }: SearchQuery): string[] {
  return [...(author === undefined ? [] : [authorMark(author)]), ...(tag === undefined ? [] : [tagMark(tag)])]
}

const WINDOW_BEFORE = 100
const WINDOW_LENGTH = 400
const PLACES_TRIED = 4

/** The part of a body around the first match, enough for a snippet: a long body is not read whole. */
function windowAround(q: string, terms: readonly Term[]): SQL {
  // Words as they were typed come first: SQLite folds the case of ASCII only, and no diacritics.
  const typed = q.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  const wanted = new Set([...typed, ...terms.map(({ folded }) => folded)].filter((word) => word !== ''))
  const places = [...wanted].slice(0, PLACES_TRIED).map((word) => sql`NULLIF(INSTR(LOWER(t.body), ${word}), 0)`)
  return sql`SUBSTR(t.body, MAX(1, COALESCE(${sql.join(places, sql`, `)}, 1, 1) - ${WINDOW_BEFORE}), ${WINDOW_LENGTH})`
}
