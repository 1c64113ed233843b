import { sql } from 'drizzle-orm'
import Provider from 'oidc-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, logIn, open, site, theOwner } from './support/browser.ts'
import { batch } from './support/member.ts'
import { listening } from './support/server.ts'

// A real provider (oidc-provider) on this machine, with its own login page.

const KEY = 'own'
const NAME = 'Own ID'
/** Claims of the people at the provider, by login name. */
const people = new Map<string, Record<string, unknown>>()

const { url: issuer, close } = await listening((request, response) =>
  provider.callback()(request, response),
)
const CLIENT = { client_id: 'joule', client_secret: 'a secret of the client' }
const provider: Provider = new Provider(issuer, {
  clients: [{ ...CLIENT, redirect_uris: [`${site}/auth/${KEY}/callback`] }],
  claims: { email: ['email', 'email_verified'], profile: ['preferred_username'] },
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  pkce: { required: () => true },
  // Grants every consent, because the provider's page for it would test nothing of this site.
  loadExistingGrant: async ({ oidc }) => {
    const grant = new provider.Grant({
      clientId: oidc.client?.clientId,
      accountId: oidc.session?.accountId,
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

beforeAll(async () => {
  const body = { type: 'oidc', name: NAME, issuer, ...CLIENT, sign_up: true }
  await call(await theOwner(), 'PUT', `/api/admin/identity-providers/${KEY}`, body)
})

afterAll(async () => {
  await call(await theOwner(), 'DELETE', `/api/admin/identity-providers/${KEY}`)
  close()
})

function person(claims: Record<string, unknown> = {}): string {
  const login = `p${crypto.randomUUID().slice(0, 8)}`
  people.set(login, {
    email: `${login}@example.com`,
    email_verified: true,
    preferred_username: login,
    ...claims,
  })
  return login
}

/** Logs in at the provider, if it asks, until the browser is back at the site. */
async function passProvider(page: Page, login: string): Promise<void> {
  await expect
    .poll(async () => {
      if (page.url().startsWith(site)) return true
      const field = page.locator('[name=login]')
      if (await field.isVisible()) {
        await field.fill(login)
        await page.fill('[name=password]', 'any')
      }
      await page.locator('button[type=submit]').click()
      return page.url().startsWith(site)
    })
    .toBe(true)
}

const button = (label: string) => `a.button:has-text("${label} ${NAME}")`

test('a new person signs up without JavaScript, signs in from a second browser, and confirms a sensitive change at the provider', async () => {
  const login = person()
  const page = await open(null, '/register?next=/settings?tab=sessions', {
    javaScriptEnabled: false,
  })
  await page.click(button('Sign up with'))
  await passProvider(page, login)
  await page.locator('.device', { hasText: `Logged in with ${NAME}` }).waitFor()

  const second = await open(null, '/login?next=/settings?tab=password')
  await second.click(button('Log in with'))
  await passProvider(second, login)
  await second.locator('[name=new_password]').waitFor()
  await batch([
    sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'
        WHERE user_id = (SELECT user_id FROM user_identities WHERE subject = ${login})`,
  ])
  const setPassword = async () => {
    for (const name of ['new_password', 'repeat'])
      await second.fill(`[name=${name}]`, 'correct horse battery')
    await second.click('main form [type=submit]')
  }
  await setPassword()
  await second.click('dialog[open] a.button')
  await second.click(button('Confirm with'))
  // `max_age=0`: the provider asks for the login again.
  await second.locator('[name=login]').waitFor()
  await passProvider(second, login)
  await expect.poll(() => new URL(second.url()).search).toBe('?tab=password')
  await setPassword()
  await second.locator('[name=current_password]').waitFor()
  // The account that was created without JavaScript.
  expect(
    (await logIn({ email: `${login}@example.com`, password: 'correct horse battery' })).uid,
  ).toBeGreaterThan(0)
})
