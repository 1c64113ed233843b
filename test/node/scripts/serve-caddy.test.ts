import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { browserForTests } from '../../../tools/checks/browser/index.ts'
import { launchChromium } from '../../../tools/checks/browser/launch.ts'

import { authenticatorOf } from '../../browser/support/authenticator.ts'
import { IMAGE } from '../../browser/support/images.ts'
import { builtSite } from '../support/built.ts'
import { freePort } from '../support/serve.ts'
import { folderWith } from './support/folders.ts'
import { Start } from './support/start.ts'

const PASSWORD = 'a password for the test'

test.runIf(isLong)(
  'through Caddy with TLS, people register, write, upload and use a passkey; forged headers change nothing',
  LONG,
  async (context) => {
    if (spawnSync('caddy', ['version']).status !== 0)
      return context.skip('Caddy is not installed (apt-get install caddy)')
    await builtSite()
    const [sitePort, tlsPort, anyHostPort] = [await freePort(), await freePort(), await freePort()]
    const origin = `https://localhost:${tlsPort}`
    const env = {
      PORT: String(sitePort),
      JOULE_DATA: await folderWith(),
      JOULE_ORIGIN: origin,
      JOULE_TRUST_PROXY: '127.0.0.1,::1',
      JOULE_OWNER_EMAIL: 'owner@joule.test',
      JOULE_OWNER_PASSWORD: PASSWORD,
      JOULE_OWNER_NAME: 'grace',
    }
    const site = new Start(env, 'serve')
    await site.url()
    const authority = await openCaddy({ sitePort, tlsPort, anyHostPort })
    const chromium = await launchChromium(process.env.JOULE_CHROMIUM || (await browserForTests()))
    onTestFinished(() => chromium.close())
    const page = await (await chromium.newContext({ ignoreHTTPSErrors: true })).newPage()

    await page.goto(`${origin}/register`)
    await page.fill('input[name="email"]', 'ada@joule.test')
    await page.fill('input[name="password"]', PASSWORD)
    await page.click('#register button[type="submit"]')
    await expect.poll(async () => cookiesOf(page)).toContain('joule_at secure')

    // The site sends no mail, so the owner reads the link. It names the public origin.
    const owner = await (await chromium.newContext({ ignoreHTTPSErrors: true })).newPage()
    await logIn(owner, origin, env.JOULE_OWNER_EMAIL)
    await owner.goto(`${origin}/admin/mail`)
    const link = await owner.locator('a[href*="/verify?token="]').first().getAttribute('href')
    expect(link).toMatch(`${origin}/verify?token=`)
    await page.goto(link ?? '')
    // A plain form, which needs no JavaScript.
    await page.click('form[action="/verify"] button')
    await page.waitForURL('**/verify?done')
    // The first proof of an address ends all sessions.
    await logIn(page, origin, 'ada@joule.test')
    expect(await send(page, 'PUT', '/api/settings/profile', { username: 'ada' })).toBe(200)

    await page.goto(`${origin}/studio/write`)
    await page.fill('[name="title"]', 'Written through a proxy')
    await page.locator('.ProseMirror').focus()
    await page.keyboard.insertText('The text of the post.')
    const uploaded = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /upload/.test(response.url()),
    )
    await page.setInputFiles('[data-cover] input[type=file]', IMAGE)
    expect((await uploaded).status()).toBe(201)
    await page.locator('[data-state="saved"]').waitFor()

    const device = await authenticatorOf(page)
    await page.goto(`${origin}/settings?tab=security`)
    await page.fill('#passkey-name', 'My laptop')
    await page.click('[data-passkey-adding] [type="submit"]')
    await page.locator('.device [value="My laptop"]').waitFor()
    const [credential] = await device.credentials()
    expect(credential?.rpId).toBe('localhost')
    await page.context().clearCookies()
    await page.goto(`${origin}/login?next=/settings?tab=security`, { waitUntil: 'commit' })
    // The autofill of the page logs in without a press.
    await page.waitForURL(`${origin}/settings?tab=security`)
    await expect.poll(async () => cookiesOf(page)).toContain('joule_at secure')

    // A page that stays open receives changes over a socket.
    const socket = page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const live = new WebSocket(address)
          live.onopen = () => resolve('open')
          live.onerror = () => resolve('failed')
        }),
      `${origin.replace('https', 'wss')}/api/live`,
    )
    expect(await socket).toBe('open')

    // Caddy replaces the headers of its clients: the limit of 30 checks a minute applies to the real client.
    const forged = (n: number) => ({
      'x-forwarded-for': `198.51.100.${n}`,
      'cf-connecting-ip': `198.51.100.${n}`,
      forwarded: `for=198.51.100.${n}`,
      'x-real-ip': `198.51.100.${n}`,
    })
    const session = await secureGet(authority, `${origin}/api/auth/csrf`, {})
    const { csrf_token } = JSON.parse(session.body) as { csrf_token: string }
    const statuses = await Promise.all(
      Array.from({ length: 31 }, (_, n) =>
        secureGet(
          authority,
          `${origin}/api/auth/check-email`,
          {
            ...forged(n),
            'content-type': 'application/json',
            'x-csrf-token': csrf_token,
            cookie: `joule_csrf=${csrf_token}`,
            origin,
          },
          JSON.stringify({ email: 'ada@joule.test' }),
        ).then(({ status }) => status),
      ),
    )
    expect(statuses).toContain(429)
    // A proxy that passes every host on.
    expect((await fetch(`http://127.0.0.1:${anyHostPort}/`)).status).toBe(421)
    expect(
      (await fetch(`http://127.0.0.1:${sitePort}/`, { headers: { 'x-forwarded-host': new URL(origin).host } })).status,
    ).toBe(421)
    expect(await site.end('SIGTERM')).toBe(0)
  },
)

/** Caddy with its own certificate authority in front of the site. Returns the certificate of the authority. */
async function openCaddy({ sitePort, tlsPort, anyHostPort }: Record<'sitePort' | 'tlsPort' | 'anyHostPort', number>) {
  const data = await folderWith()
  const config = `{
    admin off
    auto_https disable_redirects
    skip_install_trust
    storage file_system ${data}
  }
  https://localhost:${tlsPort} {
    tls internal
    reverse_proxy 127.0.0.1:${sitePort}
  }
  http://:${anyHostPort} {
    reverse_proxy 127.0.0.1:${sitePort}
  }`
  const file = join(await folderWith({ Caddyfile: config }), 'Caddyfile')
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: data, XDG_DATA_HOME: data, XDG_CONFIG_HOME: data },
  })
  onTestFinished(() => void caddy.kill())
  let output = ''
  caddy.stderr.on('data', (chunk) => {
    output += chunk
  })
  for (let tries = 0; tries < 100; tries++) {
    const response = await secureGet(undefined, `https://localhost:${tlsPort}/healthz`, {}).catch(() => null)
    if (response?.status === 200) return readFileSync(join(data, 'pki/authorities/local/root.crt'), 'utf8')
    await wait(200)
  }
  throw new Error(`Caddy did not start: ${output}`)
}

/** A request that verifies the certificate; without an authority it does not. With a body it is a POST. */
function secureGet(ca: string | undefined, url: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const verified = ca === undefined ? { rejectUnauthorized: false } : { ca }
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request(url, { ...verified, method, headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    asked.on('error', reject).end(body)
  })
}

async function cookiesOf(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name, secure }) => `${name} ${secure ? 'secure' : 'plain'}`)
}

async function logIn(page: Page, origin: string, email: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${origin}/login?next=/settings`)
  await page.fill('input[name="email"]', email)
  await page.fill('input[name="password"]', PASSWORD)
  await page.click('#login button[type="submit"]')
  await page.waitForURL(`${origin}/settings`)
}

/** A JSON request of the page, with its CSRF token. */
function send(page: Page, method: string, path: string, body: object): Promise<number> {
  return page.evaluate(
    async (call) => {
      const token = /joule_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-csrf-token': token }
      return (await fetch(call.path, { method: call.method, headers, body: JSON.stringify(call.body) })).status
    },
    { method, path, body },
  )
}
