import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
