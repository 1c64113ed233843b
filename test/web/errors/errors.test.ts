import { afterEach, vi } from 'vitest'
import { expect, refusalOf, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'
import { factOf, type RouteFact } from '#web/openapi/route-facts.ts'
import { withoutTrailingSlash } from '#web/paths.ts'

test('an unknown path responds with JSON under /api and a page elsewhere', async ({
  visitor: browser,
}) => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/posts/preview',
    '/api/studio/posts/preview/1',
  ]) {
    const api = await browser.get(path)
    expect([path, api.status, api.json?.error.code]).toEqual([path, 404, 'not_found'])
  }
  const author = await new World().member({ level: 1 })
  expect((await author.get('/api/studio/posts/preview')).json.error.code).toBe('not_found')
  expect((await browser.get('/api/posts/previews')).json.error.code).toBe('bad_request')
  const page = await browser.get('/nothing')
  expect(page.status).toBe(404)
  expect(page.text).toContain('<!doctype html>')
})

test('a page path with a trailing slash redirects to the path without it, on this site', async () => {
  const browser = new World().visitor()
  for (const [path, to] of [
    ['/posts/', '/posts'],
    ['/help/?a=1&b=2', '/help?a=1&b=2'],
    ['/tags/%E4%B8%AD/', '/tags/%E4%B8%AD'],
    ['/nothing//', '/nothing'],
    ['//evil.example/', '/evil.example'],
    ['/\\evil.example/', '/evil.example'],
  ]) {
    const { status, headers } = await browser.get(String(path))
    expect([path, status, headers.get('location')]).toEqual([path, 301, to])
  }
  for (const path of ['/api/posts/', '/api/docs//x/'])
    expect((await browser.get(path)).status).toBe(404)
  expect((await browser.post('/posts/')).status).toBe(404)
  expect(['//', '/api/docs/', '/api/', '/posts'].map(withoutTrailingSlash)).toEqual([
    '/',
    '/api/docs',
    null,
    null,
  ])
})

test('error messages use the language of the cookie, then of Accept-Language', async ({
  visitor: browser,
}) => {
  const message = async () => (await browser.get('/api/nothing')).json.error.message
  expect(await message()).toMatch(/found/i)
  browser.language = 'fr, zh-TW;q=0.9, en;q=0.8'
  expect(await message()).toMatch(/没有找到/)
  browser.cookies.set('lang', 'en')
  expect(await message()).toMatch(/found/i)
})

test('malformed JSON gets 400', async ({ visitor: browser }) => {
  const headers = { 'content-type': 'application/json' }
  for (const body of ['{"email":', 'email=a', '\u0000', '['.repeat(100_000)]) {
    expect(await refusalOf(browser.send('POST', '/api/auth/login', { body, headers }))).toEqual([
      400,
      'bad_request',
    ])
  }
})

test('JSON of the wrong shape is refused, and unknown fields are ignored', async ({
  visitor: browser,
}) => {
  for (const json of [[], 'text', 7, null, { email: {}, password: [] }]) {
    expect((await browser.post('/api/auth/login', json)).json.error.code).toBe('validation_failed')
  }
  const response = await browser.post('/api/auth/check-email', {
    email: 'free@example.com',
    __proto__: 1,
    extra: 'x',
  })
  expect(response.status).toBe(200)
})

test('a body above 1 MiB is refused, with and without a declared length', async ({
  visitor: browser,
}) => {
  const large = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1024 * 1024) })
  expect(await refusalOf(browser.send('POST', '/api/auth/login', { body: large }))).toEqual([
    413,
    'body_too_large',
  ])
  const stream = new Response(large).body
  if (!stream) throw new Error('no stream')
  expect((await browser.send('POST', '/api/auth/login', { body: stream })).status).toBe(413)
})

test('an unexpected error responds with 500 and the request id, and with no details', async ({
  world,
}) => {
  Object.assign(world, { env: { ...world.env, JOULE_SECRET: undefined } })
  const response = await world.visitor().get('/api/auth/csrf')
  expect(response.status).toBe(500)
  expect(response.json.error.code).toBe('internal')
  expect(response.json.error.message).toContain(response.headers.get('x-request-id'))
  expect(response.text).not.toMatch(/stack|TypeError|undefined/)
})

test('every response has the security headers', async ({ visitor: browser }) => {
  for (const path of ['/', '/login', '/nothing', '/api/nothing', '/api/openapi.json', '/healthz']) {
    const { headers } = await browser.get(path)
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy'), path).toContain("base-uri 'none'")
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBeTruthy()
    expect(headers.get('x-request-id'), path).toBeTruthy()
  }
})

test('responses for one user are not cacheable', async ({ world, member: browser }) => {
  const paths = (has: (fact: RouteFact) => unknown) =>
    world.app.routes.filter(({ handler }) => has(factOf(handler))).map(({ path }) => path)
  const sameForAll = paths(({ guard }) => guard === 'sameForAll')
  const cachedPaths = paths(({ cached }) => cached).filter(
    (path) => !path.includes(':') && !sameForAll.includes(path),
  )
  expect(cachedPaths.length).toBeGreaterThan(5)
  for (const path of ['/settings', '/api/settings/sessions', ...cachedPaths]) {
    expect((await browser.get(path)).headers.get('cache-control'), path).toBe('private, no-store')
  }
  expect((await world.visitor().get('/login')).headers.get('cache-control')).toBe(
    'private, no-cache',
  )
})

afterEach(() => vi.restoreAllMocks())

test('each request logs one line with id, route and cost, and no secrets', async ({
  world,
  user,
  visitor,
}) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'development', LOG_SHARE: '1' } })
  await visitor.get('/api/auth/csrf')
  lines.length = 0
  const response = await visitor.post('/api/auth/login?secret=query', {
    email: user.email,
    password: PASSWORD,
  })
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] ?? '')
  expect(line).toMatchObject({
    method: 'POST',
    route: '/api/auth/login',
    status: 200,
    d1_round_trips: 2,
    level: 'info',
  })
  expect(line.request_id).toBe(response.headers.get('x-request-id'))
  for (const secret of [
    PASSWORD,
    user.email ?? '',
    response.json.access_token,
    response.json.refresh_token,
    'query',
  ]) {
    expect(lines[0]).not.toContain(secret)
  }
})

test('Server-Timing is sent outside production only', async ({ world }) => {
  expect((await world.visitor().get('/login')).headers.get('server-timing')).toContain(
    'round trips',
  )
  Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'production' } })
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect((await world.visitor().get('/login')).headers.get('server-timing')).toBeNull()
})
