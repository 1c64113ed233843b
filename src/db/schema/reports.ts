import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#db/values.ts'

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
