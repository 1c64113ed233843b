import { afterEach, vi } from 'vitest'
import { expect, test } from '#test/test.ts'
import { type TestResponse, World } from '#test/world.ts'
import { cached, dropCached } from '#web/cache/edge-cache.ts'
import { freshWord } from '../../../features/publishing/search/posts.ts'

afterEach(() => vi.restoreAllMocks())

const outcome = ({ headers }: TestResponse) => headers.get('cache-status')
const HIT = 'joule; hit'
const OF_ONE_REQUEST = ['x-request-id', 'cache-status', 'server-timing']

const lasting = ({ headers }: TestResponse) => [...headers].filter(([name]) => !OF_ONE_REQUEST.includes(name))

/** A site without working databases. */
function cutOff(world: World): void {
  const gone = new Proxy(world.env.DB, {
    get: () => {
      throw new Error('a database was opened')
    },
  })
  Object.assign(world, { env: { ...world.env, DB: gone, SEARCH: gone } })
}

test('a hit needs no database and has every header of the first response', async ({ world }) => {
  const path = `/search?q=${freshWord()}`
  const first = await world.visitor().get(path)
  cutOff(world)
  const second = await world.visitor().get(path)
  expect([second.status, outcome(second), second.text === first.text]).toEqual([200, HIT, true])
  expect(lasting(second)).toEqual(lasting(first))
  expect(second.headers.get('x-request-id')).toMatch(/^[\w-]{22}$/)
  const known = await world.visitor().get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([known.status, known.text, outcome(known)]).toEqual([304, '', HIT])
  expect(known.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
})

test('requests that bypass the cache also bypass the ready responses', async ({ world }) => {
  const path = `/search?q=${freshWord()}`
  await world.visitor().get(path)
  expect(outcome(await world.visitor().get(path))).toBe(HIT)
  expect(outcome(await world.visitor().get(path, { headers: { cookie: 'joule_rt=x' } }))).not.toBe(HIT)
  expect(outcome(await world.visitor().get(path, { headers: { authorization: 'Bearer x' } }))).not.toBe(HIT)
  expect((await world.visitor().get(path, { headers: { 'sec-fetch-dest': 'image' } })).status).toBe(404)
  const chinese = world.visitor()
  chinese.language = 'zh-CN'
  expect(outcome(await chinese.get(path))).not.toBe(HIT)
})

test('a ready response is not served after a change or after it expires', async ({ world }) => {
  let value = 'first'
  world.app.get('/page', cached(), (c) => c.text(value))
  world.app.get('/change', (c) => {
    dropCached(c)
    return c.text('')
  })
  const read = async () => (await world.visitor().get('/page')).text
  expect([await read(), await read()]).toEqual(['first', 'first'])
  value = 'second'
  await world.visitor().get('/change')
  expect([await read(), await read()]).toEqual(['second', 'second'])
  value = 'third'
  expect(await read()).toBe('second')
  world.wait(10_000)
  expect([await read(), await read()]).toEqual(['third', 'third'])
})

test('hits are logged at the sample rate, and failures are always logged', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const world = new World()
  world.app.get('/broken', () => {
    throw new Error('a bug')
  })
  const path = `/search?q=${freshWord()}`
  const linesWith = async (LOG_SHARE: string, asked: string) => {
    Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'production', LOG_SHARE } })
    lines.length = 0
    await world.visitor().get(asked)
    return lines.map((line) => JSON.parse(line)).map(({ route, status }) => `${route} ${status}`)
  }
  expect(await linesWith('1', path)).toEqual(['/search 200'])
  expect(await linesWith('1', path)).toEqual(['/search 200'])
  expect(await linesWith('0', path)).toEqual([])
  expect(await linesWith('0', '/broken')).toEqual(['/broken 500'])
})
