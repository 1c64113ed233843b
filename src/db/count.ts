import { type SQL, sql } from 'drizzle-orm'
import { type Group, group, one } from '#db/client.ts'

/** Counts rows, but stops at `max` + 1, so that no more rows are read. */
export function countUpTo(max: number, rows: SQL): Group<number> {
  const counted = sql<{ count: number }>`SELECT COUNT(*) AS count FROM (SELECT 1 FROM ${rows} LIMIT ${max + 1})`
  return group({ counted: one(counted) }, ({ counted }) => counted?.count ?? 0)
}
