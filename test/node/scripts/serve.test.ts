import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { builtSite } from '../support/built.ts'
import { behindProxy, ORIGIN } from '../support/running-site.ts'
import { freePort } from '../support/serve.ts'
import { putEmptySite } from '../support/small-site.ts'
import { Browser } from './support/browser-client.ts'
import { folderWith } from './support/folders.ts'
import { Start, visit, visitsUntil } from './support/start.ts'

beforeAll(builtSite)

test('behind a TLS proxy, people register and write, a killed runtime is restarted, and SIGTERM lets requests finish', async () => {
  const data = await folderWith()
  await putEmptySite(data)
  const port = await freePort()
  const site = new Start({ ...behindProxy(data), PORT: String(port), JOULE_LOGS: '1' }, 'serve')
  const health = `http://127.0.0.1:${port}/healthz`
  const outcomes = (await visitsUntil(site.url(), health)).map(([outcome]) => outcome)
  // Refused or 503 until the site is complete.
  expect(outcomes.join(' ')).toMatch(/^(?:(?:ECONN(?:REFUSED|RESET)|503) )+200(?: 200)*$/)
  expect(await site.url()).toBe(ORIGIN)
  expect(site.output).not.toContain('Demo')
  // It runs a copy of the build: kept-builds.test.ts.
  expect(await readdir(join(data, 'builds'))).toContain('served')

  const ada = new Browser(port, ORIGIN, '203.0.113.7')
  const registered = await ada.post('/api/auth/register', {
    email: 'ada@joule.test',
    password: 'a password for ada',
  })
  expect(registered.status).toBe(201)
  expect(registered.cookies.length).toBeGreaterThan(1)
  for (const cookie of registered.cookies) expect(cookie).toContain('; Secure')
  expect((await ada.post('/api/messages/read-all', {})).status).toBeLessThan(300)
  expect(
    (await ada.post('/api/messages/read-all', {}, { origin: 'http://localhost' })).status,
  ).toBe(403)
  expect((await ada.get('/posts/1', { host: 'evil.example' })).status).toBe(421)
  expect((await ada.get('/')).body).toContain(`<link rel="canonical" href="${ORIGIN}/"`)

  // The limit counts clients, not the proxy, and a client cannot choose its address.
  const visitor = new Browser(port, ORIGIN, '203.0.113.98')
  await visitor.get('/api/auth/csrf')
  const check = async (forwardedFor: string) =>
    (
      await visitor.post(
        '/api/auth/check-email',
        { email: '1@joule.test' },
        { 'x-forwarded-for': forwardedFor },
      )
    ).status
  const checks = Array.from({ length: 31 }, (_, n) => check(`198.51.100.${n}, 203.0.113.99`))
  expect((await Promise.all(checks)).sort()).toEqual([...Array(30).fill(200), 429])
  expect(await check('203.0.113.98')).toBe(200)

  // Production: the secret links of mails do not reach the log. Every line of a request is JSON.
  expect(site.output).not.toContain('token=')
  const lines = site.output.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ method: 'POST', route: '/api/auth/register', status: 201 }),
  )

  // The runtime alone is killed: Miniflare starts it again, at the same port.
  const { runtime } = JSON.parse(await readFile(join(data, 'running.json'), 'utf8')) as {
    runtime: number
  }
  process.kill(runtime, 'SIGKILL')
  await expect
    .poll(() =>
      ada.get('/api/messages/unread').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)

  // A request that is half sent when the signal arrives.
  const slow = ada.begin('/api/auth/check-email', { email: 'ada@joule.test' })
  await wait(200)
  site.process.kill('SIGTERM')
  await expect.poll(() => visit(health)).toEqual([expect.stringMatching(/^ECONN/), ''])
  const { status, body } = await slow.finish()
  expect([status, JSON.parse(body)]).toEqual([200, { available: false }])
  expect(await site.exit()).toBe(0)
})
