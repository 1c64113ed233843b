import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { keyParam } from '#features/accounts/providers/http/requests.ts'
import {
  isProviderKey,
  PRESETS,
  PROVIDER_NAME_MAX,
  PROVIDERS_MAX,
  putProvider,
  removeProvider,
  type ShownProvider,
  shownProviders,
} from '#features/accounts/providers/providers.ts'
import { badTarget, outsideOf } from '#features/core/outside/fetch-outside.ts'
import { auditActorOf, byAdmin } from '#features/core/site/audit-log.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { type ProviderDraft, SignInView } from '#features/operations/admin/sign-in/views.tsx'
import { line, problem, text } from '#kernel/fields.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { limitedPerUser } from '#web/limits/limits.ts'
import { ownerFreshWrite, ownerRead, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json } from '#web/validation/validate.ts'

const ISSUER_MAX = 500

/** Compared with the `iss` of ID tokens as a text, so it is stored as it is given. Whether http is allowed is decided later. */
const IssuerInput = text({ max: ISSUER_MAX })
  .superRefine((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null
    const isAddress =
      url !== null && badTarget(url, { isLocal: true, site: null }) === null && url.search === '' && url.hash === ''
    if (value !== '' && !isAddress) context.addIssue(problem('not_an_https_address'))
  })
  .transform((value) => (value === '' ? undefined : value))

const ProviderInput = z.object({
  type: z.enum(['oidc', 'github']),
  name: line({ min: 1, max: PROVIDER_NAME_MAX }),
  issuer: IssuerInput.optional().describe('Required for `oidc`. For `github`: the address of an Enterprise Server'),
  client_id: text({ min: 1, max: 500 }),
  client_secret: text({ max: 2_000 })
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .describe('Required for a new provider. Without it, the stored secret stays'),
  sign_up: z.boolean().describe('Whether new people can create an account with it'),
})

const ProviderShape = z
  .object({
    key: z.string(),
    type: z.enum(['oidc', 'github']),
    name: z.string(),
    issuer: z.string(),
    client_id: z.string(),
    sign_up: z.boolean(),
    created_at: z.iso.datetime(),
    accounts: z.int().describe('Accounts that can log in with it'),
    only_here: z.int().describe('Accounts that have no other way to log in'),
  })
  .meta({ id: 'IdentityProvider' })

export const adminSignInApi = new Hono<AppEnv>()
  .get(
    '/admin/identity-providers',
    ownerRead('listAdminIdentityProviders', listOf(ProviderShape)),
    summary('List the login providers'),
    async (c) => c.json({ items: await c.var.db.read(shownProviders), next_cursor: null }),
  )
  .put(
    '/admin/identity-providers/:key',
    ownerFreshWrite('updateAdminIdentityProvider', 'adds', ProviderShape),
    summary('Add or replace a login provider'),
    limitedPerUser('provider-change'),
    changes(),
    keyParam,
    json(ProviderInput),
    async (c) => {
      const { db, now } = c.var
      const outside = outsideOf(c.env, siteOrigin(c))
      const { key } = c.req.valid('param')
      return c.json(await putProvider(db, secretsOf(c.env), auditActorOf(c), key, c.req.valid('json'), outside, now))
    },
  )
  .delete(
    '/admin/identity-providers/:key',
    ownerFreshWrite('deleteAdminIdentityProvider', 'refused: not_found', null),
    summary('Remove a login provider'),
    changes(),
    keyParam,
    (c) => done(c, byAdmin(c, removeProvider, c.req.valid('param').key)),
  )

export const adminSignInPages = new Hono<AppEnv>().get(PAGES.signIn.href, PAGES.signIn.guard, (c) => {
  const { key, problem } = c.req.query()
  return showAdminPage(c, { name: 'signIn' }, { providers: shownProviders }, (read) => (
    <SignInView {...{ ...read, problem }} draft={draftOf(read.providers, key)} origin={siteOrigin(c)} />
  ))
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
