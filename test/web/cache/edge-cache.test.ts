import * as z from 'zod'
import { createApp } from '#app'
import { roundTrips } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { type TestResponse, World } from '#test/world.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { GUARDS } from '#web/guards/table.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { author, freshWord, publish } from '../../features/publishing/search/posts.ts'

const outcome = ({ headers }: TestResponse) => headers.get('cache-status')

const HIT = 'joule; hit'
const STORED = 'joule; fwd=miss; stored'
const MISS = 'joule; fwd=miss'
const BYPASS = 'joule; fwd=bypass'

test('a second reader gets the same response without a round trip, with a new request id', async ({
  world,
}) => {
  const id = await publish(await author(world), {})
  for (const path of ['/api/posts', `/api/posts/${id}`, '/search?q=title']) {
    const [first, second] = [await world.visitor().get(path), await world.visitor().get(path)]
    expect([outcome(first), outcome(second), roundTrips(second)], path).toEqual([STORED, HIT, 0])
    expect(second.text).toBe(first.text)
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(second.headers.get('content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    )
  }
})

test('responses are cached per language', async ({ world }) => {
  const [english, chinese, byCookie] = [world.visitor(), world.visitor(), world.visitor()]
  chinese.language = 'zh-CN'
  byCookie.cookies.set('lang', 'zh-CN')
  const [en, zh] = [await english.get('/search'), await chinese.get('/search')]
  expect([en.text.includes('Search'), zh.text.includes('搜索'), outcome(zh)]).toEqual([
    true,
    true,
    STORED,
  ])
  const third = await byCookie.get('/search')
  expect([outcome(third), third.text === zh.text]).toEqual([HIT, true])
  expect(en.headers.get('etag')).not.toBe(zh.headers.get('etag'))
  expect(en.headers.get('vary')).toContain('Accept-Language, Cookie, Authorization')
})

test('signed-in requests bypass the cache', async ({ world, writer: member }) => {
  const name = `/search?q=${freshWord()}`
  expect(outcome(await member.get(name))).toBe(BYPASS)
  const visitor = await world.visitor().get(name)
  expect([outcome(visitor), visitor.text.includes('/login')]).toEqual([STORED, true])
  const again = await member.get(name)
  expect([outcome(again), again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
    BYPASS,
    null,
    'private, no-store',
  ])
  expect(again.text).not.toBe(visitor.text)
  const withTag = await member.get(name, {
    headers: { 'if-none-match': visitor.headers.get('etag') ?? '' },
  })
  expect([withTag.status, outcome(withTag)]).toEqual([200, BYPASS])
})

test.for([
  ['an access token that is none', { cookie: 'joule_at=nonsense' }],
  ['an empty one', { cookie: 'lang=en; joule_at=' }],
  ['one that cannot be read', { cookie: 'joule_at="not" a value' }],
  ['a refresh token that is none', { cookie: 'a=b; joule_rt=nonsense' }],
  ['an empty authorization', { authorization: '' }],
  ['another kind of authorization', { authorization: 'Basic eDp5' }],
] as const)('%s bypasses the edge cache', async ([, headers], { world }) => {
  const path = `/api/posts?q=${freshWord()}`
  expect(outcome(await world.visitor().get(path, { headers }))).toBe(BYPASS)
  expect(outcome(await world.visitor().get(path))).toBe(STORED)
  expect(outcome(await world.visitor().get(path, { headers }))).toBe(BYPASS)
})

/** One address for each cached route, with things that exist. */
function pathOf(route: string, post: number, uid: number): string {
  const ids: Record<string, string> = { ':uid': String(uid), ':side': '192', ':topic': 'writing' }
  return route
    .replace(/:sitemap\{.*\}/, 'sitemap-1.xml')
    .replace(/:file\{.*\}/, `${'a'.repeat(22)}.css`)
    .replace(/:\w+/g, (name) => ids[name] ?? String(post))
}

test('a route that reads no viewer is answered from the cache with any credentials, and every other cached route bypasses it', async ({
  world,
  writer: member,
}) => {
  const post = await publish(await author(world), {})
  const facts = Map.groupBy(createApp().routes, ({ method, path }) => `${method} ${path}`)
  const guards = [...facts].flatMap(([name, handlers]) => {
    const all = handlers.map(({ handler }) => factOf(handler))
    const guard = all.find((fact) => fact.guard)?.guard
    const isCached = all.some((fact) => fact.cached)
    if (guard && GUARDS[guard].viewer === 'none') expect([name, isCached]).toEqual([name, true])
    const path = name.replace('GET ', '')
    return isCached && guard ? [{ path, isForAll: GUARDS[guard].viewer === 'none' }] : []
  })
  expect(guards.filter(({ isForAll }) => isForAll).map(({ path }) => path)).toContain(
    '/app-icons/:side',
  )
  const invalid = { cookie: 'joule_at=x; joule_rt=y' }
  for (const { path, isForAll } of guards) {
    const address = pathOf(path, post, member.user.uid)
    const stored = await world.visitor().get(address)
    for (const response of [
      await member.get(address),
      await member.get(address),
      await world.visitor().get(address, { headers: invalid }),
      await world.visitor().get(address, { headers: { authorization: 'x' } }),
    ]) {
      if (!isForAll) {
        // An API route refuses an invalid token before it looks into the cache.
        expect([BYPASS, null], address).toContain(outcome(response))
        continue
      }
      expect(outcome(response), address).toBe(stored.status === 200 ? HIT : MISS)
      if (stored.status !== 200) continue
      expect(response.headers.get('set-cookie'), address).toBeNull()
      expect([response.text, roundTrips(response)], address).toEqual([stored.text, 0])
    }
  }
})

test('the first request for a route that reads no viewer stores its response, also with credentials', async ({
  world,
  writer: member,
}) => {
  const path = `/space/${member.user.uid}/feed.xml`
  expect(outcome(await member.get(path))).toBe(STORED)
  expect(outcome(await world.visitor().get(path))).toBe(HIT)
})

test('unknown query parameters do not change the cache key or the response', async ({ world }) => {
  const q = freshWord()
  const plain = await world.visitor().get(`/search?q=${q}`)
  for (const query of [`q=${q}&utm_source=x`, `x=1&q=${q}`, `q=${q}&Q=other`, `%71=${q}`]) {
    const response = await world.visitor().get(`/search?${query}`)
    expect([outcome(response), response.text === plain.text], query).toEqual([HIT, true])
  }
  const other = freshWord()
  const poisoned = await world.visitor().get(`/search?q=${other}&x="><script>poison()</script>`)
  expect([outcome(poisoned), poisoned.text.includes('poison')]).toEqual([STORED, false])
  expect(outcome(await world.visitor().get(`/search?q=${other}`))).toBe(HIT)
  expect(outcome(await world.visitor().get(`/search?q=${q}&q=${other}`))).toBe(MISS)
})

test('a matching If-None-Match gets 304, with and without the cache', async ({ world }) => {
  const path = `/api/posts?q=${freshWord()}`
  const first = await world.visitor().get(path)
  const etag = first.headers.get('etag') ?? ''
  expect([etag, first.headers.get('cache-control')]).toEqual([
    expect.stringMatching(/^W\/"en-[\w-]{16}"$/),
    'private, no-cache',
  ])
  for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const response = await world.visitor().get(path, { headers: { 'if-none-match': known } })
    expect(
      [response.status, response.text, roundTrips(response), response.headers.get('etag')],
      known,
    ).toEqual([304, '', 0, etag])
  }
  expect(
    (await world.visitor().get(path, { headers: { 'if-none-match': '"other"' } })).status,
  ).toBe(200)
  world.wait(61_000)
  const renewed = await world.visitor().get(path, { headers: { 'if-none-match': etag } })
  expect([renewed.status, outcome(renewed)]).toEqual([304, STORED])
})

test('HEAD is answered from the cache and stores nothing', async ({ world }) => {
  const path = `/search?q=${freshWord()}`
  const head = async () => {
    const { status, text, headers } = await world.visitor().send('HEAD', path, {})
    return [status, text, headers.get('cache-status'), headers.get('etag')]
  }
  const [, , , etag] = await head()
  expect(await head()).toEqual([200, '', MISS, etag])
  const get = await world.visitor().get(path)
  expect([outcome(get), get.text.includes('No results'), get.headers.get('etag')]).toEqual([
    STORED,
    true,
    etag,
  ])
  expect(await head()).toEqual([200, '', HIT, etag])
})

test('a page whose address has a query stays in the memory of one isolate, and a page with an unknown comment is not stored', async ({
  world,
}) => {
  const id = await publish(await author(world), {})
  world.wait(61_000)
  const elsewhere = new World(world.edition)
  elsewhere.now = world.now
  for (const [path, stored] of [
    [`/posts/${id}`, HIT],
    [`/posts/${id}?comments=old`, STORED],
    [`/search?q=${freshWord()}`, STORED],
  ] as const) {
    expect(outcome(await world.visitor().get(path)), path).toBe(STORED)
    expect(outcome(await elsewhere.visitor().get(path)), path).toBe(stored)
  }
  for (const comment of ['987654321', '12']) {
    for (let n = 0; n < 2; n++)
      expect(outcome(await world.visitor().get(`/posts/${id}?comment=${comment}`)), comment).toBe(
        MISS,
      )
  }
})

test('errors, responses with cookies and private responses are not stored', async ({ world }) => {
  world.app
    .get('/with-cookie', optionalViewer, cached(), (c) => c.text('x', 200, { 'Set-Cookie': 'a=b' }))
    .get('/private', optionalViewer, cached(), (c) =>
      c.text('x', 200, { 'Cache-Control': 'no-store' }),
    )
    .get('/elsewhere', optionalViewer, cached(), (c) => c.redirect('/', 302))
  for (const path of [
    '/api/posts/987654321',
    '/api/posts/x',
    '/api/posts?limit=0',
    '/with-cookie',
    '/private',
    '/elsewhere',
  ]) {
    for (let n = 0; n < 2; n++) expect(outcome(await world.visitor().get(path)), path).toBe(MISS)
  }
  expect((await world.visitor().get('/private')).headers.get('cache-control')).toBe('no-store')
})

test('cached responses are not shared between two hosts of one Worker', async ({ world }) => {
  const path = `/search?q=${freshWord()}`
  const ask = async (origin: string) => {
    const response = await world.app.request(`${origin}${path}`, {}, world.env, {
      waitUntil() {},
      passThroughOnException() {},
      props: {},
    })
    return [
      response.headers.get('cache-status'),
      (await response.text()).includes(`${origin}/search`),
    ]
  }
  expect(await ask('https://one.example')).toEqual([STORED, true])
  expect(await ask('https://two.example')).toEqual([STORED, true])
  expect(await ask('https://one.example')).toEqual([HIT, true])
})

test('a cached route keeps every parameter of its query schema', () => {
  const named = new Map<string, Set<string>>()
  const kept = new Map<string, readonly string[]>()
  for (const { method, path, handler } of createApp().routes) {
    const { cached, input } = factOf(handler)
    if (cached) kept.set(`${method} ${path}`, cached.parameters)
    if (input?.in === 'query') named.set(`${method} ${path}`, new Set(parametersOf(input.schema)))
  }
  expect([...kept.keys()]).toEqual(
    expect.arrayContaining(['GET /', 'GET /posts/:id', 'GET /api/posts', 'GET /feed.xml']),
  )
  for (const [route, parameters] of kept)
    expect(parameters, route).toEqual(expect.arrayContaining([...(named.get(route) ?? [])]))
})

test('cached routes require no login', () => {
  const routes = Map.groupBy(createApp().routes, ({ method, path }) => `${method} ${path}`)
  for (const [route, handlers] of routes) {
    const facts = handlers.map(({ handler }) => factOf(handler))
    if (facts.some(({ cached }) => cached))
      expect(
        facts.find(({ access }) => access),
        route,
      ).toBeUndefined()
  }
})

function parametersOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
