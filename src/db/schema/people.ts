import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  uid: integer().primaryKey({ autoIncrement: true }),
  /** Null once the account has been erased. */
  email: text(),
  password_hash: text(),
  username: text(),
  /** The username folded for comparison (case and Unicode form): unique. */
  username_key: text(),
  signature: text().notNull(),
  avatar_key: text(),
  exp: integer().notNull(),
  energy: integer().notNull(),
  role: text({ enum: ['user', 'admin', 'owner'] }).notNull(),
  status: text({ enum: ['active', 'banned', 'deleted'] }).notNull(),
  followers_count: integer().notNull(),
  following_count: integer().notNull(),
  followers_public: integer().notNull(),
  notify_comment: integer().notNull(),
  notify_reply: integer().notNull(),
  notify_like: integer().notNull(),
  notify_follow: integer().notNull(),
  created_at: text().notNull(),
  /** Set while the account waits to be erased; its owner may restore it until then. */
  purge_at: text(),
  /** Null until a link that was mailed to the address was used. */
  email_verified_at: text(),
  /** Since when mail to the address does not arrive. */
  email_unreachable_at: text(),
  /** The reason that a banned user is told. */
  ban_reason: text(),
  /** JSON: whom the user blocks. */
  blocked_ids: text().notNull(),
})

export type User = typeof users.$inferSelect
