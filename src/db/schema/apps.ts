import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Applications whose people log in with an account of this site. */
export const oauthApps = sqliteTable('oauth_apps', {
  id: integer().primaryKey(),
  client_id: text().notNull(),
  name: text().notNull(),
  /** A JSON array of texts. */
  redirect_uris: text().notNull(),
  /** Null for public clients. */
  secret_hash: text(),
  created_at: text().notNull(),
})

export type AppRow = typeof oauthApps.$inferSelect

/** What users allowed an application to read. */
export const oauthConsents = sqliteTable('oauth_consents', {
  user_id: integer().notNull(),
  app_id: integer().notNull(),
  /** Separated by spaces. */
  scopes: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

/** One login to an application: its code and the base of its tokens. */
export const oauthGrants = sqliteTable('oauth_grants', {
  id: integer().primaryKey(),
  app_id: integer().notNull(),
  user_id: integer().notNull(),
  code_hash: text().notNull(),
  redirect_uri: text().notNull(),
  code_challenge: text().notNull(),
  scopes: text().notNull(),
  nonce: text(),
  auth_time: text().notNull(),
  created_at: text().notNull(),
  exchanged_at: text(),
  expires_at: text().notNull(),
})

export type GrantRow = typeof oauthGrants.$inferSelect

export const oauthTokens = sqliteTable('oauth_tokens', {
  token_hash: text().primaryKey(),
  grant_id: integer().notNull(),
  kind: text({ enum: ['access', 'refresh'] }).notNull(),
  expires_at: text().notNull(),
  used_at: text(),
})

/** Keys that sign ID tokens. */
export const oauthKeys = sqliteTable('oauth_keys', {
  kid: text().primaryKey(),
  /** JWK. */
  public_key: text().notNull(),
  /** Encrypted with the site secret that `key_id` names. */
  private_key: text().notNull(),
  key_id: text().notNull(),
  created_at: text().notNull(),
})

export type KeyRow = typeof oauthKeys.$inferSelect
