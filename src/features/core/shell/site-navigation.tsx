import type { Identity } from '#features/core/identity/identity.ts'
import { ownPagePath, titleIn } from '#features/core/identity/own-page.ts'
import { inLanguage, type Language } from '#kernel/i18n.ts'
import { Icon, LinkButton } from '#web/components/elements.tsx'

/** A link that the owner put into the header. */
interface SiteLink {
  label: string
  url: string
}

/** The navigation of the site, followed by the pages that the owner put into the header. */
export function siteLinks({ layout, ownPages }: Identity, language: Language): SiteLink[] {
  return [
    ...layout.navigation.map(({ label, url }) => ({
      label: inLanguage(label, language) ?? url,
      url,
    })),
    ...ownPages
      .filter(({ place }) => place === 'header')
      .map((page) => ({ label: titleIn(page, language), url: ownPagePath(page.slug) })),
  ]
}

/**
 * The link of the section that contains the page: the longest address that its path starts with.
 */
export function currentLink(links: readonly { url: string }[], path: string): string | null {
  const containing = links
    .map(({ url }) => url)
    .filter((url) => path === url || (url !== '/' && path.startsWith(`${url}/`)))
  return containing.toSorted((one, other) => other.length - one.length)[0] ?? null
}

/**
 * The width of the links that fit between the name of the site and the search field, in Latin
 * letters. A Chinese character is two letters wide.
 */
const INLINE_WIDTH = 26
const GAP = 3

/**
 * Whether the links have a row of their own below the bar. On narrow screens they are in a menu.
 */
export function needsOwnRow(links: SiteLink[]): boolean {
  const widths = links.map(({ label }) => GAP + label.length + (label.match(WIDE)?.length ?? 0))
  return widths.reduce((sum, width) => sum + width, 0) > INLINE_WIDTH
}

const WIDE = /[\u2e80-\uffef]/g

interface LinksProps {
  links: SiteLink[]
  current: string | null
}

const currentMark = (url: string, current: string | null) => (url === current ? 'page' : undefined)

export function InlineLinks({ links, current }: LinksProps) {
  return (
    <>
      {links.map(({ label, url }) => (
        <LinkButton
          kind="quiet wide-only"
          href={url}
          aria-current={currentMark(url, current)}
          label={label}
        />
      ))}
    </>
  )
}

export function LinksRow({ links, current, label }: LinksProps & { label: string }) {
  return (
    <nav class="site-links wide-only" aria-label={label}>
      <ul class="within row">
        {links.map(({ label, url }) => (
          <li>
            <a class="one-line" href={url} aria-current={currentMark(url, current)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The links in the menu of narrow screens. */
export function MenuLinks({
  links,
  current,
  class: className = '',
}: LinksProps & { class?: string }) {
  return (
    <>
      {links.map(({ label, url }) => (
        <a
          class={`menu-item ${className}`.trim()}
          href={url}
          aria-current={currentMark(url, current)}
        >
          <Icon name={ICONS[url] ?? 'link'} />
          <span class="breaks">{label}</span>
        </a>
      ))}
    </>
  )
}

/** Pages of the site have their own icons. */
const ICONS: { [url: string]: 'page' | 'bullets' | 'home' | 'help' | 'search' | undefined } = {
  '/': 'home',
  '/posts': 'page',
  '/tags': 'bullets',
  '/help': 'help',
  '/search': 'search',
}
