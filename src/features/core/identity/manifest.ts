import { DEFAULT_ACCENT } from '#features/core/identity/accent.ts'
import { iconsOf } from '#features/core/identity/icons.ts'
import type { Brand, Identity } from '#features/core/identity/identity.ts'

/** https://www.w3.org/TR/appmanifest/ */
export function webManifest(identity: Identity, brand: Brand, language: string): Record<string, unknown> {
  return {
    name: brand.name,
    short_name: brand.name,
    description: brand.description,
    lang: language,
    start_url: '/',
    display: 'standalone',
    background_color: '#fbf9f6',
    theme_color: identity.accent ?? DEFAULT_ACCENT,
    icons: iconsIn(identity),
  }
}

function iconsIn(identity: Identity): Record<string, string>[] {
  const { small, smallType, large } = iconsOf(identity)
  if (identity.logo_key !== null) {
    return [
      { src: small, type: smallType, sizes: '256x256' },
      { src: large, type: 'image/png', sizes: '512x512' },
    ]
  }
  return [
    { src: small, type: smallType, sizes: 'any' },
    { src: '/img/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: large, type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
  ]
}
