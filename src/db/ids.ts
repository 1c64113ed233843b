import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * Tables that grow with every command. Their ids are AUTOINCREMENT, so that no id is used twice.
 * SQLite then writes the last id to `sqlite_sequence` with every insert, unless a higher id is
 * already there. So the cron reserves many ids at a time, and each command computes the next id
 * itself.
 */
const RESERVING = ['posts', 'comments', 'energy_log'] as const
const RESERVED = 10_000

/** The id for the row that a statement inserts; for the first row if it inserts several. */
export function nextId(table: (typeof RESERVING)[number]): Statement {
  return sql.raw(`(1 + COALESCE((SELECT MAX(id) FROM ${table}), 0))`)
}

/**
 * Like `nextId`, for a table whose rows are deleted: the trigger notifications_keep_their_ids
 * stores the highest deleted id, so that no id is used twice.
 */
export const nextNotice: Statement =
  sql.raw(`(1 + MAX(COALESCE((SELECT MAX(id) FROM notifications), 0),
  (SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'newest.notifications')))`)

/**
 * For the cron. If the cron is late, inserts write `sqlite_sequence` as usual; nothing else
 * changes.
 */
export function reserveIds(): Statement[] {
  return RESERVING.map((table) => {
    const newest = sql.raw(`(SELECT MAX(id) FROM ${table})`)
    return sql`
      UPDATE sqlite_sequence SET seq = ${newest} + ${RESERVED}
      WHERE name = ${table} AND seq < ${newest} + ${RESERVED / 2}`
  })
}
