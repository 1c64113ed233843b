import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const comments = sqliteTable('comments', {
  id: integer().primaryKey({ autoIncrement: true }),
  post_id: integer().notNull(),
  root_id: integer(),
  reply_to_id: integer(),
  author_id: integer().notNull(),
  body: text().notNull(),
  image_id: integer(),
  replies_count: integer().notNull(),
  created_at: text().notNull(),
  deleted_at: text(),
  deleted_by: integer(),
  edited_at: text(),
  likes_count: integer().notNull(),
  mentions_made: integer().notNull(),
})

export type CommentRow = typeof comments.$inferSelect
