import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { Faults } from '#test/faults/faults.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { World } from '#test/world.ts'

afterEach(() => vi.restoreAllMocks())

const FACTS = 'x-joule-entry'

interface Metadata {
  key: string
  etag: string
  renderedAt: number
  headers: [string, string][]
}

/** The stored response with changed metadata or another body. */
function forged(
  stored: Response | undefined,
  change: (facts: Metadata) => object,
  body: BodyInit | null,
): Response {
  const facts = JSON.parse(decodeURIComponent(stored?.headers.get(FACTS) ?? '{}'))
  const text = JSON.stringify({ ...facts, ...change(facts) })
  return new Response(body, { headers: { [FACTS]: encodeURIComponent(text) } })
}

const INVALID: Record<string, (stored: Response | undefined) => Response | undefined> = {
  nothing: () => undefined,
  'a 404 page': () => new Response('not found here', { status: 404 }),
  'an empty response': (stored) => forged(stored, () => ({}), null),
  'another response': (stored) => forged(stored, () => ({}), '<p>of another user</p>'),
  'invalid headers': (stored) =>
    forged(stored, () => ({ headers: [['no header\n', '']] }), stored?.body ?? null),
  'invalid metadata': (stored) =>
    forged(stored, () => ({ headers: 7, etag: null }), stored?.body ?? null),
  'unreadable metadata': () => new Response('x', { headers: { [FACTS]: '%E0%A4%A' } }),
  'the response of another key': (stored) =>
    forged(stored, () => ({ key: 'http://joule.test/other' }), stored?.body ?? null),
  'an expired response': (stored) =>
    forged(stored, () => ({ renderedAt: 0 }), stored?.body ?? null),
  'a response from the future': (stored) =>
    forged(
      stored,
      ({ renderedAt }) => ({ renderedAt: renderedAt + 525_600 * MINUTE }),
      stored?.body ?? null,
    ),
}

test.each(Object.entries(INVALID))(
  'the site ignores a cache that returns %s',
  async (_, respond) => {
    const { world, path } = await publishedPost()
    await world.visitor().get(path)
    const elsewhere = nextTo(world)
    fakeCache(respond)
    const response = await elsewhere.visitor().get(path)
    expect([response.status, response.text.includes('Read me')]).toEqual([200, true])
    expect(response.headers.get('cache-status')).toBe('joule; fwd=miss; stored')
  },
)

test('the site works without a cache that throws', async () => {
  const { world, path } = await publishedPost()
  faultyCache(new Faults({ part: 'CACHE', kind: 'the cache throws', on: 'all' }))
  expect((await world.visitor().get(path)).status).toBe(200)
  expect((await nextTo(world).visitor().get(path)).status).toBe(200)
})

test('cached pages are served during a database outage until they expire', async () => {
  const { world, path } = await publishedPost()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const down = () => new Faults({ part: 'DB', kind: 'D1 is overloaded', on: 'all' })
  const read = () => withFaults(world, down(), () => world.visitor().get(path))
  await world.visitor().get(path)
  world.wait(30 * SECOND)
  const stale = await read()
  expect([stale.status, stale.text.includes('Read me')]).toEqual([200, true])
  expect(stale.headers.get('cache-status')).toBe('joule; hit; detail=stale-if-error')
  world.wait(30 * SECOND)
  expect((await read()).status).toBe(503)
})

async function publishedPost() {
  const world = new World()
  const { id } = await world.post({ author: await world.user(), title: 'Read me' })
  return { world, path: `/api/posts/${id}` }
}

/** Another isolate of the same build in the same data centre. */
function nextTo(world: World): World {
  const other = new World(world.edition)
  other.now = world.now
  return other
}

/**
 * The Cache API is global, so its methods are mocked for all tests until the mocks are restored.
 */
function faultyCache(faults: Faults): void {
  const cache = caches.default
  const [match, put] = [cache.match.bind(cache), cache.put.bind(cache)]
  vi.spyOn(cache, 'match').mockImplementation((key, options) =>
    faults.meet('CACHE', 'match', false, () => match(key, options)),
  )
  vi.spyOn(cache, 'put').mockImplementation((key, response) =>
    faults.meet('CACHE', 'put', true, () => put(key, response)),
  )
}

/** A cache that returns another response than the stored one. */
function fakeCache(respond: (stored: Response | undefined) => Response | undefined): void {
  const cache = caches.default
  const match = cache.match.bind(cache)
  vi.spyOn(cache, 'match').mockImplementation(async (key, options) =>
    respond(await match(key, options)),
  )
}
