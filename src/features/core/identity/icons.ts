import { type Brand, type Identity, identityTexts } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import type { Language } from '#kernel/i18n.ts'
import { DEFAULT_ACCENT } from '#kernel/look/accent.ts'

/** The sides in pixels: one for iOS, and the two sizes that the manifest needs. */
export const ICON_SIDES = [180, 192, 512] as const
export type IconSide = (typeof ICON_SIDES)[number]

/** Paths of the site's icons: the logo of the owner, or the default icons. */
interface Icons {
  /** The icon for the browser tab and the top bar. */
  small: string
  smallType: 'image/webp' | 'image/svg+xml'
  /** A PNG for home screens, feeds and structured data. */
  large: string
  /** A PNG that fills its square, for home screens, which cut icons to their own shape. */
  maskable(side: IconSide): string
  /** The image that is shared with a page without an image of its own. */
  share: string
  /** True for the default image, which is wide; false for a logo. */
  isShareWide: boolean
}

/**
 * Chooses the icons. The default share image contains the name Joule, so a site with another name
 * shares its square icon instead.
 */
export function iconsOf({ name, accent, logo_key, logo_large_key }: Identity): Icons {
  const isDefault = accent === null && logo_key === null
  const maskable = (side: IconSide) => (isDefault ? `/img/icon-${side}.png` : `/app-icons/${side}`)
  if (logo_key !== null && logo_large_key !== null) {
    const large = imageUrl(logo_large_key)
    return {
      small: imageUrl(logo_key),
      smallType: 'image/webp',
      large,
      maskable,
      share: large,
      isShareWide: false,
    }
  }
  const large = '/img/icon-512.png'
  const share = name === null ? '/img/share.png' : large
  return {
    small: '/favicon.svg',
    smallType: 'image/svg+xml',
    large,
    maskable,
    share,
    isShareWide: name === null,
  }
}

/** The members of the manifest that this site uses. */
interface WebManifest {
  id: string
  name: string
  short_name: string
  description: string
  lang: Language
  start_url: string
  scope: string
  display: string
  background_color: string
  theme_color: string
  icons: Record<string, string>[]
  /** Entries in the menu of the app's icon. */
  shortcuts: { name: string; url: string }[]
  /** Where the app receives what other apps share with it. */
  share_target: {
    action: string
    method: string
    enctype: string
    params: Record<'title' | 'text' | 'url', string>
  }
}

/**
 * The web app manifest: https://www.w3.org/TR/appmanifest/. Browsers fetch it without cookies, so
 * it cannot depend on the viewer: pages of admins link to another address, whose manifest is
 * `forAdmins`.
 */
export function webManifest(
  identity: Identity,
  brand: Brand,
  language: Language,
  forAdmins: boolean,
): WebManifest {
  const { shortcuts } = identityTexts[language]
  return {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf9f6',
    theme_color: identity.accent ?? DEFAULT_ACCENT,
    icons: iconsIn(identity),
    shortcuts: [
      { name: shortcuts.write, url: '/studio/write' },
      { name: shortcuts.inbox, url: '/messages' },
      ...(forAdmins ? [{ name: shortcuts.review, url: '/admin/posts' }] : []),
    ],
    share_target: {
      action: '/studio/write',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  }
}

function iconsIn(identity: Identity): Record<string, string>[] {
  const { small, smallType, large, maskable } = iconsOf(identity)
  const png = (side: number, src: string, purpose: string) => ({
    src,
    type: 'image/png',
    sizes: `${side}x${side}`,
    purpose,
  })
  const sides = [192, 512] as const
  return [
    { src: small, type: smallType, sizes: identity.logo_key === null ? 'any' : '256x256' },
    ...(identity.logo_key === null
      ? sides.map((side) => png(side, maskable(side), 'any'))
      : [png(512, large, 'any')]),
    ...sides.map((side) => png(side, maskable(side), 'maskable')),
  ]
}
