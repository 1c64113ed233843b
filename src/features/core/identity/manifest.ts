import { DEFAULT_ACCENT } from '#features/core/identity/accent.ts'
import { identityTexts } from '#features/core/identity/default-identity.ts'
import { iconsOf } from '#features/core/identity/icons.ts'
import type { Brand, Identity } from '#features/core/identity/identity.ts'
import type { Language } from '#kernel/i18n.ts'

/** https://www.w3.org/TR/appmanifest/. The same for everyone, because browsers fetch it without cookies. */
export function webManifest(identity: Identity, brand: Brand, language: Language): Record<string, unknown> {
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
      { name: shortcuts.review, url: '/admin/posts' },
    ],
    share_target: { action: '/studio/write', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
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
    ...(identity.logo_key === null ? sides.map((side) => png(side, maskable(side), 'any')) : [png(512, large, 'any')]),
    ...sides.map((side) => png(side, maskable(side), 'maskable')),
  ]
}
