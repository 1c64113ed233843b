import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Exports of large accounts. */
export const accountExports = sqliteTable('account_exports', {
  id: text().primaryKey(),
  user_id: integer().notNull(),
  format: text({ enum: ['json', 'zip', 'ghost'] }).notNull(),
  /** Scheme and host of the site at the request. */
  origin: text(),
  status: text({ enum: ['preparing', 'ready', 'failed'] }).notNull(),
  progress: real().notNull(),
  bytes: integer().notNull(),
  /** Failed runs since the last successful one. */
  attempts: integer().notNull(),
  /** The run that is working on this export now, and the end of its lease. */
  claim: text(),
  claimed_until: text().notNull(),
  /** `Work` as JSON. Null before the first slice. */
  work: text(),
  created_at: text().notNull(),
  expires_at: text(),
})

export type AccountExport = typeof accountExports.$inferSelect
