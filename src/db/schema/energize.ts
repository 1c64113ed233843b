import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const postEnergizeLog = sqliteTable('post_energize_log', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  post_id: integer().notNull(),
  amount: integer().notNull(),
  exp_gained: integer().notNull(),
  created_at: text().notNull(),
})

export const postEnergizeTotals = sqliteTable('post_energize_totals', {
  post_id: integer().notNull(),
  user_id: integer().notNull(),
  amount: integer().notNull(),
})
