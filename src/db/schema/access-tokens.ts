import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Personal access tokens: programs use them to act for a user. */
export const accessTokens = sqliteTable('access_tokens', {
  id: integer().primaryKey(),
  token_hash: text().notNull(),
  user_id: integer().notNull(),
  name: text().notNull(),
  scope: text({ enum: ['read', 'write'] }).notNull(),
  created_at: text().notNull(),
  /** Null if the token does not expire. */
  expires_at: text(),
  /** Rounded to the hour. */
  last_used_at: text(),
})

export type AccessTokenRow = typeof accessTokens.$inferSelect
