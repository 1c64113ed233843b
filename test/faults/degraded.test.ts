// @module-tag long
import { runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { enqueue } from '#features/publishing/search/queue.ts'
import { MINUTE } from '#kernel/clock.ts'
import { encodeCursor } from '#kernel/paging.ts'
import { runOnly } from '#test/cron.ts'
import { faultyD1 } from '#test/faults/d1.ts'
import { type Fault, Faults } from '#test/faults/faults.ts'
import { finalKind, kindAfter, type Part } from '#test/faults/kinds.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { type Client, World } from '#test/world.ts'
import {
  FakeProvider,
  freshPerson,
  type Person,
  ticketOf,
} from '../features/accounts/providers/provider.ts'
import { storedImage } from '../routes/fixtures.ts'
import { createPeople } from '../routes/people.ts'
import { expectClearFailure } from './attempt.ts'
import { oneIn, quietly } from './sampling.ts'

beforeEach(quietly)

const down = (...parts: Part[]): Fault[] =>
  parts.map((part) => ({ part, kind: finalKind(part), on: 'all' }))

test('visitors and members can read while only the database works', async () => {
  const { world, author, reader, visitor } = await createPeople(new World())
  const everything = down(
    'SEARCH',
    'IMAGES',
    'RATE_LIMITER',
    'ENERGIZE_COUNTER',
    'VIEW_COUNTER',
    'HOLD_TIMER',
    'LIVE_ROOM',
    'COMPUTE',
  )
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
  const responses = await withFaults(world, new Faults(...down('DB')), () =>
    readAll(world.visitor(), paths),
  )
  expect(responses.filter(([, status]) => status !== 200)).toEqual([])
})

test('rate-limited calls are refused while the rate limiter is down', async () => {
  const { world, reader, author, visitor } = await createPeople(new World())
  const sent = () => [
    reader.post(`/api/posts/${author.approved}/like`),
    visitor.post('/api/auth/login', { email: reader.user?.email, password: 'wrong' }),
  ]
  await visitor.get('/api/auth/csrf')
  const responses = await withFaults(world, new Faults(...down('RATE_LIMITER')), () =>
    Promise.all(sent()),
  )
  for (const response of responses) expectClearFailure(response)
  expect(responses.map(({ json }) => json.error.code)).toEqual(['unavailable', 'unavailable'])
})

test('search without its index finds people and tags and reports that posts are unavailable', async () => {
  const { world, author, reader, visitor } = await createPeople(new World())
  const ask = (who: Client, path: string) =>
    withFaults(world, new Faults(...down('SEARCH')), () => who.get(path))
  for (const who of [visitor, reader]) {
    const { status, text, headers } = await ask(who, `/search?q=${author.uid}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(text).toContain('Post search is not available right now')
    expect(text).toContain(`href="/space/${author.uid}"`)
    expect(text).not.toContain('No results')
    expect(text).toMatch(/>Posts<\/a>.*>People<span class="[^"]*"> 1</s)
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
    visitor.get(
      `/search?q=anything&cursor=${encodeCursor(['hits', 'anything', undefined, undefined], [1, 1])}`,
    ),
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

test.each(['the job is lost', 'the job fails'] as const)(
  'while the compute Worker is down (%s), reads work, and commands that need it change nothing',
  async (kind) => {
    const { world, author, visitor } = await createPeople(new World())
    const down = new Faults({ part: 'COMPUTE', kind, on: 'all' })
    const { id } = await world.post({ author, body: '<p>As it was</p>' })
    const commands = [
      () => author.post('/api/studio/posts', { title: 'New', body: '<p>$x^2$</p>', draft: true }),
      () => author.put(`/api/studio/posts/${id}`, { body: '<p>$x^2$</p>' }),
    ]
    const posts = () => world.db.all(sql`SELECT id, version FROM posts ORDER BY id`)
    const before = await posts()
    await withFaults(world, down, async () => {
      for (const command of commands) {
        const refused = await command()
        expectClearFailure(refused)
        expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable'])
      }
      const read = await readAll(visitor, ['/', `/posts/${id}`, '/feed.xml', '/healthz'])
      expect(read.filter(([, status]) => status !== 200)).toEqual([])
    })
    expect(down.fired).toBeGreaterThanOrEqual(commands.length)
    expect(await posts()).toEqual(before)
    const statuses = [(await commands[0]?.())?.status, (await commands[1]?.())?.status]
    expect(statuses).toEqual([201, 200])
  },
)

test('a long post that changes while the compute Worker is down is indexed afterwards', async () => {
  const { world, author, visitor } = await createPeople(new World())
  const word = `w${crypto.randomUUID().slice(0, 8)}`
  const body = `<p>${'text '.repeat(2_000)} ${word}</p>`
  const { id } = await world.post({ author, body })
  await world.db.batch([enqueue([id])])
  const index = () => runOnly(['index changed posts'], world.env, world.now)
  const down = new Faults({ part: 'COMPUTE', kind: 'the job fails', on: 'all' })
  await withFaults(world, down, () => expect(index()).rejects.toThrow())
  expect(down.fired).toBe(1)
  world.wait(MINUTE)
  await index()
  const { json } = await visitor.get(`/api/posts?q=${word}`)
  expect(json.items.map((post: { id: number }) => post.id)).toEqual([id])
})

async function readAll(who: Client, paths: string[]): Promise<[string, number][]> {
  const responses: [string, number][] = []
  for (const path of paths) responses.push([path, (await who.get(path)).status])
  return responses
}

interface Visit {
  person: Person
  /** The browser of each attempt. */
  browser: () => Client
  query: string
}

/**
 * The callback of a sign-in works only once, so the table of routes has only a callback that does
 * not log in.
 */
const VISITS: Record<string, (world: World, provider: FakeProvider) => Promise<Visit>> = {
  async login(world, provider) {
    const person = freshPerson()
    await provider.signIn(world.visitor(), person)
    return { person, browser: () => world.visitor(), query: '' }
  },
  async registration(world) {
    return { person: freshPerson(), browser: () => world.visitor(), query: '' }
  },
  async connection(world, provider) {
    const member = await world.member()
    return {
      person: freshPerson(),
      browser: () => member,
      query: `?connect=${await ticketOf(provider, member)}`,
    }
  },
}

test.each(Object.entries(VISITS))(
  'a %s with a provider succeeds after a fault at any call',
  async (_, prepare) => {
    const world = new World()
    const provider = await FakeProvider.add(world)
    const { calls } = await callback(await prepare(world, provider))
    const cuts = calls
      .filter(({ isLate }) => !isLate)
      .flatMap(({ part, writes, what }, at) =>
        [finalKind(part), ...(writes ? [kindAfter(part)] : [])].map((kind) => ({
          kind,
          what,
          on: at + 1,
        })),
      )
    let injected = 0
    for (const { kind, what, on } of oneIn(2, cuts)) {
      const visit = await prepare(world, provider)
      const { response, fired } = await callback(visit, { part: 'any', kind: () => kind, on })
      // The mails of earlier attempts may change the last calls.
      injected += fired
      if (response.status >= 400) expectClearFailure(response)
      const again = await provider.signIn(visit.browser(), visit.person, visit.query)
      expect(again.headers.get('location'), `${kind}: ${what}`).not.toContain('problem=')
      expect(await provider.userOf(visit.person)).not.toBeNull()
    }
    expect(injected).toBeGreaterThan(1)

    async function callback({ person, browser, query }: Visit, ...faults: Fault[]) {
      const client = browser()
      const path = await provider.agree(client, person, query)
      const plan = new Faults(...faults)
      const response = await withFaults(world, plan, () => client.get(path))
      return { response, calls: plan.calls, fired: plan.fired }
    }
  },
)

/** From now on, database calls of the object have these faults. */
async function underFaults<Class extends Rpc.DurableObjectBranded>(
  world: World,
  object: DurableObjectStub<Class>,
  ...faults: Fault[]
): Promise<void> {
  const env = { ...world.env, DB: faultyD1(world.env.DB, 'DB', new Faults(...faults)) }
  await runInDurableObject(
    object,
    (instance) => void Object.defineProperty(instance, 'env', { value: env }),
  )
}

async function stage() {
  const { world, author, reader } = await createPeople(new World())
  const post = author.approved
  const given = () =>
    world.db.all(
      sql`SELECT amount FROM post_energize_log WHERE post_id = ${post} AND user_id = ${reader.uid}`,
    )
  const energize = (key?: string) =>
    reader.post(
      '/api/energy/energize',
      { post_id: post, form: 'light' },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    )
  const views = async () => {
    const row = await world.db.first(
      sql<{ views: number }>`SELECT SUM(views) AS views FROM post_days WHERE post_id = ${post}`,
    )
    return row?.views ?? 0
  }
  const object = world.env.ENERGIZE_COUNTER.getByName(`post:${post}`)
  return { world, reader, post, given, energize, views, object }
}

test('an energize with an idempotency key whose response was lost is retried and charged once', async () => {
  const { world, given, energize, object } = await stage()
  await underFaults(world, object, { part: 'DB', kind: 'D1 commits, then times out', on: 1 })
  const first = await energize('a key')
  expect(first.status).toBe(200)
  expect((await energize('a key')).json).toEqual(first.json)
  expect(await given()).toEqual([{ amount: 1 }])
})

test('an energize without an idempotency key is not retried: it returns an error and is charged once', async () => {
  const { world, given, energize, object } = await stage()
  await underFaults(world, object, { part: 'DB', kind: 'D1 commits, then times out', on: 1 })
  const { status, json } = await energize()
  expect([status, json.error.code]).toEqual([503, 'unavailable'])
  expect(await given()).toEqual([{ amount: 1 }])
})

test('views that could not be written are written a minute later', async () => {
  const { world, post, views } = await stage()
  const object = world.env.VIEW_COUNTER.getByName(`post:${post}`)
  expect((await world.visitor().post(`/api/posts/${post}/view`)).status).toBe(204)
  await underFaults(world, object, { part: 'DB', kind: 'D1 is overloaded', on: 1 })
  await object.write(world.now.getTime() + MINUTE)
  expect(await views()).toBe(0)
  await object.write(world.now.getTime() + 2 * MINUTE)
  expect(await views()).toBe(1)
})
