import { sql } from 'drizzle-orm'
import { type Database, found, type Group, group, one, throughCache } from '#db/client.ts'
import type { FooterLink, IdentityRow, SitePage, SitePageName } from '#db/schema/core.ts'
import { SITE_PAGES } from '#db/values.ts'
import {
  DEFAULT_LAYOUT,
  DEFAULT_LAYOUT_ROW,
  type LayoutRow,
  layoutOf,
  type SiteLayout,
} from '#features/core/identity/layout.ts'
import { type LogoSizes, logoSizes, NO_MORE_LOGOS } from '#features/core/identity/logos.ts'
import { linkedPages, type OwnPageLink } from '#features/core/identity/own-page.ts'
import { DEFAULT_THEME_COLUMNS } from '#features/core/identity/theme.ts'
import { CachedValue } from '#kernel/cached-value.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import {
  ALL_LANGUAGES,
  bilingual,
  inLanguage,
  type Language,
  type SiteLanguages,
} from '#kernel/i18n.ts'

/** The owner's branding of the site. Null means the default. */
export interface Identity extends Omit<IdentityRow, 'languages' | keyof LayoutRow>, LogoSizes {
  layout: SiteLayout
  /** The columns from which `layout` is made. */
  layoutRow: LayoutRow
  /** The languages that the site offers, in the order of LANGUAGES. */
  languages: readonly Language[]
  /**
   * The setting `images.external`: whether pages show images of other sites. It is read with the
   * identity, because every page needs it.
   */
  external_images: boolean
  /**
   * The setting `app.enabled`: whether pages install the service worker. It is read with the
   * identity for the same reason.
   */
  app_enabled: boolean
  links: FooterLink[]
  /** The site pages that exist in at least one language. */
  pages: SitePageName[]
  ownPages: OwnPageLink[]
}

export const DEFAULT_IDENTITY: Identity = {
  name: null,
  tagline_zh: null,
  tagline_en: null,
  accent: null,
  logo_key: null,
  logo_large_key: null,
  languages: ALL_LANGUAGES.offered,
  default_language: ALL_LANGUAGES.fallback,
  description_zh: null,
  description_en: null,
  ai_crawlers: 'allow',
  ...DEFAULT_THEME_COLUMNS,
  css_hash: null,
  ...NO_MORE_LOGOS,
  external_images: false,
  app_enabled: false,
  layout: DEFAULT_LAYOUT,
  layoutRow: DEFAULT_LAYOUT_ROW,
  links: [],
  pages: [],
  ownPages: [],
}

/** Name and texts of the site in one language. */
export interface Brand {
  name: string
  tagline: string
  description: string
  /** Whether the owner has written the tagline. */
  isOwn: boolean
}

/**
 * The brand in a language. A tagline or a description that exists only in one language is used for
 * both.
 */
export function brandOf(identity: Identity, language: Language): Brand {
  const text = identityTexts[language]
  const name = identity.name ?? PRODUCT_NAME
  const tagline = inLanguage({ zh: identity.tagline_zh, en: identity.tagline_en }, language)
  const description =
    inLanguage({ zh: identity.description_zh, en: identity.description_en }, language) ??
    (tagline === null ? text.description(name) : text.ownDescription(name, tagline))
  return { name, tagline: tagline ?? text.tagline, description, isOwn: tagline !== null }
}

/** The languages of the site, for choosing the language of a response. */
export function languagesOf({ languages, default_language }: Identity): SiteLanguages {
  return { offered: languages, fallback: default_language }
}

/**
 * Reads the identity without the cache, as part of a larger read. The table has exactly one row
 * (trigger site_identity_stays).
 */
export const wholeIdentity: Group<Identity> = group(
  {
    rows: sql<IdentityRow & { images: number; app: number }>`
      SELECT name, tagline_zh, tagline_en, accent, logo_key, logo_large_key, languages,
        default_language, description_zh, description_en, ai_crawlers,
        default_theme, font, heading_font, radius, density, accent2, css_hash,
        logo_wide_key, logo_dark_key, ${logoSizes},
        navigation, footer_zh, footer_en, home,
        (SELECT value FROM site_settings WHERE key = 'images.external') AS images,
        (SELECT value FROM site_settings WHERE key = 'app.enabled') AS app
      FROM site_identity WHERE id = 1`,
    links: sql<FooterLink>`SELECT id, label, url FROM footer_links ORDER BY id`,
    written: sql<{ name: SitePageName }>`SELECT DISTINCT name FROM site_pages`,
    ownPages: linkedPages,
  },
  ({ rows: [row], links, written, ownPages }) => {
    const pages = SITE_PAGES.filter((page) => written.some(({ name }) => name === page))
    if (row === undefined) return { ...DEFAULT_IDENTITY, links, pages, ownPages }
    const { images, app, navigation, footer_zh, footer_en, home, ...identity } = row
    const layoutRow = { navigation, footer_zh, footer_en, home }
    return {
      ...DEFAULT_IDENTITY,
      ...identity,
      languages: JSON.parse(identity.languages),
      external_images: images === 1,
      app_enabled: app === 1,
      layoutRow,
      layout: layoutOf(layoutRow),
      links,
      pages,
      ownPages,
    }
  },
)

/** The name of a site that the owner has not named. */
export const PRODUCT_NAME = 'Joule'

export const identityTexts = bilingual({
  tagline: ['让好内容被能量点亮', 'Good writing, lit by energy'],
  description: [
    (name: string) =>
      `${name} 是一个安静的写作与阅读社区：写下所想，为好文章充能，和认真的人一起成长。`,
    (name: string) =>
      `${name} is a calm community for writing and reading: publish what you think, energize posts that deserve it, and grow with people who care.`,
  ],
  ownDescription: [
    (name: string, tagline: string) => `${name}：${tagline}`,
    (name: string, tagline: string) => `${name}: ${tagline}`,
  ],
  home: [(name: string) => `${name} 首页`, (name: string) => `${name} home`],
  feed: [(name: string) => `${name}：最新文章`, (name: string) => `${name}: latest posts`],
  pages: {
    about: ['关于', 'About'],
    rules: ['社区规则', 'Rules'],
    privacy: ['隐私', 'Privacy'],
  },
  /** The entries in the menu of the installed app. */
  shortcuts: {
    write: ['写文章', 'Write'],
    inbox: ['通知', 'Notifications'],
    review: ['审核文章', 'Review posts'],
  },
  changed: ['最后更新', 'Last updated'],
})

/** After this age, the identity is read again in the background. */
const REFRESH_AFTER = 3 * SECOND
/** After this age, a request waits for the read. */
const EXPIRES_AFTER = MINUTE

const cache = new CachedValue<Identity>()

export async function siteIdentity(db: Database, now: Date): Promise<Identity> {
  const identity = cache.youngerThan(EXPIRES_AFTER, now)
  if (identity !== null) return identity
  try {
    return await readIdentity(db, now)
  } catch {
    // The error page for an outage of the database must render without the database.
    return cache.latest ?? DEFAULT_IDENTITY
  }
}

/**
 * The languages of the site, without a read. Null before the first read of this isolate and after
 * `forgetIdentity`.
 */
export function knownLanguages(): SiteLanguages | null {
  return cache.latest && languagesOf(cache.latest)
}

export function isIdentityOld(now: Date): boolean {
  return cache.youngerThan(REFRESH_AFTER, now) === null
}

/** Reads the identity from the database and caches it. */
export async function readIdentity(db: Database, now: Date): Promise<Identity> {
  return db.read(throughCache(cache, 0, wholeIdentity, now))
}

/**
 * Call this before a change, and call the returned function with the new identity. Other isolates
 * see the change within seconds.
 */
export function identityChanging(now: Date): (identity: Identity) => void {
  return cache.startChange(now)
}

/** Clears the cache. Call this after other code has changed the tables. */
export function forgetIdentity(): void {
  cache.invalidate()
}

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
