import { type SQL, sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'

/** How many rows there are, up to one more than `max`: the rest is neither counted nor read. */
export function countUpTo(max: number, rows: SQL): Group<number> {
  const counted = sql<{ count: number }>`SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${max + 1})`
  return group({ counted: one(counted) }, ({ counted }) => counted?.count ?? 0)
}
