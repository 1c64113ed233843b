import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const userFollows = sqliteTable('user_follows', {
  follower_id: integer().notNull(),
  followed_id: integer().notNull(),
  created_at: text().notNull(),
})
