import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { POST_STATUSES } from '#db/values.ts'

export const posts = sqliteTable('posts', {
  id: integer().primaryKey({ autoIncrement: true }),
  author_id: integer().notNull(),
  status: text({ enum: POST_STATUSES }).notNull(),
  version: integer().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  summary_is_own: integer().notNull(),
  cover_url: text(),
  tags: text().notNull(),
  reading_minutes: integer().notNull(),
  likes_count: integer().notNull(),
  dislikes_count: integer().notNull(),
  comments_count: integer().notNull(),
  favorites_count: integer().notNull(),
  energy: integer().notNull(),
  hot: integer().notNull(),
  reject_reason: text(),
  locked_from: text({ enum: ['pending', 'approved', 'rejected'] }),
  lock_reason: text(),
  edit_unseen_since: text(),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  edited_at: text(),
  published_at: text(),
  deleted_at: text(),
  body: text().notNull(),
  import_key: text(),
  canonical_url: text(),
})

export const postRevisions = sqliteTable('post_revisions', {
  post_id: integer().notNull(),
  version: integer().notNull(),
  saved_at: text().notNull(),
  status: text({ enum: POST_STATUSES }).notNull(),
  title: text().notNull(),
  image_keys: text().notNull(),
  content: text().notNull(),
})

export type PostRevision = typeof postRevisions.$inferSelect

export type PostRow = typeof posts.$inferSelect
export type PostStatus = PostRow['status']

export const postMoves = sqliteTable('post_moves', {
  id: integer().primaryKey({ autoIncrement: true }),
  post_id: integer().notNull(),
  actor_id: integer().notNull(),
  move: text().notNull(),
  from_status: text({ enum: POST_STATUSES }),
  to_status: text({ enum: POST_STATUSES }).notNull(),
  reason: text(),
  created_at: text().notNull(),
})

export const postEdits = sqliteTable('post_edits', {
  id: integer().primaryKey({ autoIncrement: true }),
  post_id: integer().notNull(),
  version: integer().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  created_at: text().notNull(),
})

export const redirects = sqliteTable('redirects', {
  path: text().primaryKey(),
  post_id: integer().notNull(),
  created_at: text().notNull(),
})

export type RedirectRow = typeof redirects.$inferSelect

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
