import { sql } from 'drizzle-orm'
import type { IdentityRow } from '#db/schema/core.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import type { Size } from '#kernel/image-types.ts'

/** The sizes of the wide and the dark logo as `480x96`, null without one. */
export interface LogoSizes {
  logo_wide_size: string | null
  logo_dark_size: string | null
}

type LogoColumns = Pick<IdentityRow, 'logo_wide_key' | 'logo_dark_key'> & LogoSizes

export const NO_MORE_LOGOS: LogoColumns = {
  logo_wide_key: null,
  logo_dark_key: null,
  logo_wide_size: null,
  logo_dark_size: null,
}

export const logoSizes = sql`
  (SELECT width || 'x' || height FROM images WHERE key = logo_wide_key) AS logo_wide_size,
  (SELECT width || 'x' || height FROM images WHERE key = logo_dark_key) AS logo_dark_size`

export interface ShownLogo extends Size {
  url: string
}

/** The logos that only the bar shows. The size keeps their place until they are loaded. */
export function barLogos(columns: LogoColumns): Record<'wide' | 'dark', ShownLogo | null> {
  const { logo_wide_key, logo_wide_size, logo_dark_key, logo_dark_size } = columns
  return {
    wide: shownLogo(logo_wide_key, logo_wide_size),
    dark: shownLogo(logo_dark_key, logo_dark_size),
  }
}

function shownLogo(key: string | null, size: string | null): ShownLogo | null {
  if (key === null || size === null) return null
  const [width = 0, height = 0] = size.split('x').map(Number)
  return { url: imageUrl(key), width, height }
}

/** The condition that a row of `images` is a logo of the site. */
export const isLogo = sql`EXISTS (
  SELECT 1 FROM site_identity
  WHERE images.key IN (logo_key, logo_large_key, logo_wide_key, logo_dark_key))`
