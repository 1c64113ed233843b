import { sql } from 'drizzle-orm'
import { found, type Group, one } from '#db/client.ts'
import type { SitePage, SitePageName } from '#db/schema/identity.ts'
import type { Language } from '#kernel/i18n.ts'

/** For readers: in their language, or in the other one where the owner wrote no more. */
export function pageToRead(name: SitePageName, language: Language): Group<SitePage> {
  return found(sql<SitePage>`
    SELECT name, language, body, version, updated_at FROM site_pages WHERE name = ${name}
    ORDER BY language = ${language} DESC LIMIT 1`)
}

/** For its writer: in this language, or null where nothing is written yet. */
export function pageToWrite(name: SitePageName, language: Language): Group<SitePage | null> {
  return one(sql<SitePage>`
    SELECT name, language, body, version, updated_at FROM site_pages WHERE name = ${name} AND language = ${language}`)
}

export const sitePagePath = (name: SitePageName) => `/${name}`
