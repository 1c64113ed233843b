import { sql } from 'drizzle-orm'
import * as oidc from 'openid-client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, open, pageOf, site, theOwner } from './support/browser.ts'
import { copiedBy } from './support/clipboard.ts'
import { batch, member, PASSWORD, submitLogin } from './support/member.ts'
import { andLoad } from './support/office.ts'
import { listening } from './support/server.ts'

// An application of the community on this machine, written with openid-client. Chromium applies its
// real rules for cookies, CORS and the Content-Security-Policy between the two sites.

const NAME = 'The wiki'
/** The values that the application stores for each login, by state. */
const kept = new Map<string, { verifier: string; nonce: string; client: Registered }>()

interface Registered {
  id: number
  config: oidc.Configuration
}

const { url: wiki, close } = await listening(async ({ url = '/' }, response) => {
  const given = await respond(new URL(url, wiki))
  if ('location' in given) response.writeHead(302, given).end()
  else
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title>wiki</title><p>${given.text}</p>`)
})
let confidential: Registered
let publicClient: Registered

async function register(isConfidential: boolean): Promise<Registered> {
  const input = { name: NAME, redirect_uris: [`${wiki}/callback`], confidential: isConfidential }
  const app = (await call(await theOwner(), 'POST', '/api/admin/apps', input)) as Record<
    string,
    string
  >
  const method = isConfidential ? oidc.ClientSecretBasic(app.client_secret ?? '') : oidc.None()
  const insecure = { execute: [oidc.allowInsecureRequests] }
  const config = await oidc.discovery(
    new URL(site),
    app.client_id ?? '',
    undefined,
    method,
    insecure,
  )
  return { id: Number(app.id), config }
}

/** `/login` starts a login with its query as further parameters; `/callback` shows the result. */
async function respond(url: URL): Promise<{ location: string } | { text: string }> {
  if (url.pathname === '/login') {
    const client = url.searchParams.has('public') ? publicClient : confidential
    url.searchParams.delete('public')
    const [verifier, state, nonce] = [
      oidc.randomPKCECodeVerifier(),
      oidc.randomState(),
      oidc.randomNonce(),
    ]
    kept.set(state, { verifier, nonce, client })
    const pkce = {
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    const asked = {
      redirect_uri: `${wiki}/callback`,
      scope: 'openid profile email',
      state,
      nonce,
      ...pkce,
    }
    return {
      location: oidc.buildAuthorizationUrl(client.config, {
        ...asked,
        ...Object.fromEntries(url.searchParams),
      }).href,
    }
  }
  if (url.pathname !== '/callback') return { text: 'the wiki' }
  const state = url.searchParams.get('state') ?? ''
  const login = kept.get(state)
  if (!login) return { text: 'a page with a script' }
  const { verifier, nonce, client } = login
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  }
  try {
    const tokens = await oidc.authorizationCodeGrant(client.config, url, checks)
    return { text: `user ${tokens.claims()?.sub}` }
  } catch (error) {
    return { text: `refused ${(error as { error?: string }).error ?? error}` }
  }
}

beforeAll(async () => {
  confidential = await register(true)
  publicClient = await register(false)
})

afterAll(async () => {
  for (const { id } of [confidential, publicClient])
    await call(await theOwner(), 'DELETE', `/api/admin/apps/${id}`)
  close()
})

const shown = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const allow = (page: Page) => page.click('button[value=allow]')

test('without JavaScript, a member chooses another account, returns to the application after the login, and allows it again', async () => {
  const [first, second] = [await member(), await member()]
  // With a remembered consent, the login form itself leads to another site.
  await batch([
    sql`INSERT INTO oauth_consents (user_id, app_id, scopes, created_at)
        VALUES (${second.uid}, ${confidential.id}, 'openid profile email', ${new Date().toISOString()})`,
  ])
  const page = await pageOf(first, { javaScriptEnabled: false })
  await page.goto(`${wiki}/login`)
  await page.click('text=Use another account')
  await submitLogin(page, second)
  await shown(page, `user ${second.uid}`)
  await page.goto(`${wiki}/login?prompt=login+consent`)
  await page.fill('[name=password]', PASSWORD)
  await page.click('main form [type=submit]')
  await allow(page)
  await shown(page, `user ${second.uid}`)
})

test('a visitor logs in and refuses the application, no site can frame its page, then the user allows it, its script reads the user info, and the user disconnects it', async () => {
  const someone = await member()
  const page = await pageOf(null)
  await page.goto(`${wiki}/login?public`)
  await submitLogin(page, someone)
  await page.getByRole('heading', { name: `Log in to ${NAME}` }).waitFor()
  await page.click('button[value=deny]')
  await shown(page, 'refused access_denied')
  await page.setContent(`<iframe src="${wiki}/login"></iframe>`)
  // Chromium shows its own error page in the frame.
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')

  const [verifier, state] = [oidc.randomPKCECodeVerifier(), oidc.randomState()]
  const pkce = {
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const asked = { redirect_uri: `${wiki}/callback`, scope: 'openid profile', state, ...pkce }
  const { href } = oidc.buildAuthorizationUrl(publicClient.config, asked)
  await page.goto(href)
  await allow(page)
  await shown(page, 'a page with a script')
  const form = {
    grant_type: 'authorization_code',
    client_id: publicClient.config.clientMetadata().client_id,
    code: new URL(page.url()).searchParams.get('code') ?? '',
    redirect_uri: asked.redirect_uri,
    code_verifier: verifier,
  }
  const info = await page.evaluate(
    async ({ site, form }) => {
      const read = async (...request: Parameters<typeof fetch>) =>
        (await (await fetch(...request)).json()) as Record<string, string>
      const {
        jwks_uri = '',
        token_endpoint = '',
        userinfo_endpoint = '',
      } = await read(`${site}/.well-known/openid-configuration`)
      await read(jwks_uri)
      const { access_token } = await read(token_endpoint, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return read(userinfo_endpoint, { headers: { authorization: `Bearer ${access_token}` } })
    },
    { site, form },
  )
  expect(info.sub).toBe(String(someone.uid))

  await page.goto(`${site}/settings?tab=tokens`)
  await page.click(`[aria-label="Disconnect ${NAME}"]`)
  await page.click('dialog[open] .primary, dialog[open] .danger')
  await expect.poll(() => page.locator(`[aria-label="Disconnect ${NAME}"]`).count()).toBe(0)
})

test('the owner registers an application, copies its secret, which is shown once, replaces it and removes the application', async () => {
  const name = `A chat ${Date.now()}`
  const page = await open(await theOwner(), '/admin/apps')
  await page.fill('[name=name]', name)
  await page.fill('[name=redirect_uris]', 'http://chat.example/callback')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.locator('#redirect_uris-error:visible').waitFor()
  await page.fill('[name=redirect_uris]', 'https://chat.example/callback')
  await page.getByRole('button', { name: 'Register' }).click()
  const copies = (id: string) => page.locator('.shown-once', { has: page.locator(id) })
  const secret = await copiedBy(copies('#app-secret').getByRole('button', { name: 'Copy' }))
  expect(secret).toMatch(/^[\w-]{43}$/)
  await expect.poll(() => page.textContent('#app-secret')).toBe(secret)
  const client = await copiedBy(copies('#app-client').getByRole('button', { name: 'Copy' }))
  const row = page.locator('.admin-row', { hasText: name })
  await expect.poll(() => row.textContent()).toContain(client)
  await page.reload()
  await expect.poll(() => row.textContent()).toContain(client)
  expect(await page.content()).not.toContain(secret)

  await page.click(`[aria-label="Edit ${name}"]`)
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await expect.poll(() => page.textContent('#app-secret')).toMatch(/^[\w-]{43}$/)
  await expect.poll(() => page.textContent('#app-secret')).not.toBe(secret)
  await page.fill('[name=name]', `${name}, renamed`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.click(`[aria-label="Remove ${name}, renamed"]`)
  await andLoad(page, () => page.click('dialog[open] .danger'))
  // Shown after the reload.
  await page.getByText('Removed.').waitFor()
  await expect.poll(() => row.count()).toBe(0)
})
