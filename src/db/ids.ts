import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/**
 * Tables that grow with every command. Each is AUTOINCREMENT, so that no id comes twice whoever inserts, and SQLite then
 * writes the last id to `sqlite_sequence` with every insert, unless a higher one stands there already. So the cron reserves
 * ids many at a time, and a command takes the next one itself.
 */
const RESERVING = ['posts', 'comments', 'energy_log'] as const
const RESERVED = 10_000

/** The id of the row that a statement is about to insert; of the first one, if it inserts several. */
export function nextId(table: (typeof RESERVING)[number]): Statement {
  return sql.raw(`(1 + COALESCE((SELECT MAX(id) FROM ${table}), 0))`)
}

/** The same where rows are deleted: the trigger notifications_keep_their_ids remembers the newest that was. */
export const nextNotice: Statement = sql.raw(`(1 + MAX(COALESCE((SELECT MAX(id) FROM notifications), 0),
  (SELECT CAST(value AS INTEGER) FROM site_state WHERE key = 'newest.notifications')))`)

/** For the cron. Where it is late, inserts write the last id as SQLite would have it, and nothing else changes. */
export function reserveIds(): Statement[] {
  return RESERVING.map((table) => {
    const newest = sql.raw(`(SELECT MAX(id) FROM ${table})`)
    return sql`
      UPDATE sqlite_sequence SET seq = ${newest} + ${RESERVED}
      WHERE name = ${table} AND seq < ${newest} + ${RESERVED / 2}`
  })
}
