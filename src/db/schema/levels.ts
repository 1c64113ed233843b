import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const userTasks = sqliteTable('user_tasks', {
  user_id: integer().notNull(),
  task: text({ enum: ['avatar', 'username', 'signature'] }).notNull(),
  completed_at: text().notNull(),
})

export type Task = (typeof userTasks.$inferSelect)['task']
