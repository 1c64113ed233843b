import { describe } from 'vitest'
import type { Bindings } from '#env'
import { relyingParty } from '#features/accounts/sessions/http/session-response.ts'
import { withoutQuery } from '#features/publishing/redirects/redirects.ts'
import { isSitePath } from '#features/publishing/redirects/site-paths.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { ownPaths } from '#web/own-paths.ts'
import { mailLinkOrigin, siteOrigin } from '#web/site-origin.ts'
import { staticNames } from '../../src/generated/build.json'
import { examplePath, ROUTES } from '../routes/table.ts'

const development = { ENVIRONMENT: 'development' } as const

test.each([
  [
    { ENVIRONMENT: 'production' },
    'https://community.example.com/api',
    'https://community.example.com',
  ],
  [development, 'http://localhost:8787/api', 'http://localhost:8787'],
  [development, 'http://127.0.0.1:8787/api', 'http://localhost:8787'],
  [development, 'http://evil.example:8787/api', 'http://localhost:8787'],
  [development, 'https://evil.example/api', 'https://localhost'],
  [
    { ...development, JOULE_ORIGIN: 'https://a.example/' },
    'http://evil.example/api',
    'https://a.example',
  ],
  [
    { ENVIRONMENT: 'production', JOULE_ORIGIN: 'https://a.example' },
    'https://b.example/api',
    'https://a.example',
  ],
] as const)('with %j, a mail caused by a request to %s links to %s', (env, url, origin) => {
  expect(mailLinkOrigin({ env, req: { url } })).toBe(origin)
})

test('the origin of the site is JOULE_ORIGIN if it is set, else the origin of the request', () => {
  const req = { url: 'http://127.0.0.1:8787/api' }
  expect(siteOrigin({ env: {}, req })).toBe('http://127.0.0.1:8787')
  expect(siteOrigin({ env: { JOULE_ORIGIN: 'https://a.example/' }, req })).toBe('https://a.example')
})

describe('behind a TLS proxy, with JOULE_ORIGIN', () => {
  const PUBLIC = 'https://a.example'
  const JSON_BODY = { 'content-type': 'application/json' }

  /** The proxy connects by http, to an address inside the network. */
  function behindProxy() {
    const world = new World()
    const env: Bindings = { ...world.env, JOULE_ORIGIN: PUBLIC }
    const context = { waitUntil() {}, passThroughOnException() {} } as unknown as ExecutionContext
    return async (path: string, init: RequestInit = {}) =>
      world.app.fetch(new Request(`http://10.0.0.5:8787${path}`, init), env, context)
  }

  test('behind a TLS proxy, cookies are Secure and HSTS tells browsers to use https only', async () => {
    const ask = behindProxy()
    const { headers } = await ask('/api/auth/csrf')
    expect(headers.getSetCookie()).not.toEqual([])
    for (const cookie of headers.getSetCookie()) expect(cookie).toContain('; Secure')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  test('behind a TLS proxy, writes are accepted only from the public origin, by JSON and by plain form', async () => {
    const ask = behindProxy()
    const write = async (origin: string) => {
      const csrf = await ask('/api/auth/csrf')
      const { csrf_token } = (await csrf.json()) as { csrf_token: string }
      const cookie = csrf.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const headers = {
        ...JSON_BODY,
        origin,
        cookie,
        'x-csrf-token': csrf_token,
        'sec-fetch-site': 'same-origin',
      }
      const json = await ask('/api/auth/check-email', {
        method: 'POST',
        headers,
        body: '{"email":"a@joule.test"}',
      })
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin }
      const plain = await ask('/forgot', {
        method: 'POST',
        headers: form,
        body: 'email=unknown%40joule.test',
      })
      return [json.status, plain.status]
    }
    expect(await write(PUBLIC)).toEqual([200, 303])
    expect(await write('http://10.0.0.5:8787')).toEqual([403, 403])
  })

  test('behind a TLS proxy, canonical links, feeds, the sitemap, robots.txt and passkeys name the public origin', async () => {
    const ask = behindProxy()
    for (const path of ['/', '/help', '/feed.xml', '/sitemap.xml', '/robots.txt']) {
      const text = await (await ask(path)).text()
      expect(text).toContain(PUBLIC)
      expect(text).not.toContain('10.0.0.5')
    }
    const context = { env: { JOULE_ORIGIN: PUBLIC }, req: { url: 'http://10.0.0.5:8787/' } }
    expect(relyingParty(context)).toEqual({ id: 'a.example', origin: PUBLIC })
  })
})

test('a mail of a local run does not repeat the host of the request', async ({ world }) => {
  const { user } = await world.member()
  const form = new URLSearchParams({ email: user.email ?? '' })
  const headers = {
    origin: 'http://evil.example:8787',
    'content-type': 'application/x-www-form-urlencoded',
  }
  const request = new Request('http://evil.example:8787/forgot', {
    method: 'POST',
    headers,
    body: form.toString(),
  })
  const waiting: Promise<unknown>[] = []
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException() {},
  }
  const { status } = await world.app.fetch(
    request,
    { ...world.env, ...development },
    context as ExecutionContext,
  )
  await Promise.all(waiting)
  expect(status).toBe(303)
  const [mail] = await mailTo(world, user.email ?? '')
  expect(mail?.site).toBe('http://localhost:8787')
})

const isOwnPath = ownPaths(new World('own-paths').app)

test('every page of the site is a path that redirects must not use', () => {
  const pages = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))
  const paths = pages.map(([name]) => examplePath(name.slice('GET '.length)))
  const withoutExample = ['/1{sitemap-[0-9]+\\.xml}', '/help/1', '/look/1{[\\w-]{22}\\.css}']
  expect(paths.filter((path) => !isOwnPath(path)).sort()).toEqual(withoutExample)
})

test('the import command knows every path of the site', () => {
  const patterns = new World().app.routes.filter(
    ({ method, path }) => method === 'GET' && path !== '/',
  )
  const examples = patterns.flatMap(({ path }) =>
    ['5', 'hello'].map((part) =>
      path.replace(/:sitemap\{.*\}/, `sitemap-${part}.xml`).replace(/:\w+/g, part),
    ),
  )
  const more = [...STATIC, ...examples, ...OWN, ...FOREIGN].flatMap((path) => [
    path,
    `${path}/more`,
    `${path}?p=1`,
  ])
  const differ = more.filter((path) => isSitePath(path) !== isOwnPath(withoutQuery(path)))
  expect(differ).toEqual([])
})

const STATIC = staticNames.map((name) => `/${name}`)

const OWN = (
  '/posts/5 /posts/5/edit /studio /login /tags/x /tags/你好 /images/x /images/2020/x.png /api /api/anything ' +
  '/admin/users/hello /build/site.css /favicon.svg /robots.txt /feed.xml /about /help/writing'
).split(' ')

test.each(OWN)('%s is a path of the site itself', (path) => expect(isOwnPath(path)).toBe(true))

const FOREIGN =
  '/posts/hello /posts/05 /posts/5/comments/hello /space/zhou /2020/hello /Login /apis /post/5'.split(
    ' ',
  )

test.each(FOREIGN)('%s is not a path of the site itself', (path) =>
  expect(isOwnPath(path)).toBe(false),
)
