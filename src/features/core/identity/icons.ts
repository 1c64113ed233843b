import type { Identity } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'

/** Paths of the site's icons: the owner's logo or the default icons. */
interface Icons {
  /** For the browser tab and the top bar. */
  small: string
  smallType: 'image/webp' | 'image/svg+xml'
  /** A PNG for home screens, feeds and structured data. */
  large: string
  /** The share image of pages without an own image. */
  share: string
  /** True for the wide default image, false for the logo. */
  isShareWide: boolean
}

/** The default share image contains the name Joule, so a site with another name uses the square icon. */
export function iconsOf({ name, logo_key, logo_large_key }: Identity): Icons {
  if (logo_key !== null && logo_large_key !== null) {
    const large = imageUrl(logo_large_key)
    return { small: imageUrl(logo_key), smallType: 'image/webp', large, share: large, isShareWide: false }
  }
  const large = '/img/icon-512.png'
  const share = name === null ? '/img/share.png' : large
  return { small: '/favicon.svg', smallType: 'image/svg+xml', large, share, isShareWide: name === null }
}
