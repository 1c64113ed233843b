import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const authorStats = sqliteTable('author_stats', {
  user_id: integer().primaryKey(),
  draft: integer().notNull(),
  pending: integer().notNull(),
  approved: integer().notNull(),
  rejected: integer().notNull(),
  locked: integer().notNull(),
  likes: integer().notNull(),
  comments: integer().notNull(),
  favorites: integer().notNull(),
  energy: integer().notNull(),
  views: integer().notNull(),
})

export const authorDaily = sqliteTable('author_daily', {
  author_id: integer().notNull(),
  day: text().notNull(),
  energy: integer().notNull(),
  comments: integer().notNull(),
  likes: integer().notNull(),
  favorites: integer().notNull(),
  views: integer().notNull(),
  ends: integer().notNull(),
})

export type AuthorStats = typeof authorStats.$inferSelect
export type AuthorDay = typeof authorDaily.$inferSelect
