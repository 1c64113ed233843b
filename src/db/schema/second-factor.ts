import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Authenticator app (TOTP) of a user. */
export const userTotp = sqliteTable('user_totp', {
  user_id: integer().primaryKey(),
  /** Encrypted with the site secret that `key_id` names. */
  secret: text().notNull(),
  key_id: text().notNull(),
  created_at: text().notNull(),
  confirmed_at: text(),
  /** Time step of the last accepted code. */
  last_step: integer().notNull(),
})

export type UserTotp = typeof userTotp.$inferSelect
