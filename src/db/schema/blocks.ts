import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const userBlocks = sqliteTable('user_blocks', {
  user_id: integer().notNull(),
  blocked_id: integer().notNull(),
  created_at: text().notNull(),
})
