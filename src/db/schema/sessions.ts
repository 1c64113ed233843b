import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const sessions = sqliteTable('sessions', {
  sid: text().primaryKey(),
  user_id: integer().notNull(),
  status: text({ enum: ['active', 'banned', 'deleted'] }).notNull(),
  ip: text().notNull(),
  user_agent: text().notNull(),
  remark: text().notNull(),
  /** Number of the newest refresh token. An older token is no longer valid. */
  generation: integer().notNull(),
  rotated_at: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text().notNull(),
  expires_at: text().notNull(),
  /** The last proof of identity in this session. Null in sessions of an older version. */
  confirmed_at: text(),
  /** `password`, `passkey` or the issuer of a provider. Null in sessions of an older version. */
  signed_in_by: text(),
})

export type Session = typeof sessions.$inferSelect
