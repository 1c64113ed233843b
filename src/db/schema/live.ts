import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const liveTopics = sqliteTable('live_topics', {
  kind: text({ enum: ['user', 'post'] }).notNull(),
  id: integer().notNull(),
})
