import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const folders = sqliteTable('folders', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  name: text().notNull(),
  public: integer().notNull(),
  is_default: integer().notNull(),
  items_count: integer().notNull(),
  created_at: text().notNull(),
  hidden_items_count: integer().notNull(),
})

export type FolderRow = typeof folders.$inferSelect
