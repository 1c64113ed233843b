import { type Brand, type Identity, identityTexts } from '#features/core/identity/identity.ts'
import { barLogos, type ShownLogo } from '#features/core/identity/logos.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import type { Language } from '#kernel/i18n.ts'

interface BrandLinkProps {
  identity: Identity
  brand: Brand
  language: Language
}

/**
 * The link to the home page at the start of the bar: the square logo and the name, or the wide
 * logo. The style sheet shows the dark logo, because pages in caches are the same for both themes.
 */
export function BrandLink({ identity, brand, language }: BrandLinkProps) {
  const { wide, dark } = barLogos(identity)
  const isLong = widthOf(brand.name) > LONG_NAME
  return (
    <a
      class={`brand line${isLong ? ' long' : ''}${wide ? ' has-wide' : ''}`}
      href="/"
      aria-label={identityTexts[language].home(brand.name)}
    >
      {wide ? (
        <BarLogo logo={wide} class={dark ? 'on-light' : ''} />
      ) : dark ? (
        <span class="on-light">
          <Mark identity={identity} />
        </span>
      ) : (
        <Mark identity={identity} />
      )}
      {dark && <BarLogo logo={dark} class="on-dark" />}
      {!wide && <span class="brand-name">{brand.name}</span>}
    </a>
  )
}

/** Browsers do not load a lazy image that is not shown. */
function BarLogo({ logo, class: theme }: { logo: ShownLogo; class: string }) {
  const { url, width, height } = logo
  return (
    <img
      class={`bar-logo ${theme}`.trim()}
      src={url}
      alt=""
      width={width}
      height={height}
      loading={theme ? 'lazy' : undefined}
    />
  )
}

/** A longer name is smaller and wraps, so that no screen cuts it. */
const LONG_NAME = 11

/** The width of a name in Latin letters. A Chinese character is as wide as two. */
function widthOf(name: string): number {
  return [...name].reduce((width, letter) => width + (letter > '\u2e80' ? 2 : 1), 0)
}
