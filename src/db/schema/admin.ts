import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AUDIT_TARGETS } from '#db/values.ts'

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
