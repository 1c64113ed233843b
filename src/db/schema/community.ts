import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ENERGY_REASONS, REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#db/values.ts'

export const comments = sqliteTable('comments', {
  id: integer().primaryKey({ autoIncrement: true }),
  post_id: integer().notNull(),
  root_id: integer(),
  reply_to_id: integer(),
  author_id: integer().notNull(),
  body: text().notNull(),
  image_id: integer(),
  replies_count: integer().notNull(),
  created_at: text().notNull(),
  deleted_at: text(),
  deleted_by: integer(),
  edited_at: text(),
  likes_count: integer().notNull(),
  mentions_made: integer().notNull(),
})

export type CommentRow = typeof comments.$inferSelect

export const folders = sqliteTable('folders', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  name: text().notNull(),
  public: integer().notNull(),
  is_default: integer().notNull(),
  items_count: integer().notNull(),
  created_at: text().notNull(),
  hidden_items_count: integer().notNull(),
})

export type FolderRow = typeof folders.$inferSelect

export const reportCases = sqliteTable('report_cases', {
  id: integer().primaryKey(),
  kind: text({ enum: REPORT_KINDS }).notNull(),
  target_id: integer().notNull(),
  subject_id: integer().notNull(),
  reports_count: integer().notNull(),
  turn: integer().notNull(),
  opened_at: text().notNull(),
  /** Null while the case is open. */
  decision: text({ enum: REPORT_DECISIONS }),
  note: text(),
  decided_by: integer(),
  decided_at: text(),
  /** A word of the list that was found in a comment. */
  word: text(),
})

export type ReportCase = typeof reportCases.$inferSelect

export const reports = sqliteTable('reports', {
  id: integer().primaryKey(),
  case_id: integer().notNull(),
  user_id: integer().notNull(),
  reason: text({ enum: REPORT_REASONS }).notNull(),
  text: text().notNull(),
  day: text().notNull(),
  created_at: text().notNull(),
})

export type ReportRow = typeof reports.$inferSelect

export const reportCopies = sqliteTable('report_copies', {
  id: integer().primaryKey(),
  case_id: integer().notNull(),
  subject_id: integer().notNull(),
  digest: text().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  created_at: text().notNull(),
  decided_at: text(),
  content: text().notNull(),
})

export type ReportCopy = typeof reportCopies.$inferSelect

export const reporters = sqliteTable('reporters', {
  user_id: integer().primaryKey(),
  upheld: integer().notNull(),
  turned_down: integer().notNull(),
})

export type ReporterRecord = Omit<typeof reporters.$inferSelect, 'user_id'>

export const energyLog = sqliteTable('energy_log', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  amount: integer().notNull(),
  reason: text({
    enum: ENERGY_REASONS,
  }).notNull(),
  balance_after: integer().notNull(),
  post_id: integer(),
  note: text(),
  created_at: text().notNull(),
  exp_gained: integer().notNull(),
})

export type LedgerRow = typeof energyLog.$inferSelect
export type EnergyReason = LedgerRow['reason']

export const userTasks = sqliteTable('user_tasks', {
  user_id: integer().notNull(),
  task: text({ enum: ['avatar', 'username', 'signature'] }).notNull(),
  completed_at: text().notNull(),
})

export type Task = (typeof userTasks.$inferSelect)['task']
