import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import Provider from 'oidc-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, logIn, newBrowserOf, site, theOwner } from './support/browser.ts'
import { batch } from './support/database.ts'
import { member, PASSWORD } from './support/member.ts'

// A real provider (oidc-provider) on this machine, with its own login and consent pages.

const KEY = 'own'
const NAME = 'Own ID'
const server = createServer()
/** Claims of the people at the provider, by login name. */
const people = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'joule', client_secret: 'a secret of the client' }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${site}/auth/${KEY}/callback`] }],
    claims: { email: ['email', 'email_verified'], profile: ['preferred_username'] },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    pkce: { required: () => true },
  })
  server.on('request', provider.callback())
  const body = { type: 'oidc', name: NAME, issuer, ...client, sign_up: true }
  await call(await theOwner(), 'PUT', `/api/admin/identity-providers/${KEY}`, body)
})

afterAll(async () => {
  await call(await theOwner(), 'DELETE', `/api/admin/identity-providers/${KEY}`)
  server.closeAllConnections()
  server.close()
})

function person(claims: Record<string, unknown> = {}): string {
  const login = `p${crypto.randomUUID().slice(0, 8)}`
  people.set(login, { email: `${login}@example.com`, email_verified: true, preferred_username: login, ...claims })
  return login
}

/** Logs in and agrees at the provider, if it asks, until the browser is back at the site. */
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

async function signedInAs(page: Page): Promise<string> {
  await page.goto(`${site}/settings?tab=account`)
  return page.locator('dl.facts').first().innerText()
}

test('a new person signs up, and signs in from a second browser', async () => {
  const login = person()
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(`${site}/register?next=/studio`)
  await page.click(button('Sign up with'))
  await passProvider(page, login)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/studio')
  expect(await signedInAs(page)).toContain(`${login}@example.com`)
  await page.goto(`${site}/settings?tab=sessions`)
  await page.locator('.device', { hasText: `Logged in with ${NAME}` }).waitFor()
  // Nothing asks for a password that the account does not have.
  for (const tab of ['account', 'password']) {
    await page.goto(`${site}/settings?tab=${tab}`)
    await expect.poll(() => page.locator('[autocomplete="current-password"]').count()).toBe(0)
  }

  const second = await (await newBrowserOf(null)).newPage()
  await second.goto(`${site}/login`)
  await second.click(button('Log in with'))
  await passProvider(second, login)
  expect(await signedInAs(second)).toContain(`${login}@example.com`)
})

test('signing up works without JavaScript', async () => {
  const login = person()
  const page = await (await newBrowserOf(null, { javaScriptEnabled: false })).newPage()
  await page.goto(`${site}/login`)
  await page.click(button('Log in with'))
  await passProvider(page, login)
  expect(await signedInAs(page)).toContain(`${login}@example.com`)
})

test('an account is connected, used and disconnected', async () => {
  const login = person()
  const someone = await member()
  const page = await (await newBrowserOf(someone)).newPage()
  await page.goto(`${site}/settings?tab=security`)
  await page.click(`[aria-label="Connect ${NAME}"]`)
  await passProvider(page, login)
  await page.locator('.device', { hasText: login }).waitFor()

  const second = await (await newBrowserOf(null)).newPage()
  await second.goto(`${site}/login`)
  await second.click(button('Log in with'))
  await passProvider(second, login)
  expect(await signedInAs(second)).toContain(String(someone.uid))

  await page.click(`[aria-label="Disconnect ${NAME}"]`)
  await page.click('dialog[open] .primary, dialog[open] .danger')
  await page.locator(`[aria-label="Connect ${NAME}"]`).waitFor()
  const [rows] = await batch([sql`SELECT 1 FROM user_identities WHERE user_id = ${someone.uid}`])
  expect(rows).toEqual([])
})

test('an account is not taken over by its address', async () => {
  const victim = await member()
  const [[row]] = (await batch([sql`SELECT email FROM users WHERE uid = ${victim.uid}`])) as [[{ email: string }]]
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(`${site}/login`)
  await page.click(button('Log in with'))
  await passProvider(page, person({ email: row.email }))
  await page.locator('.notice.danger', { hasText: 'already has an account' }).waitFor()
  // The victim still signs in with the password.
  expect((await logIn({ email: row.email, password: PASSWORD })).uid).toBe(victim.uid)
})

test('a person without a password confirms a sensitive change at the provider', async () => {
  const login = person()
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(`${site}/login`)
  await page.click(button('Log in with'))
  await passProvider(page, login)
  await batch([
    sql`UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000Z'
        WHERE user_id = (SELECT user_id FROM user_identities WHERE subject = ${login})`,
  ])
  await page.goto(`${site}/settings?tab=password`)
  const setPassword = async () => {
    for (const name of ['new_password', 'repeat']) await page.fill(`[name=${name}]`, 'correct horse battery')
    await page.click('main form [type=submit]')
  }
  await setPassword()
  await page.click('dialog[open] a.button')
  await page.click(button('Confirm with'))
  // `max_age=0`: the provider asks for the login again.
  await page.locator('[name=login]').waitFor()
  await passProvider(page, login)
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=password')
  await setPassword()
  await page.locator('[name=current_password]').waitFor()
  expect((await logIn({ email: `${login}@example.com`, password: 'correct horse battery' })).uid).toBeGreaterThan(0)
})
