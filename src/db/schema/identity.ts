import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SITE_PAGES } from '#db/values.ts'

/** How the owner customised the site. Null means the default. */
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

export const sitePages = sqliteTable('site_pages', {
  name: text({ enum: SITE_PAGES }).notNull(),
  language: text({ enum: ['zh-CN', 'en'] }).notNull(),
  body: text().notNull(),
  version: integer().notNull(),
  updated_at: text().notNull(),
})

export type SitePage = typeof sitePages.$inferSelect
export type SitePageName = SitePage['name']
