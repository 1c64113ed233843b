import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SETTING_KEYS } from '#db/values.ts'

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

export const blockedHosts = sqliteTable('blocked_hosts', {
  host: text().primaryKey(),
})

export const linkedHosts = sqliteTable('linked_hosts', {
  hosts: text().primaryKey(),
})

export const blockedWords = sqliteTable('blocked_words', {
  id: integer().primaryKey(),
  words: text().notNull(),
})
