import { type SQL, sql } from 'drizzle-orm'
import { rowidIs, type Statement } from '#db/client.ts'
import type { Index } from '#features/publishing/search/fts/prefixes.ts'
import type { Cursor } from '#kernel/paging.ts'

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
