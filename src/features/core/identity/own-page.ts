import { sql } from 'drizzle-orm'
import { found, type Group, one, type Statement } from '#db/client.ts'
import type { OwnPage } from '#db/schema/core.ts'
import { inLanguage, type Language } from '#kernel/i18n.ts'

/** What the header, the footer and the sitemap show of a page of the owner. */
export type OwnPageLink = Pick<OwnPage, 'slug' | 'place' | 'title_zh' | 'title_en'>

/** The text of the home page is stored like a page, so it has the same editor and images. */
export const HOME_TEXT = 'home'

export const ownPagePath = (slug: string): string => `/p/${slug}`

/** A title that exists only in one language is used for both. */
export function titleIn(
  { title_zh, title_en }: Pick<OwnPage, 'title_zh' | 'title_en'>,
  language: Language,
): string {
  return inLanguage({ zh: title_zh, en: title_en }, language) ?? ''
}

/** The pages with a text, oldest first. */
export const linkedPages: Statement<OwnPageLink> = sql`
  SELECT slug, place, title_zh, title_en FROM own_pages
  WHERE (body_zh IS NOT NULL OR body_en IS NOT NULL) AND slug <> ${HOME_TEXT}
  ORDER BY created_at, slug`

/** A page in the language of the reader, or in the other language if this one is missing. */
export type ReadPage = OwnPageLink & { body: string; updated_at: string }

export function ownPageToRead(slug: string, language: Language): Group<ReadPage> {
  return found(readPage(slug, language))
}

export function homeTextToRead(language: Language): Group<ReadPage | null> {
  return one(readPage(HOME_TEXT, language))
}

function readPage(slug: string, language: Language): Statement<ReadPage> {
  const body = language === 'en' ? sql`body_en, body_zh` : sql`body_zh, body_en`
  return sql<ReadPage>`
    SELECT slug, place, title_zh, title_en, updated_at, COALESCE(${body}) AS body FROM own_pages
    WHERE slug = ${slug} AND (body_zh IS NOT NULL OR body_en IS NOT NULL)`
}
