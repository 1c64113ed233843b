import { type SQL, sql } from 'drizzle-orm'
import { vocabularyFor } from '#features/publishing/search/fts/beginnings.ts'
import { oneAfterTheOther, readInTurn } from '#features/publishing/search/fts/in-turn.ts'
import type { Term } from '#features/publishing/search/fts/match.ts'
import { ranksOf } from '#features/publishing/search/fts/ranks.ts'
import type { PageRequest } from '#kernel/paging.ts'

/** `WITH found (rank, id)`: a page of the best public posts, and one more; or as far as `reach` goes, to count them. */
export function withBest(
  terms: readonly Term[],
  narrowing: readonly string[],
  request: PageRequest,
  reach = request.limit + 1,
): SQL {
  const { whole, begun } = ranksOf(terms, narrowing)
  const reading = { index: 'post', after: request.after, limit: reach } as const
  // In two parts: D1 takes at most five SELECTs in one UNION.
  const parts = [
    readInTurn({ ...reading, matches: whole }),
    ...(begun.length > 0 ? [readInTurn({ ...reading, matches: begun, first: whole.length })] : []),
  ]
  const words = begun.length > 0 ? sql`${vocabularyFor('post', terms)},` : undefined
  return sql`WITH RECURSIVE ${words} found AS MATERIALIZED (${oneAfterTheOther(parts, reading.limit)})`
}
