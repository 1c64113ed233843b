import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const postEnergizeLog = sqliteTable('post_energize_log', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  post_id: integer().notNull(),
  amount: integer().notNull(),
  exp_gained: integer().notNull(),
  created_at: text().notNull(),
})
