import { sql } from 'drizzle-orm'
import { type Group, group } from '#db/client.ts'
import { type FooterLink, type IdentityRow, SITE_PAGES, type SitePageName } from '#db/schema/identity.ts'
import { identityTexts, PRODUCT_NAME } from '#features/core/identity/words.ts'
import type { Language } from '#kernel/i18n.ts'

/** What the owner has made the site their own with; null is as the product comes. */
export interface Identity extends IdentityRow {
  links: FooterLink[]
  /** Which of the site's own pages are written, in whatever language. */
  pages: SitePageName[]
}

export const AS_IT_COMES: Identity = {
  name: null,
  tagline_zh: null,
  tagline_en: null,
  accent: null,
  logo_key: null,
  logo_large_key: null,
  links: [],
  pages: [],
}

/** What a page says of the site, in its language. */
export interface Brand {
  name: string
  tagline: string
  description: string
  /** Whether the tagline is the owner's own. */
  isOwn: boolean
}

/** A tagline in one language only is said in both: better than another site's. */
export function brandOf(identity: Identity, language: Language): Brand {
  const text = identityTexts[language]
  const { tagline_zh, tagline_en } = identity
  const name = identity.name ?? PRODUCT_NAME
  const own = language === 'en' ? (tagline_en ?? tagline_zh) : (tagline_zh ?? tagline_en)
  const description = own === null ? text.description(name) : text.ownDescription(name, own)
  return { name, tagline: own ?? text.tagline, description, isOwn: own !== null }
}

/** The whole identity, of which there is one row (site_identity_stays), as it is in the database at this moment, as part of a larger read. */
export const wholeIdentity: Group<Identity> = group(
  {
    rows: sql<IdentityRow>`
      SELECT name, tagline_zh, tagline_en, accent, logo_key, logo_large_key FROM site_identity WHERE id = 1`,
    links: sql<FooterLink>`SELECT id, label, url FROM footer_links ORDER BY id`,
    written: sql<{ name: SitePageName }>`SELECT DISTINCT name FROM site_pages`,
  },
  ({ rows: [row], links, written }) => {
    const pages = SITE_PAGES.filter((page) => written.some(({ name }) => name === page))
    return { ...AS_IT_COMES, ...row, links, pages }
  },
)
