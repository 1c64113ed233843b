import { expect, test } from 'vitest'
import { mailTo } from '#test/mailbox.ts'
import { World } from '#test/world.ts'
import { siteOrigin } from '#web/site-origin.ts'

const development = { ENVIRONMENT: 'development' } as const

test.each([
  [{ ENVIRONMENT: 'production' }, 'https://community.example.com/api', 'https://community.example.com'],
  [development, 'http://localhost:8787/api', 'http://localhost:8787'],
  [development, 'http://127.0.0.1:8787/api', 'http://localhost:8787'],
  [development, 'http://evil.example:8787/api', 'http://localhost:8787'],
  [development, 'https://evil.example/api', 'https://localhost'],
  [{ ...development, JOULE_ORIGIN: 'https://a.example/' }, 'http://evil.example/api', 'https://a.example'],
  [{ ENVIRONMENT: 'production', JOULE_ORIGIN: 'https://a.example' }, 'https://b.example/api', 'https://a.example'],
] as const)('with %j, a request to %s gives the origin %s', (env, url, origin) => {
  expect(siteOrigin(env, url)).toBe(origin)
})

test('a mail of a local run does not repeat the host of the request', async () => {
  const world = new World()
  const { user } = await world.member()
  const form = new URLSearchParams({ email: user.email ?? '' })
  const headers = { origin: 'http://evil.example:8787', 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://evil.example:8787/forgot', { method: 'POST', headers, body: form.toString() })
  const waiting: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void waiting.push(work), passThroughOnException() {} }
  const { status } = await world.app.fetch(request, { ...world.env, ...development }, context as ExecutionContext)
  await Promise.all(waiting)
  expect(status).toBe(303)
  const [mail] = await mailTo(world, user.email ?? '')
  expect(mail?.site).toBe('http://localhost:8787')
})
