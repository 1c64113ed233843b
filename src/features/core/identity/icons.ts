import type { Identity } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'

/** Where the pictures of the site are: the owner's logo, or those that the product comes with. */
interface Icons {
  /** For the tab of a browser and the top of a page. */
  small: string
  smallType: 'image/webp' | 'image/svg+xml'
  /** A PNG for home screens and for machines. */
  large: string
  /** The picture of a shared link that has none of its own. */
  share: string
  /** Whether that picture is wide, or the logo. */
  isShareWide: boolean
}

/** The wide picture that the product comes with has the product's name on it: a site of another name shows its sign instead. */
export function iconsOf({ name, logo_key, logo_large_key }: Identity): Icons {
  if (logo_key !== null && logo_large_key !== null) {
    const large = imageUrl(logo_large_key)
    return { small: imageUrl(logo_key), smallType: 'image/webp', large, share: large, isShareWide: false }
  }
  const large = '/img/icon-512.png'
  const share = name === null ? '/img/share.png' : large
  return { small: '/favicon.svg', smallType: 'image/svg+xml', large, share, isShareWide: name === null }
}
