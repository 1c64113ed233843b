import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const userHidings = sqliteTable('user_hidings', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  admin_id: integer().notNull(),
  /** The lock reason of the posts. */
  reason: text().notNull(),
  state: text({ enum: ['hiding', 'hidden', 'restoring', 'restored'] }).notNull(),
  /** 1 if undoing this action also lifts the ban. */
  banned: integer().notNull(),
  posts_count: integer().notNull(),
  comments_count: integer().notNull(),
  created_at: text().notNull(),
  restored_at: text(),
})

export type UserHiding = typeof userHidings.$inferSelect

export const hiddenItems = sqliteTable('hidden_items', {
  hiding_id: integer().notNull(),
  kind: text({ enum: ['post', 'comment'] }).notNull(),
  item_id: integer().notNull(),
  /** The version of the post after the lock. Null for comments. */
  version: integer(),
})

export type HiddenItem = typeof hiddenItems.$inferSelect

export const anomalies = sqliteTable('anomalies', {
  id: integer().primaryKey(),
  address: text().notNull(),
  author_id: integer().notNull(),
  likes: integer().notNull(),
  energy: integer().notNull(),
  since: text().notNull(),
  /** JSON. */
  accounts: text().notNull(),
  posts: text().notNull(),
  found_at: text().notNull(),
})

export type AnomalyRow = typeof anomalies.$inferSelect
