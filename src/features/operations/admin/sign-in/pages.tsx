import { Hono } from 'hono'
import type { AppEnv } from '#env'
import {
  isProviderKey,
  PRESETS,
  PROVIDERS_MAX,
  type ShownProvider,
  shownProviders,
} from '#features/accounts/providers/providers.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { adminSignInTexts } from '#features/operations/admin/sign-in/text.ts'
import { type ProviderDraft, SignInView } from '#features/operations/admin/sign-in/views.tsx'
import { ownerPage } from '#web/guards/guards.ts'
import { siteOrigin } from '#web/site-origin.ts'

export const adminSignInPages = new Hono<AppEnv>().get('/admin/sign-in', ownerPage, async (c) => {
  const { db, language } = c.var
  const { waiting, providers } = await db.read({ waiting: openDecisions, providers: shownProviders })
  const { key, problem } = c.req.query()
  return adminPageOf(
    c,
    { name: 'signIn', title: adminSignInTexts[language].title, waiting },
    <SignInView {...{ providers, problem, language }} draft={draftOf(providers, key)} origin={siteOrigin(c)} />,
  )
})

/** The form for this key, filled with the stored values or with those of a preset. */
function draftOf(providers: ShownProvider[], key: string | undefined): ProviderDraft | null {
  if (key === undefined || !isProviderKey(key)) return null
  const stored = providers.find((provider) => provider.key === key)
  if (stored) return { ...stored, isNew: false }
  if (providers.length >= PROVIDERS_MAX) return null
  const { type, name, issuer } = PRESETS.find((preset) => preset.key === key) ?? { type: 'oidc', name: '', issuer: '' }
  return { key, type, name, issuer: type === 'github' ? '' : issuer, client_id: '', sign_up: true, isNew: true }
}
