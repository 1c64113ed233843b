import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const levels = sqliteTable('levels', {
  level: integer().primaryKey(),
  floor: integer().notNull(),
})

export const userCheckIns = sqliteTable('user_check_ins', {
  user_id: integer().notNull(),
  day: text().notNull(),
  created_at: text().notNull(),
})

export const userTasks = sqliteTable('user_tasks', {
  user_id: integer().notNull(),
  task: text({ enum: ['avatar', 'username', 'signature'] }).notNull(),
  completed_at: text().notNull(),
})

export const dailyExpSummary = sqliteTable('daily_exp_summary', {
  user_id: integer().notNull(),
  day: text().notNull(),
  exp: integer().notNull(),
})

export type Task = (typeof userTasks.$inferSelect)['task']
