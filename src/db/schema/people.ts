import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const users = sqliteTable('users', {
  uid: integer().primaryKey({ autoIncrement: true }),
  /** Null after erasure. */
  email: text(),
  password_hash: text(),
  username: text(),
  /** The username folded for comparison (case and Unicode form). Unique. */
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
  /** Set while a deleted account waits for erasure. Its owner can restore it until then. */
  purge_at: text(),
  /** Null until the user has opened a link mailed to this address. */
  email_verified_at: text(),
  /** Since when mail to this address bounces. */
  email_unreachable_at: text(),
  /** Shown to the banned user. */
  ban_reason: text(),
  /** Null if an admin must lift the ban. */
  ban_ends_at: text(),
  /** A silenced user can read and react, but cannot publish. Null: not silenced. */
  silenced_at: text(),
  /** Shown to the silenced user. */
  silence_reason: text(),
  /** Null if an admin must lift the silence. */
  silence_ends_at: text(),
  /** JSON list of the uids that the user blocks. */
  blocked_ids: text().notNull(),
  /** The chosen IANA time zone. Null follows the browser. */
  time_zone: text(),
  /** The last reported zone of the user's browser, for mails. */
  browser_time_zone: text(),
})

export type User = typeof users.$inferSelect
