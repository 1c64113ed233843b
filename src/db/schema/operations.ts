import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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

/** Exports of large accounts. */
export const accountExports = sqliteTable('account_exports', {
  id: text().primaryKey(),
  user_id: integer().notNull(),
  format: text({ enum: ['json', 'zip', 'ghost'] }).notNull(),
  /** Scheme and host of the site at the request. */
  origin: text(),
  status: text({ enum: ['preparing', 'ready', 'failed'] }).notNull(),
  progress: real().notNull(),
  bytes: integer().notNull(),
  /** Failed runs since the last successful one. */
  attempts: integer().notNull(),
  /** The run that is working on this export now, and the end of its lease. */
  claim: text(),
  claimed_until: text().notNull(),
  /** `Work` as JSON. Null before the first slice. */
  work: text(),
  created_at: text().notNull(),
  expires_at: text(),
})

export type AccountExport = typeof accountExports.$inferSelect
