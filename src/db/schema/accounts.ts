import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens that a person gets by mail or from the owner. */
export const userTokens = sqliteTable('user_tokens', {
  token_hash: text().primaryKey(),
  user_id: integer().notNull(),
  /** `reset`: a new password. `verify`: the address of the account. `email`: an address that is to become it. */
  kind: text({ enum: ['reset', 'verify', 'email'] }).notNull(),
  email: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
})

export type UserToken = typeof userTokens.$inferSelect
export type TokenKind = UserToken['kind']
