import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { encodeCursor } from '#kernel/paging.ts'
import { type Fault, Faults } from '#test/faults/faults.ts'
import { BEFORE, type Part } from '#test/faults/kinds.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { type Client, World } from '#test/world.ts'
import { storedImage } from '../routes/fixtures.ts'
import { createPeople } from '../routes/people.ts'
import { expectClearFailure } from './attempt.ts'

// Failures are logged.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

const down = (...parts: Part[]): Fault[] =>
  parts.map((part) => ({ part, kind: BEFORE[part].at(-1) ?? 'D1 breaks', on: 'all' }))

test('visitors and members can read while only the database works', async () => {
  const { world, author, reader, visitor } = await createPeople(new World())
  const everything = down('SEARCH', 'IMAGES', 'RATE_LIMITER', 'ENERGIZE_COUNTER', 'VIEW_COUNTER', 'LIVE_ROOM')
  const paths = [
    '/',
    '/posts',
    `/posts/${author.approved}`,
    `/space/${author.uid}`,
    `/folders/${reader.folder}`,
    '/feed.xml',
  ]
  const responses = await withFaults(world, new Faults(...everything), async () => [
    ...(await readAll(visitor, paths)),
    ...(await readAll(reader, [...paths, '/messages', '/settings'])),
  ])
  expect(responses.filter(([, status]) => status !== 200)).toEqual([])
})

test('pages that read only the site identity are shown without the database', async () => {
  const world = new World()
  const paths = ['/manifest.webmanifest', '/help', '/login', '/restore', '/api/docs', '/forgot']
  forgetIdentity()
  const responses = await withFaults(world, new Faults(...down('DB')), () => readAll(world.visitor(), paths))
  expect(responses.filter(([, status]) => status !== 200)).toEqual([])
})

test('rate-limited calls are refused while the rate limiter is down', async () => {
  const { world, reader, author, visitor } = await createPeople(new World())
  const sent = () => [
    reader.post(`/api/posts/${author.approved}/like`),
    visitor.post('/api/auth/login', { email: reader.user?.email, password: 'wrong' }),
  ]
  await visitor.get('/api/auth/csrf')
  const responses = await withFaults(world, new Faults(...down('RATE_LIMITER')), () => Promise.all(sent()))
  for (const response of responses) expectClearFailure(response)
  expect(responses.map(({ json }) => json.error.code)).toEqual(['unavailable', 'unavailable'])
})

test('search without its index finds people and tags and reports that posts are unavailable', async () => {
  const { world, author, reader, visitor } = await createPeople(new World())
  const ask = (who: Client, path: string) => withFaults(world, new Faults(...down('SEARCH')), () => who.get(path))
  for (const who of [visitor, reader]) {
    const { status, text, headers } = await ask(who, `/search?q=${author.uid}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(text).toContain('Post search is not available right now')
    expect(text).toContain(`href="/space/${author.uid}"`)
    expect(text).not.toContain('No results')
    expect(text).toMatch(/>Posts<\/a>.*>People<span class="tab-count"> 1</s)
  }
  const tag = encodeURIComponent(author.tag)
  expect((await ask(visitor, `/search?q=${tag}&type=tags`)).text).toContain(`href="/tags/${tag}"`)
  visitor.language = 'zh-CN'
  expect((await ask(visitor, `/search?q=${author.uid}`)).text).toContain('暂时无法搜索文章')
  // The next reader gets full results again.
  expect((await visitor.get(`/search?q=${author.uid}`)).text).not.toContain('暂时无法搜索文章')
})

test('without the index, a search that covers only posts returns search_unavailable', async () => {
  const { world, visitor, admin } = await createPeople(new World())
  const ask = <T>(act: () => Promise<T>) => withFaults(world, new Faults(...down('SEARCH')), act)
  const page = await ask(() =>
    visitor.get(`/search?q=anything&cursor=${encodeCursor(['hits', 'anything', undefined, undefined], [1, 1])}`),
  )
  expectClearFailure(page)
  expect(page.text).toContain('Search is unavailable')
  for (const [who, path] of [
    [visitor, '/api/search?q=anything'],
    [visitor, '/api/posts?q=anything'],
    [visitor, '/api/posts?q=anything&sort=hot'],
    [admin, '/api/admin/posts?q=anything'],
    [admin, '/api/admin/comments?q=anything'],
  ] as const) {
    const { status, json } = await ask(() => who.get(path))
    expect([path, status, json.error.code]).toEqual([path, 503, 'search_unavailable'])
  }
})

test('an image responds with 503 during a bucket outage, not 404', async () => {
  const people = await createPeople(new World())
  const path = `/images/${await storedImage(people)}`
  const { world, visitor } = people
  const failed = await withFaults(world, new Faults(...down('IMAGES')), () => visitor.get(path))
  expectClearFailure(failed)
  expect(failed.status).toBe(503)
  const known = await withFaults(world, new Faults(...down('IMAGES')), () =>
    visitor.get(path, { headers: { 'if-none-match': '"x"' } }),
  )
  expect(known.status).toBe(503)
})

async function readAll(who: Client, paths: string[]): Promise<[string, number][]> {
  const responses: [string, number][] = []
  for (const path of paths) responses.push([path, (await who.get(path)).status])
  return responses
}
