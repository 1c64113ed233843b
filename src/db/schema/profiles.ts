import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const profileReviews = sqliteTable('profile_reviews', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  username: text(),
  username_key: text(),
  signature: text(),
  cost: integer().notNull(),
  status: text({ enum: ['pending', 'approved', 'rejected'] }).notNull(),
  reason: text(),
  created_at: text().notNull(),
  decided_at: text(),
  decided_by: integer(),
})

export type ProfileReview = typeof profileReviews.$inferSelect
