import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The authenticator app of a user. */
export const userTotp = sqliteTable('user_totp', {
  user_id: integer().primaryKey(),
  /** Encrypted, with the secret of the site that `key_id` names. */
  secret: text().notNull(),
  key_id: text().notNull(),
  created_at: text().notNull(),
  confirmed_at: text(),
  /** Of the last code that was used. */
  last_step: integer().notNull(),
})

export type UserTotp = typeof userTotp.$inferSelect
