import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { iconsOf } from '#features/core/identity/icons.ts'
import { identityTexts } from '#features/core/identity/identity.ts'
import type { TopBarProps } from '#features/core/shell/top-bar.tsx'
import { shownImage } from '#kernel/html/images.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'
import { asset, FIRST_SCRIPTS } from '#web/assets.ts'
import { LANGUAGE_PARAMETER } from '#web/request-context.ts'

/** Metadata of a page for the browser tab, search engines and share cards. */
export interface PageFacts {
  /** The title without the name of the site. Undefined on the home page. */
  title?: string
  description?: string
  /** The canonical path of this page. The default is the path of the request. */
  canonicalPath?: string
  /**
   * The canonical URL at another site. `og:url` stays that of this page, because a shared link must
   * open the page that was shared.
   */
  canonicalUrl?: string
  robots?: 'noindex' | 'noindex, nofollow'
  jsonLd?: Record<string, unknown>
  /** Additional scripts by their names, such as `editor.js`. */
  scripts?: string[]
  /**
   * The page is a list or a post: anonymous readers get only the styles and the first script that
   * reading needs.
   */
  isReading?: boolean
  /** Whether the page may contain code to highlight. */
  hasCode?: boolean
  openGraph?: OpenGraph
  /** The feed of this page, in addition to the feed of the site. */
  feed?: { title: string; path: string }
  /** The fediverse address of the author, for the credit that Mastodon shows below a link. */
  fediverseCreator?: string | null
  /** The address of this page as Markdown. */
  markdownPath?: string
}

interface OpenGraph {
  type?: 'website' | 'article' | 'profile'
  image?: string | null
  /** Width and height of `image`; null if they are not known. */
  imageSize?: readonly [width: number, height: number] | null
  imageAlt?: string
  publishedAt?: string
  modifiedAt?: string
  author?: string
  tags?: string[]
}

interface Shell extends Pick<TopBarProps, 'viewer' | 'language' | 'path' | 'identity' | 'brand'> {
  /** Whether the address of the request chooses the language of the page. */
  hasLanguageInAddress: boolean
  /** The address of the owner's style sheet, null on a page without it. */
  ownStyle: string | null
}

// The head is not JSX, because for each JSX `<link>` Hono searches the text of the whole page in
// order to move the element to the head.
export function head(
  facts: PageFacts,
  { viewer, language, path, identity, brand, hasLanguageInAddress, ownStyle }: Shell,
  origin: string,
): HtmlEscapedString | Promise<HtmlEscapedString> {
  const icons = iconsOf(identity)
  const title =
    facts.title === undefined
      ? `${brand.name} · ${brand.tagline}`
      : `${facts.title} · ${brand.name}`
  const description = facts.description ?? brand.description
  const isArticle = facts.openGraph?.type === 'article'
  const pageAddress = origin + (facts.canonicalPath ?? path)
  const inLanguage = (choice: Language) => withLanguage(pageAddress, choice)
  const address = hasLanguageInAddress && !isArticle ? inLanguage(language) : pageAddress
  // A post has one language, that of its author. All other public pages have an address for each
  // language of the site.
  const translations =
    viewer === null && !isArticle && facts.robots === undefined && identity.languages.length > 1
      ? identity.languages
      : []
  const {
    type = 'website',
    image,
    imageSize,
    imageAlt,
    publishedAt,
    modifiedAt,
    author,
    tags = [],
  } = facts.openGraph ?? {}
  const feeds = [
    ...(facts.feed ? [facts.feed] : []),
    { title: identityTexts[language].feed(brand.name), path: '/feed.xml' },
  ]
  const scripts = ['reader.js', ...(viewer ? ['member.js'] : []), ...(facts.scripts ?? [])]
  const isReader = facts.isReading && viewer === null
  const shown = shownImage(image ?? null, identity.external_images)
  const picture = new URL(shown ?? icons.share, origin).href
  return tight`<head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <script>${raw((isReader ? FIRST_SCRIPTS.reading : FIRST_SCRIPTS.whole).text)}</script>
    <link rel="stylesheet" href="${asset(isReader ? 'reader.css' : 'site.css')}">
    ${isReader && facts.hasCode && html`<link rel="stylesheet" href="${asset('code.css')}" id="code-colours">`}
    ${!facts.isReading && html`<link rel="stylesheet" href="${asset('pages.css')}">`}
    ${ownStyle && html`<link rel="stylesheet" href="${ownStyle}">`}
    <noscript><link rel="stylesheet" href="/look.css"></noscript>
    ${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
    ${(facts.hasCode || facts.scripts?.some((name) => HIGHLIGHTS_CODE.has(name))) && html`<meta name="code-worker" content="${asset('code-worker.js')}">`}
    <meta name="description" content="${description}">
    ${facts.robots && html`<meta name="robots" content="${facts.robots}">`}
    <link rel="canonical" href="${facts.canonicalUrl ?? address}">
    ${translations.map((choice) => html`<link rel="alternate" hreflang="${choice}" href="${inLanguage(choice)}">`)}
    ${translations.length > 0 && html`<link rel="alternate" hreflang="x-default" href="${pageAddress}">`}
    ${feeds.map(({ title, path }) => html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${path}">`)}
    ${facts.markdownPath && html`<link rel="alternate" type="text/markdown" href="${facts.markdownPath}">`}
    <meta name="theme-color" content="${identity.default_theme === 'dark' ? BAR_COLOURS.dark : BAR_COLOURS.light}" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="${identity.default_theme === 'light' ? BAR_COLOURS.light : BAR_COLOURS.dark}" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="${icons.small}" type="${icons.smallType}">
    <link rel="apple-touch-icon" href="${icons.maskable(180)}">
    <link rel="manifest" href="/manifest.webmanifest${isAdmin(viewer) ? '?for=admins' : ''}">
    <meta property="og:site_name" content="${brand.name}">
    <meta property="og:type" content="${type}">
    <meta property="og:title" content="${facts.title ?? title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${address}">
    <meta property="og:image" content="${picture}">
    ${shown && imageSize && html`<meta property="og:image:width" content="${imageSize[0]}"><meta property="og:image:height" content="${imageSize[1]}">`}
    ${shown && imageAlt && html`<meta property="og:image:alt" content="${imageAlt}">`}
    <meta property="og:locale" content="${language === 'en' ? 'en_US' : 'zh_CN'}">
    ${publishedAt && html`<meta property="article:published_time" content="${publishedAt}">`}
    ${modifiedAt && html`<meta property="article:modified_time" content="${modifiedAt}">`}
    ${tags.map((tag) => html`<meta property="article:tag" content="${tag}">`)}
    ${author && html`<meta property="article:author" content="${author}">`}
    ${facts.fediverseCreator && html`<meta name="fediverse:creator" content="${facts.fediverseCreator}">`}
    <meta name="twitter:card" content="${shown || icons.isShareWide ? 'summary_large_image' : 'summary'}">
    ${facts.jsonLd && html`<script type="application/ld+json">${raw(asScriptText(facts.jsonLd))}</script>`}
  </head>`
}

/** The surface of static/css/tokens.css, for the bar of the browser. */
const BAR_COLOURS = { light: '#ffffff', dark: '#1e1a16' }

function withLanguage(address: string, language: Language): string {
  const url = new URL(address)
  url.searchParams.set(LANGUAGE_PARAMETER, language)
  return url.href
}

/** Like `html`, but without the line breaks between elements. */
function tight(strings: TemplateStringsArray, ...values: unknown[]) {
  let pieces = TIGHT.get(strings)
  if (pieces === undefined) {
    pieces = Object.assign(
      strings.map((piece) => piece.replaceAll(/\n\s*/g, '')),
      { raw: strings.raw },
    )
    TIGHT.set(strings, pieces)
  }
  return html(pieces, ...values)
}

const TIGHT = new WeakMap<TemplateStringsArray, TemplateStringsArray>()

/** Scripts that start the syntax highlighting worker. */
const HIGHLIGHTS_CODE: ReadonlySet<string> = new Set(['preview.js', 'editor.js'])

/** JSON for a script element, escaped so that it cannot close the element. */
function asScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
