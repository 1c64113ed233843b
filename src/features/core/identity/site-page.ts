import { sql } from 'drizzle-orm'
import { found, type Group, one } from '#db/client.ts'
import type { SitePage, SitePageName } from '#db/schema/core.ts'
import type { Language } from '#kernel/i18n.ts'

/** For readers: the page in this language, or in the other language if this one is missing. */
export function pageToRead(name: SitePageName, language: Language): Group<SitePage> {
  return found(sql<SitePage>`
    SELECT name, language, body, version, updated_at FROM site_pages WHERE name = ${name}
    ORDER BY language = ${language} DESC LIMIT 1`)
}

/** For the editor: the page in this language, or null if it does not exist. */
export function pageToWrite(name: SitePageName, language: Language): Group<SitePage | null> {
  return one(sql<SitePage>`
    SELECT name, language, body, version, updated_at FROM site_pages WHERE name = ${name} AND language = ${language}`)
}

export const sitePagePath = (name: SitePageName) => `/${name}`
