import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const images = sqliteTable('images', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Name in the bucket and in `/images/<key>`. */
  key: text().notNull(),
  user_id: integer().notNull(),
  purpose: text({ enum: ['avatar', 'post', 'comment'] }).notNull(),
  type: text({ enum: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] }).notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: integer().notNull(),
  created_at: text().notNull(),
  /** Since when nothing shows the image. Set at upload; null once the clean-up has found a use. */
  unused_since: text(),
})

export type Image = typeof images.$inferSelect
