import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const passkeys = sqliteTable('passkeys', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  /** Credential id and public key (COSE), both in Base64url. */
  credential_id: text().notNull(),
  public_key: text().notNull(),
  /** Signature counter of the authenticator; 0 if it does not count. */
  counter: integer().notNull(),
  /** JSON list. */
  transports: text().notNull(),
  name: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export type PasskeyRow = typeof passkeys.$inferSelect
