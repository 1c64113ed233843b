import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AUDIT_TARGETS, SETTING_KEYS, SITE_PAGES } from '#db/values.ts'

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

export const siteSettings = sqliteTable('site_settings', {
  key: text({
    enum: SETTING_KEYS,
  }).primaryKey(),
  value: integer().notNull(),
})

export const operationHours = sqliteTable('operation_hours', {
  hour: text().notNull(),
  kind: text({ enum: ['requests', 'route', 'cron', 'job', 'object'] }).notNull(),
  name: text().notNull(),
  count: integer().notNull(),
  slow: integer().notNull(),
  failed: integer().notNull(),
  worst_ms: integer().notNull(),
})

export type OperationHour = typeof operationHours.$inferSelect

export type SettingKey = (typeof siteSettings.$inferSelect)['key']

/** How the owner customised the site. Null means the default. */
export const siteIdentity = sqliteTable('site_identity', {
  id: integer().primaryKey(),
  name: text(),
  tagline_zh: text(),
  tagline_en: text(),
  accent: text(),
  logo_key: text(),
  logo_large_key: text(),
})

export const footerLinks = sqliteTable('footer_links', {
  id: integer().primaryKey(),
  label: text().notNull(),
  url: text().notNull(),
})

export type IdentityRow = Omit<typeof siteIdentity.$inferSelect, 'id'>
export type FooterLink = typeof footerLinks.$inferSelect

export const sitePages = sqliteTable('site_pages', {
  name: text({ enum: SITE_PAGES }).notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  body: text().notNull(),
  version: integer().notNull(),
  updated_at: text().notNull(),
})

export type SitePage = typeof sitePages.$inferSelect
export type SitePageName = SitePage['name']

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

export const notifications = sqliteTable('notifications', {
  id: integer().primaryKey(),
  user_id: integer().notNull(),
  kind: text({
    enum: [
      'NotifyComment',
      'NotifyCommentReply',
      'NotifyMention',
      'NotifyLikeAggregated',
      'NotifyFollow',
      'NotifyLevelUp',
      'NotifySystem',
    ],
  }).notNull(),
  category: text({ enum: ['comment', 'mention', 'like', 'follow', 'system'] }).notNull(),
  related_id: integer(),
  actor_id: integer(),
  data: text().notNull(),
  once_key: text(),
  read: integer().notNull(),
  created_at: text().notNull(),
  comment_id: integer(),
})

export type NotificationRow = typeof notifications.$inferSelect

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

export const auditLog = sqliteTable('audit_log', {
  id: integer().primaryKey({ autoIncrement: true }),
  actor_id: integer().notNull(),
  action: text().notNull(),
  target_type: text({ enum: AUDIT_TARGETS }).notNull(),
  target_id: text().notNull(),
  /** The user concerned, if any. */
  subject_id: integer(),
  reason: text(),
  before: text(),
  after: text(),
  ip: text().notNull(),
  public: integer().notNull(),
  created_at: text().notNull(),
})

export type AuditRow = typeof auditLog.$inferSelect

export const siteTotals = sqliteTable('site_totals', {
  name: text({
    enum: ['users', 'posts', 'pending_posts', 'unseen_edits', 'pending_profiles', 'open_reports'],
  }).primaryKey(),
  value: integer().notNull(),
})

export const siteDaily = sqliteTable('site_daily', {
  day: text().primaryKey(),
  users: integer().notNull(),
  posts: integer().notNull(),
  comments: integer().notNull(),
  check_ins: integer().notNull(),
})

export type SiteDay = typeof siteDaily.$inferSelect
