import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const images = sqliteTable('images', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The name in the bucket and in `/images/<key>`. */
  key: text().notNull(),
  user_id: integer().notNull(),
  purpose: text({ enum: ['avatar', 'post', 'comment'] }).notNull(),
  type: text({ enum: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] }).notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  created_at: text().notNull(),
  /** Since when the clean-up has found nothing that shows it; set until it is first seen to be shown. */
  unused_since: text(),
})

export type Image = typeof images.$inferSelect
