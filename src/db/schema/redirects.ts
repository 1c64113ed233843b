import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const redirects = sqliteTable('redirects', {
  path: text().primaryKey(),
  post_id: integer().notNull(),
  created_at: text().notNull(),
})

export type RedirectRow = typeof redirects.$inferSelect
