import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { hasBeginnings, type Index, vocabularyFor, widened } from '#features/publishing/search/fts/beginnings.ts'
import { type Ranked, readInTurn } from '#features/publishing/search/fts/in-turn.ts'
import { everyOf, type Mark, narrowedTo, termsOf } from '#features/publishing/search/fts/match.ts'
import type { Cursor } from '#kernel/paging.ts'

/** Matches of an index, newest first: whole words, then prefixes. Returns no statement if the query has no terms. */
export function newestMatches(
  index: Index,
  q: string,
  marks: readonly Mark[],
  after: Cursor | null,
  limit: number,
): Statement<Ranked>[] {
  const [terms, narrowing] = [termsOf(q), narrowedTo(marks)]
  if (terms.length === 0) return []
  const whole = [everyOf(terms), ...narrowing].join(' AND ')
  if (!hasBeginnings(terms)) return [readInTurn({ index, matches: [sql`${whole}`], after, limit })]
  const begun = sql`'(' || ${widened(terms, narrowing)} || ') NOT (' || ${whole} || ')'`
  const found = readInTurn({ index, matches: [sql`${whole}`, begun], after, limit })
  return [sql<Ranked>`WITH RECURSIVE ${vocabularyFor(index, terms)} ${found}`]
}

/** Merges several results, best rank first and then newest, without duplicates. */
export function merged(found: readonly Ranked[][], limit: number): Ranked[] {
  const byId = new Map<number, Ranked>()
  for (const hit of found.flat())
    if (hit.rank < (byId.get(hit.id)?.rank ?? Number.POSITIVE_INFINITY)) byId.set(hit.id, hit)
  return [...byId.values()].sort((a, b) => a.rank - b.rank || b.id - a.id).slice(0, limit)
}
