import { sql } from 'drizzle-orm'
import { type Group, group } from '#db/client.ts'
import type { FooterLink, IdentityRow, SitePageName } from '#db/schema/core.ts'
import { SITE_PAGES } from '#db/values.ts'
import { identityTexts, PRODUCT_NAME } from '#features/core/identity/default-identity.ts'
import type { Language } from '#kernel/i18n.ts'

/** The owner's branding of the site. Null means the default. */
export interface Identity extends IdentityRow {
  /** The setting `images.external`: whether pages show images of other sites. Here because every page needs it. */
  external_images: boolean
  /** The setting `app.enabled`: whether pages install the service worker. */
  app_enabled: boolean
  links: FooterLink[]
  /** The site pages that exist in at least one language. */
  pages: SitePageName[]
}

export const DEFAULT_IDENTITY: Identity = {
  name: null,
  tagline_zh: null,
  tagline_en: null,
  accent: null,
  logo_key: null,
  logo_large_key: null,
  ai_crawlers: 'allow',
  external_images: false,
  app_enabled: false,
  links: [],
  pages: [],
}

/** Name and texts of the site in one language. */
export interface Brand {
  name: string
  tagline: string
  description: string
  /** Whether the owner wrote the tagline. */
  isOwn: boolean
}

/** A tagline that exists in one language only is used for both languages. */
export function brandOf(identity: Identity, language: Language): Brand {
  const text = identityTexts[language]
  const { tagline_zh, tagline_en } = identity
  const name = identity.name ?? PRODUCT_NAME
  const own = language === 'en' ? (tagline_en ?? tagline_zh) : (tagline_zh ?? tagline_en)
  const description = own === null ? text.description(name) : text.ownDescription(name, own)
  return { name, tagline: own ?? text.tagline, description, isOwn: own !== null }
}

/** Reads the identity without the cache, as part of a larger read. The table has exactly one row (trigger site_identity_stays). */
export const wholeIdentity: Group<Identity> = group(
  {
    rows: sql<IdentityRow & { shows: number; app: number }>`
      SELECT name, tagline_zh, tagline_en, accent, logo_key, logo_large_key, ai_crawlers,
        (SELECT value FROM site_settings WHERE key = 'images.external') AS shows,
        (SELECT value FROM site_settings WHERE key = 'app.enabled') AS app
      FROM site_identity WHERE id = 1`,
    links: sql<FooterLink>`SELECT id, label, url FROM footer_links ORDER BY id`,
    written: sql<{ name: SitePageName }>`SELECT DISTINCT name FROM site_pages`,
  },
  ({ rows: [row], links, written }) => {
    const pages = SITE_PAGES.filter((page) => written.some(({ name }) => name === page))
    const { shows, app, ...identity } = row ?? { ...DEFAULT_IDENTITY, shows: 0, app: 0 }
    return { ...DEFAULT_IDENTITY, ...identity, external_images: shows === 1, app_enabled: app === 1, links, pages }
  },
)
