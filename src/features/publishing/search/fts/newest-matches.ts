import { type SQL, sql } from 'drizzle-orm'
import { rowidIs, type Statement } from '#db/client.ts'
import { everyOf, filtersOf, type Mark, type Term, termsOf } from '#features/publishing/search/fts/match.ts'
import { expandedMatch, hasPrefixes, type Index, vocabularyFor } from '#features/publishing/search/fts/prefixes.ts'
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

/** A match and its rank; lower is better. */
export interface Ranked {
  rank: number
  id: number
}

export const cursorOf = ({ rank, id }: Ranked): Cursor => [rank, id]

/** A query of an index. Each rank is an FTS5 expression; `first` is the number of the first rank. */
interface Reading {
  index: Index
  matches: readonly SQL[]
  first?: number
  after: Cursor | null
  limit: number
}

/**
 * Rows of `Ranked` after the cursor `after`. Each rank is read newest first up to the limit, and the next rank only if the
 * limit is not reached. So the cost is the same on every page and for any size of the site.
 */
export function readSequentially({ index, matches, first = 0, after, limit }: Reading): Statement<Ranked> {
  const table = sql.raw(`${index}_words`)
  const ranks = matches.map((match, n) => ({ rank: first + n, match }))
  const selects = ranks
    .filter(({ rank }) => !after || !(rank < Number(after[0])))
    .map(({ rank, match }) => {
      const behind = after && Number(after[0]) === rank ? sql`AND ${rowidIs('<', after[1])}` : undefined
      return sql`
        SELECT ${rank} AS rank, rowid AS id FROM ${table} WHERE ${table} MATCH ${match} ${behind}
        ORDER BY rowid DESC LIMIT ${limit}`
    })
  return selects.length === 0 ? sql<Ranked>`SELECT 0 AS rank, 0 AS id WHERE FALSE` : unionAll(selects, limit)
}

export function unionAll(selects: readonly SQL[], limit: number): Statement<Ranked> {
  const each = selects.map((select) => sql`SELECT * FROM (${select})`)
  return sql<Ranked>`${sql.join(each, sql` UNION ALL `)} LIMIT ${limit}`
}
