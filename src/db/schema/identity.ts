import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What the owner makes the site their own with; what is null is as the product comes. */
export const siteIdentity = sqliteTable('site_identity', {
  id: integer().primaryKey(),
  name: text(),
  tagline_zh: text(),
  tagline_en: text(),
  accent: text(),
  logo_key: text(),
  logo_large_key: text(),
})

export const footerLinks = sqliteTable('footer_links', {
  id: integer().primaryKey(),
  label: text().notNull(),
  url: text().notNull(),
})

export type IdentityRow = Omit<typeof siteIdentity.$inferSelect, 'id'>
export type FooterLink = typeof footerLinks.$inferSelect
