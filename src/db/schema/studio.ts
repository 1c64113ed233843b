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

export const postDays = sqliteTable('post_days', {
  post_id: integer().notNull(),
  day: text().notNull(),
  author_id: integer().notNull(),
  energy: integer().notNull(),
  comments: integer().notNull(),
  likes: integer().notNull(),
  favorites: integer().notNull(),
  likes_of_others: integer().notNull(),
  told: integer().notNull(),
  summed_energy: integer().notNull(),
  summed_comments: integer().notNull(),
  summed_likes: integer().notNull(),
  summed_favorites: integer().notNull(),
  fresh: integer().notNull(),
  views: integer().notNull(),
  ends: integer().notNull(),
  summed_views: integer().notNull(),
  summed_ends: integer().notNull(),
})

export const postViews = sqliteTable('post_views', {
  post_id: integer().primaryKey(),
  views: integer().notNull(),
})

export const authorSources = sqliteTable('author_sources', {
  author_id: integer().notNull(),
  day: text().notNull(),
  hosts: text().notNull(),
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
