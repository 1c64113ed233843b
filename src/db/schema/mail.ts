import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const outbox = sqliteTable('outbox', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  kind: text({
    enum: [
      'test',
      'reset',
      'password_changed',
      'verify',
      'email',
      'email_notice',
      'sign_in',
      'security',
      'notices',
      'digest',
    ],
  }).notNull(),
  address: text().notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  /** Origin of the links in the mail. */
  site: text().notNull(),
  subject: text().notNull(),
  /** A `Letter` as JSON. Null once the mail is sent or its token has expired. */
  letter: text(),
  token_hash: text(),
  status: text({ enum: ['waiting', 'sent', 'kept', 'failed', 'dropped'] }).notNull(),
  attempts: integer().notNull(),
  next_attempt_at: text().notNull(),
  claim: text(),
  problem: text(),
  created_at: text().notNull(),
  settled_at: text(),
  /** Id that the mail service assigned to an accepted mail. */
  message_id: text(),
  /** At most one mail a day to an address has one of these keys, which are separated by spaces. */
  once_keys: text(),
})

export type OutboxRow = typeof outbox.$inferSelect
