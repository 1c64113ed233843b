import * as z from 'zod'
import { AI_CRAWLERS } from '#db/values.ts'
import { shadesOf } from '#features/core/identity/accent.ts'
import type { Identity } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'

const ShadesShape = z.object({ accent: z.string(), strong: z.string(), soft: z.string(), on: z.string() })

/** Null means the default. */
export const SiteIdentityShape = z
  .object({
    name: z.string().nullable(),
    tagline_zh: z.string().nullable(),
    tagline_en: z.string().nullable(),
    accent: z.string().nullable(),
    /** Readable shades of the accent for both themes. */
    shades: z.object({ light: ShadesShape, dark: ShadesShape }).nullable(),
    logo_url: z.string().nullable(),
    ai_crawlers: z.enum(AI_CRAWLERS).describe('Whether robots.txt lets the crawlers of AI companies in'),
    links: z.array(z.object({ id: z.int(), label: z.string(), url: z.string() })),
  })
  .meta({ id: 'SiteIdentity' })

export function asSiteIdentity(identity: Identity): z.input<typeof SiteIdentityShape> {
  const { name, tagline_zh, tagline_en, accent, logo_large_key, ai_crawlers, links } = identity
  return {
    name,
    tagline_zh,
    tagline_en,
    accent,
    shades: accent === null ? null : shadesOf(accent),
    logo_url: logo_large_key && imageUrl(logo_large_key),
    ai_crawlers,
    links,
  }
}
