import { afterEach, vi } from 'vitest'
import { expect, test } from '#test/test.ts'
import type { TestResponse, World } from '#test/world.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { freshWord } from '../../../features/publishing/search/posts.ts'

afterEach(() => vi.restoreAllMocks())

const outcome = ({ headers }: TestResponse) => headers.get('cache-status')
const HIT = 'joule; hit'
const OF_ONE_REQUEST = ['x-request-id', 'cache-status', 'server-timing']

const lasting = ({ headers }: TestResponse) =>
  [...headers].filter(([name]) => !OF_ONE_REQUEST.includes(name))

/** A site without working databases. */
function cutOff(world: World): void {
  const gone = new Proxy(world.env.DB, {
    get: () => {
      throw new Error('a database was opened')
    },
  })
  Object.assign(world, { env: { ...world.env, DB: gone, SEARCH: gone } })
}

test('a cache hit needs no database and has every header of the first response', async ({
  world,
}) => {
  const path = `/search?q=${freshWord()}`
  const first = await world.visitor().get(path)
  cutOff(world)
  const second = await world.visitor().get(path)
  expect([second.status, outcome(second), second.text === first.text]).toEqual([200, HIT, true])
  expect(lasting(second)).toEqual(lasting(first))
  expect(second.headers.get('x-request-id')).toMatch(/^[\w-]{22}$/)
  const known = await world
    .visitor()
    .get(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect([known.status, known.text, outcome(known)]).toEqual([304, '', HIT])
  expect(known.headers.get('content-security-policy')).toBe(
    first.headers.get('content-security-policy'),
  )
})

test('an <img> request for a cached page gets 404', async ({ world }) => {
  const path = `/search?q=${freshWord()}`
  await world.visitor().get(path)
  expect((await world.visitor().get(path, { headers: { 'sec-fetch-dest': 'image' } })).status).toBe(
    404,
  )
})

test('cache hits are logged at the sample rate, and failures are always logged', async ({
  world,
}) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  world.app.get('/broken', optionalViewer, () => {
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
