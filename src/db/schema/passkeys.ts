import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const passkeys = sqliteTable('passkeys', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  /** The name that the device gave the key pair, and its public half (COSE), both in Base64url. */
  credential_id: text().notNull(),
  public_key: text().notNull(),
  /** How often it signed, as the device counts; 0 for devices that do not count. */
  counter: integer().notNull(),
  /** A list as JSON. */
  transports: text().notNull(),
  name: text().notNull(),
  created_at: text().notNull(),
  last_used_at: text(),
})

export type PasskeyRow = typeof passkeys.$inferSelect
