import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { Faults } from '#test/faults/faults.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { World } from '#test/world.ts'

afterEach(() => vi.restoreAllMocks())

const FACTS = 'x-joule-entry'

interface Kept {
  key: string
  etag: string
  renderedAt: number
  headers: [string, string][]
}

/** The same answer with other facts, or another body. */
function forged(kept: Response | undefined, change: (facts: Kept) => object, body: BodyInit | null): Response {
  const facts = JSON.parse(decodeURIComponent(kept?.headers.get(FACTS) ?? '{}'))
  const text = JSON.stringify({ ...facts, ...change(facts) })
  return new Response(body, { headers: { [FACTS]: encodeURIComponent(text) } })
}

const LIES: Record<string, (kept: Response | undefined) => Response | undefined> = {
  'nothing at all': () => undefined,
  'a page of its own': () => new Response('not found here', { status: 404 }),
  'an empty answer': (kept) => forged(kept, () => ({}), null),
  'another answer': (kept) => forged(kept, () => ({}), '<p>of somebody else</p>'),
  'headers that are none': (kept) => forged(kept, () => ({ headers: [['no header\n', '']] }), kept?.body ?? null),
  'facts that are none': (kept) => forged(kept, () => ({ headers: 7, etag: null }), kept?.body ?? null),
  'words in place of facts': () => new Response('x', { headers: { [FACTS]: '%E0%A4%A' } }),
  'an answer to another question': (kept) =>
    forged(kept, () => ({ key: 'http://joule.test/other' }), kept?.body ?? null),
  'an answer that is too old': (kept) => forged(kept, () => ({ renderedAt: 0 }), kept?.body ?? null),
  'an answer of next year': (kept) =>
    forged(kept, ({ renderedAt }) => ({ renderedAt: renderedAt + 525_600 * MINUTE }), kept?.body ?? null),
}

test.each(Object.entries(LIES))('a cache that gives %s is not believed', async (_, lie) => {
  const { world, path } = await stage()
  await world.visitor().get(path)
  const elsewhere = nextTo(world)
  lyingCache(lie)
  const answer = await elsewhere.visitor().get(path)
  expect([answer.status, answer.text.includes('Read me')]).toEqual([200, true])
  expect(answer.headers.get('cache-status')).toBe('joule; fwd=miss; stored')
})

test('a cache that tells the truth is believed by another isolate', async () => {
  const { world, path } = await stage()
  await world.visitor().get(path)
  expect((await nextTo(world).visitor().get(path)).headers.get('cache-status')).toBe('joule; hit')
})

test('a cache that throws is done without', async () => {
  const { world, path } = await stage()
  faultyCache(new Faults({ part: 'CACHE', kind: 'the cache throws', on: 'all' }))
  expect((await world.visitor().get(path)).status).toBe(200)
  expect((await nextTo(world).visitor().get(path)).status).toBe(200)
})

test('while the database is down, what was known a moment ago is given out, for its short life', async () => {
  const { world, path } = await stage()
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

async function stage() {
  const world = new World()
  const { id } = await world.post({ author: await world.user(), title: 'Read me' })
  return { world, path: `/api/posts/${id}` }
}

/** Another isolate of the same build, in the same data centre. */
function nextTo(world: World): World {
  const other = new World(world.edition)
  other.now = world.now
  return other
}

/** The Cache API belongs to no environment, so its calls are replaced for everybody until the mocks are restored. */
function faultyCache(faults: Faults): void {
  const cache = caches.default
  const [match, put] = [cache.match.bind(cache), cache.put.bind(cache)]
  vi.spyOn(cache, 'match').mockImplementation((key, options) =>
    faults.meet('CACHE', 'match', false, () => match(key, options)),
  )
  vi.spyOn(cache, 'put').mockImplementation((key, answer) => faults.meet('CACHE', 'put', true, () => put(key, answer)))
}

/** A cache that answers, and not with what it was given. */
function lyingCache(lie: (kept: Response | undefined) => Response | undefined): void {
  const cache = caches.default
  const match = cache.match.bind(cache)
  vi.spyOn(cache, 'match').mockImplementation(async (key, options) => lie(await match(key, options)))
}
