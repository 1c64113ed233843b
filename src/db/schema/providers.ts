import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Sites whose accounts can sign in here. */
export const identityProviders = sqliteTable('identity_providers', {
  key: text().primaryKey(),
  type: text({ enum: ['oidc', 'github'] }).notNull(),
  name: text().notNull(),
  issuer: text().notNull(),
  client_id: text().notNull(),
  /** Encrypted with the site secret that `key_id` names. */
  client_secret: text().notNull(),
  key_id: text().notNull(),
  /** Whether the provider may create accounts. */
  sign_up: integer().notNull(),
  created_at: text().notNull(),
})

export type ProviderRow = typeof identityProviders.$inferSelect

/** The accounts at providers that can sign in as a user. */
export const userIdentities = sqliteTable('user_identities', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  /** The name or address at the provider when it was connected. */
  label: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export type IdentityRow = typeof userIdentities.$inferSelect
