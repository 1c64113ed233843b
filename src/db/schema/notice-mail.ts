import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const how = () => text({ enum: ['off', 'at_once', 'digest'] }).notNull()

/** Which notices a user gets by mail. */
export const noticeMail = sqliteTable('notice_mail', {
  user_id: integer().primaryKey(),
  comment: how(),
  reply: how(),
  mention: how(),
  like: how(),
  follow: how(),
  system: how(),
  digest: text({ enum: ['daily', 'weekly'] }).notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  site: text().notNull(),
  digest_from: text().notNull(),
  digest_at: text().notNull(),
})

export type NoticeMailRow = typeof noticeMail.$inferSelect
