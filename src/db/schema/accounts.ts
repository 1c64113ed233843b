import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Tokens that a person gets by mail or from the owner. */
export const userTokens = sqliteTable('user_tokens', {
  token_hash: text().primaryKey(),
  user_id: integer().notNull(),
  /** `reset`: a new password. `verify`: the address of the account. `email`: an address that is to become it. `sign_in`: "this was not me". */
  kind: text({ enum: ['reset', 'verify', 'email', 'sign_in'] }).notNull(),
  email: text(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  /** The session that it is about. */
  sid: text(),
})

/** From where a user has signed in. */
export const signIns = sqliteTable('sign_ins', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  sid: text().notNull(),
  /** Of the cookie that a browser keeps; null where it brought none. */
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

/** Who asked for a new password, until the link is mailed. */
export const resetRequests = sqliteTable('reset_requests', {
  id: integer().primaryKey(),
  email: text().notNull(),
  site: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  created_at: text().notNull(),
})

export type ResetRequest = typeof resetRequests.$inferSelect
