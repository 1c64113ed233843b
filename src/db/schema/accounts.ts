import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens of links that a user gets by mail or from the owner. */
export const userTokens = sqliteTable('user_tokens', {
  token_hash: text().primaryKey(),
  user_id: integer().notNull(),
  /**
   * `reset`: set a new password. `verify`: confirm the address of the account. `email`: confirm a new address. `not_me`:
   * "this was not me".
   */
  kind: text({ enum: ['reset', 'verify', 'email', 'not_me'] }).notNull(),
  email: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  /** For `not_me`: the session that signed in or made the change. */
  sid: text(),
  /** For `not_me`: the security event that the mail is about. */
  about: text(),
})

/** Sign-ins of a user, for the detection of new devices. */
export const signIns = sqliteTable('sign_ins', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  sid: text().notNull(),
  /** Hash of the device cookie; null if the browser sent none. */
  device_hash: text(),
  ip: text().notNull(),
  country: text(),
  user_agent: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  created_at: text().notNull(),
})

export type SignIn = typeof signIns.$inferSelect
export type UserToken = typeof userTokens.$inferSelect
export type TokenKind = UserToken['kind']

/** Requests for a new password, until the link is mailed. */
export const resetRequests = sqliteTable('reset_requests', {
  id: integer().primaryKey(),
  email: text().notNull(),
  site: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  created_at: text().notNull(),
})

export type ResetRequest = typeof resetRequests.$inferSelect
