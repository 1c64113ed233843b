import { html, raw } from 'hono/html'
import { iconsOf } from '#features/core/identity/icons.ts'
import type { Brand, Identity } from '#features/core/identity/identity.ts'
import { identityTexts } from '#features/core/identity/words.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset, FIRST_SCRIPTS } from '#web/assets.ts'

/** What a page says about itself: to the reader's tab, to search engines, to whoever shares a link to it. */
export interface PageFacts {
  /** Without the site's name. Left out on the home page. */
  title?: string
  description?: string
  /** The canonical address of this page, without the origin. Left out, it is the path of the request. */
  canonicalPath?: string
  robots?: 'noindex' | 'noindex, nofollow'
  jsonLd?: Record<string, unknown>
  /** Further browser code by its logical name, such as `editor.js`. */
  scripts?: string[]
  /** A list or a post: for visitors, the styles and the first script of these alone. */
  isReading?: boolean
  /** There may be code to colour. */
  hasCode?: boolean
  openGraph?: OpenGraph
  /** The feed of what this page lists; the feed of the site is always there. */
  feed?: { title: string; path: string }
}

interface OpenGraph {
  type?: 'website' | 'article' | 'profile'
  image?: string
  publishedAt?: string
  modifiedAt?: string
  author?: string
  tags?: string[]
}

interface Surroundings {
  language: Language
  origin: string
  path: string
  isSignedIn: boolean
  identity: Identity
  brand: Brand
}

// Not JSX: hono would search the whole text of the page for each `<link>` in order to move it.
export function head(facts: PageFacts, { language, origin, path, isSignedIn, identity, brand }: Surroundings) {
  const icons = iconsOf(identity)
  const title = facts.title === undefined ? `${brand.name} · ${brand.tagline}` : `${facts.title} · ${brand.name}`
  const description = facts.description ?? brand.description
  const address = origin + (facts.canonicalPath ?? path)
  const { type = 'website', image, publishedAt, modifiedAt, author, tags = [] } = facts.openGraph ?? {}
  const feeds = [
    ...(facts.feed ? [facts.feed] : []),
    { title: identityTexts[language].feed(brand.name), path: '/feed.xml' },
  ]
  const scripts = ['reader.js', ...(isSignedIn ? ['member.js'] : []), ...(facts.scripts ?? [])]
  const isReader = facts.isReading && !isSignedIn
  const picture = new URL(image ?? icons.share, origin).href
  return tight`<head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <script>${raw((isReader ? FIRST_SCRIPTS.reading : FIRST_SCRIPTS.whole).text)}</script>
    <link rel="stylesheet" href="${asset(isReader ? 'reader.css' : 'site.css')}">
    <noscript><link rel="stylesheet" href="/look.css"></noscript>
    ${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
    ${(facts.hasCode || facts.scripts?.some((name) => PAINTS_CODE.has(name))) && html`<meta name="code-worker" content="${asset('code-worker.js')}">`}
    <meta name="description" content="${description}">
    ${facts.robots && html`<meta name="robots" content="${facts.robots}">`}
    <link rel="canonical" href="${address}">
    ${feeds.map(({ title, path }) => html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${path}">`)}
    <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="#1e1a16" media="(prefers-color-scheme: dark)">
    <link rel="icon" href="${icons.small}" type="${icons.smallType}">
    <link rel="apple-touch-icon" href="${identity.logo_key === null ? '/img/icon-180.png' : icons.large}">
    <link rel="manifest" href="/manifest.webmanifest">
    <meta property="og:site_name" content="${brand.name}">
    <meta property="og:type" content="${type}">
    <meta property="og:title" content="${facts.title ?? title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${address}">
    <meta property="og:image" content="${picture}">
    <meta property="og:locale" content="${language === 'en' ? 'en_US' : 'zh_CN'}">
    ${publishedAt && html`<meta property="article:published_time" content="${publishedAt}">`}
    ${modifiedAt && html`<meta property="article:modified_time" content="${modifiedAt}">`}
    ${tags.map((tag) => html`<meta property="article:tag" content="${tag}">`)}
    ${author && html`<meta property="article:author" content="${author}">`}
    <meta name="twitter:card" content="${image || icons.isShareWide ? 'summary_large_image' : 'summary'}">
    ${facts.jsonLd && html`<script type="application/ld+json">${raw(asScriptText(facts.jsonLd))}</script>`}
  </head>`
}

/** As `html`, without the line breaks of the source between elements. */
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

/** Scripts that start the worker which colours code. */
const PAINTS_CODE: ReadonlySet<string> = new Set(['preview.js', 'editor.js'])

/** JSON that cannot end the script element it stands in. */
function asScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
