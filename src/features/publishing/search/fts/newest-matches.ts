import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { everyOf, filtersOf, type Mark, type Term, termsOf } from '#features/publishing/search/fts/match.ts'
import { expandedMatch, hasPrefixes, type Index, vocabularyFor } from '#features/publishing/search/fts/prefixes.ts'
import { type Ranked, readSequentially } from '#features/publishing/search/fts/sequential.ts'
import type { Cursor } from '#kernel/paging.ts'

/** Matches of an index, newest first: whole words, then prefixes. Returns no statement if the query has no terms. */
export function newestMatches(
  index: Index,
  q: string,
  marks: readonly Mark[],
  after: Cursor | null,
  limit: number,
): Statement<Ranked>[] {
  const [terms, filters] = [termsOf(q), filtersOf(marks)]
  if (terms.length === 0) return []
  const found = readSequentially({ index, matches: matchesOf(terms, filters), after, limit })
  return [hasPrefixes(terms) ? sql<Ranked>`WITH RECURSIVE ${vocabularyFor(index, terms)} ${found}` : found]
}

/** The number of matches up to `max`, in a statement with the vocabulary. */
export function countMatches(index: Index, terms: readonly Term[], filters: readonly string[], max: number): SQL {
  const words = sql.raw(`${index}_words`)
  const each = matchesOf(terms, filters).map((match) => sql`SELECT 1 FROM ${words} WHERE ${words} MATCH ${match}`)
  return sql`(SELECT COUNT(*) FROM (${sql.join(each, sql` UNION ALL `)} LIMIT ${max}))`
}

/** FTS5 expressions that do not overlap: whole words, then prefixes. */
function matchesOf(terms: readonly Term[], filters: readonly string[]): SQL[] {
  const whole = [everyOf(terms), ...filters].join(' AND ')
  if (!hasPrefixes(terms)) return [sql`${whole}`]
  return [sql`${whole}`, sql`'(' || ${expandedMatch(terms, filters)} || ') NOT (' || ${whole} || ')'`]
}

/** Merges several results, best rank first and then newest, without duplicates. */
export function merged(found: readonly Ranked[][], limit: number): Ranked[] {
  const byId = new Map<number, Ranked>()
  for (const hit of found.flat())
    if (hit.rank < (byId.get(hit.id)?.rank ?? Number.POSITIVE_INFINITY)) byId.set(hit.id, hit)
  return [...byId.values()].sort((a, b) => a.rank - b.rank || b.id - a.id).slice(0, limit)
}
