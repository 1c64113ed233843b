import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const postLikes = sqliteTable('post_likes', {
  user_id: integer().notNull(),
  post_id: integer().notNull(),
  created_at: text().notNull(),
  quiet: integer().notNull(),
})

export const postDislikes = sqliteTable('post_dislikes', {
  user_id: integer().notNull(),
  post_id: integer().notNull(),
  created_at: text().notNull(),
})
