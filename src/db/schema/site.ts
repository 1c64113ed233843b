import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const siteSettings = sqliteTable('site_settings', {
  key: text({ enum: ['audit.enabled', 'registration.enabled', 'comments.enabled'] }).primaryKey(),
  value: integer().notNull(),
})

/** What jobs and operators' commands remember between runs. */
export const siteState = sqliteTable('site_state', {
  key: text().primaryKey(),
  value: text().notNull(),
})

export type SettingKey = (typeof siteSettings.$inferSelect)['key']
