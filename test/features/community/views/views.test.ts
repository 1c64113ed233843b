import {
  evictDurableObject,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, vi } from 'vitest'
import { COUNTED_ONCE_IN, READERS_OF_ADDRESS_MAX } from '#features/community/views/buffer.ts'
import { readersOf } from '#features/community/views/readers.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { VIEWS_A_MINUTE } from '#kernel/rate-limits.ts'
import { isLong, LONG } from '#test/long.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

beforeEach(stopTime)
afterEach(() => void vi.useRealTimers())

test('a reader is counted once in half an hour, and their IP address is not stored', async ({
  world,
  visitor: reader,
}) => {
  const { path, write, views, id } = await published(world)
  for (let n = 0; n < 3; n++)
    expect((await reader.post(path, undefined, { withoutCsrf: true })).status).toBe(204)
  reader.userAgent = `${reader.userAgent} Edg/130.0`
  await reader.post(path)
  await world.visitor().post(path)
  await write()
  expect(await views()).toBe(3)
  world.wait(COUNTED_ONCE_IN - 1)
  await reader.post(path)
  await write()
  expect(await views()).toBe(3)
  world.wait(1)
  await reader.post(path)
  await write()
  expect(await views()).toBe(4)
  const rows = await world.db.all(sql`SELECT * FROM post_days WHERE post_id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(reader.ip)
})

test('views by bots are not counted', async ({ world }) => {
  const { path, write, views } = await published(world)
  for (const agent of ['Googlebot/2.1', 'curl/8.5.0', 'Mozilla/5.0 HeadlessChrome/130.0', '']) {
    const bot = world.visitor()
    bot.userAgent = agent
    expect((await bot.post(path)).status).toBe(204)
  }
  await write()
  expect(await views()).toBe(0)
})

test('only public posts have views, and a view of another post creates no Durable Object', async ({
  world,
}) => {
  const { author, id, counter } = await published(world)
  const draft = await world.post({ author: author.user, status: 'draft' })
  await world.visitor().post(`/api/posts/${id}/view`)
  const objects = async () => (await listDurableObjectIds(world.env.VIEW_COUNTER)).map(String)
  const before = await objects()
  expect(before).toContain(String(counter.id))
  for (const missing of [draft.id, 999_999_999]) {
    expect((await world.visitor().post(`/api/posts/${missing}/view`)).status).toBe(404)
  }
  expect(await objects()).toEqual(before)
  // Views count from the moment of publication.
  expect((await author.post(`/api/studio/posts/${draft.id}/submit`)).status).toBe(200)
  expect((await world.visitor().post(`/api/posts/${draft.id}/view`)).status).toBe(204)
  expect((await world.visitor().post('/api/posts/x/view')).status).toBe(400)
})

test('views from one address are rate limited and cause no errors', async ({
  world,
  visitor: flood,
}) => {
  const { path, write, views } = await published(world)
  const agent = flood.userAgent
  const statuses = new Map<number, number>()
  for (let n = 0; n < VIEWS_A_MINUTE + 10; n++) {
    flood.userAgent = `${agent} ${n}`
    const body =
      n % 2 ? { body: `{"views": ${'9'.repeat(n * 50)}` } : { json: { views: 1e9, end: 'x' } }
    const { status } = await flood.send('POST', path, body)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses).toEqual(
    new Map([
      [204, VIEWS_A_MINUTE],
      [429, 10],
    ]),
  )
  const refused = await flood.post(path)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await write()
  expect(await views()).toBe(READERS_OF_ADDRESS_MAX)
  for (const query of ['end=2', `from=${'a'.repeat(256)}`, 'from=%3Cscript%3E']) {
    expect((await world.visitor().post(`${path}?${query}`)).status).toBe(422)
  }
  world.wait(MINUTE)
  expect((await flood.post(path)).status).toBe(204)
})

/** A post with three views by readers of two sites; one of the readers stayed to the end. */
async function viewedPost(world: World) {
  const post = await published(world)
  const { path, write, visit } = post
  const [first, second] = [world.visitor(), world.visitor()]
  await visit(first, 'www.Example.org')
  await first.post(`${path}?end=1`)
  await first.post(`${path}?end=1`)
  await visit(second, 'news.example.com')
  await write()
  await visit(world.visitor(), 'example.org')
  await write()
  return post
}

test('the author sees views by day, the share of readers who stayed, and the referring sites, before and after the daily sums', async ({
  world,
}) => {
  const { author, id } = await viewedPost(world)
  const check = async () => {
    const trends = (await author.get('/api/studio/trends?range=7d')).json
    expect([trends.views.at(-1), trends.likes.at(-1)]).toEqual([3, 0])
    expect((await author.get('/api/studio/overview')).json.views).toBe(3)
    const page = (await author.get('/studio/analytics?range=7d')).text
    expect(page).toContain('33% of readers read to the end.')
    expect(page.indexOf('>example.org<')).toBeGreaterThan(0)
    expect(page.indexOf('>example.org<')).toBeLessThan(page.indexOf('>news.example.com<'))
    expect((await author.get('/api/studio/posts')).json.items[0]).toMatchObject({
      id,
      views_count: 3,
    })
  }
  await check()
  await sumUp(world.db)
  await check()
  expect((await checkInvariants(world.db, world.now)).failures).toEqual({})
})

test('the overview of an author does not count the views of a deleted post until it is restored', async ({
  world,
}) => {
  const { author, id } = await viewedPost(world)
  await sumUp(world.db)
  await author.delete(`/api/studio/posts/${id}`)
  expect((await author.get('/api/studio/overview')).json.views).toBe(0)
  expect((await checkInvariants(world.db, world.now)).failures).toEqual({})
  await author.post(`/api/studio/posts/${id}/undelete`)
  expect((await author.get('/api/studio/overview')).json.views).toBe(3)
  expect((await checkInvariants(world.db, world.now)).failures).toEqual({})
})

test('only names of public sites are counted as referring sites, and views without a referring site count too', async ({
  world,
}) => {
  const { author, write, views, visit } = await published(world)
  const refused = [
    'constructor',
    '__proto__',
    'localhost',
    'nas.local',
    'db.internal',
    '10.0.0.1',
    '[2001:db8::1]',
  ]
  const others = [
    'buy-now',
    'a..example',
    '-a.example',
    'news.example:8080',
    `${'a'.repeat(64)}.example`,
    'a.123',
  ]
  const own = ['joule.test', 'www.joule.test', 'JOULE.test']
  const counted = ['example.org', 'xn--fiq228c.xn--fiqs8s', 'www.News.Example.com']
  const all = [...refused, ...others, ...own, ...counted]
  for (const host of all)
    expect([host, (await visit(world.visitor(), host)).status]).toEqual([host, 204])
  await write()
  expect(await views()).toBe(all.length)
  const { hosts } = await world.db.read(readersOf(author.user.uid, '2000-01-01'))
  expect(hosts.map(({ host }) => host).sort()).toEqual([
    'example.org',
    'news.example.com',
    'xn--fiq228c.xn--fiqs8s',
  ])
})

test('the referring sites of a post count at most three hosts from one IP address', async ({
  world,
}) => {
  const { author, write, visit } = await published(world)
  const [one, other] = [world.visitor(), world.visitor()]
  for (let n = 0; n < 10; n++) {
    one.userAgent = `Mozilla/5.0 (reader ${n}) Gecko/20100101 Firefox/140.0`
    await visit(one, `spam-${n}.example`)
  }
  await visit(other, 'example.org')
  await write()
  const { hosts } = await world.db.read(readersOf(author.user.uid, '2000-01-01'))
  expect(hosts.map(({ host }) => host).sort()).toEqual([
    'example.org',
    ...[0, 1, 2].map((n) => `spam-${n}.example`),
  ])
})

test('a host counts only if the page of the post reports it', async ({ world }) => {
  const { author, id, path, write, views } = await published(world)
  const pages = [
    undefined,
    `http://joule.test/posts/${id + 1}`,
    `http://elsewhere.example/posts/${id}`,
    'nonsense',
  ]
  for (const referer of pages) {
    const sent = referer === undefined ? {} : { headers: { referer } }
    expect((await world.visitor().post(`${path}?from=spam.example`, undefined, sent)).status).toBe(
      204,
    )
  }
  await write()
  expect(await views()).toBe(pages.length)
  expect((await world.db.read(readersOf(author.user.uid, '2000-01-01'))).hosts).toEqual([])
})

test('readers see views only if the site shows them', async ({ world }) => {
  const { author, id, path, write } = await published(world)
  await world.visitor().post(path)
  await write()
  const shown = async () => {
    const reader = world.visitor()
    const [post, list] = [
      await reader.get(`/posts/${id}`),
      await reader.get(`/posts?author=${author.user.uid}`),
    ]
    return [post, list].map(({ text }) => text.includes('1 view<'))
  }
  expect(await shown()).toEqual([false, false])
  await world.setting('views.public', true)
  world.wait(DAY)
  expect(await shown()).toEqual([true, true])
  await world.setting('views.public', false)
})

test('the page of a public post reports views, except those of its author', async ({ world }) => {
  const { author, id } = await published(world)
  const draft = await world.post({ author: author.user, status: 'draft' })
  expect((await world.visitor().get(`/posts/${id}`)).text).toContain(`data-viewed="${id}"`)
  expect((await (await world.member()).get(`/posts/${id}`)).text).toContain(`data-viewed="${id}"`)
  expect((await author.get(`/posts/${id}`)).text).not.toContain('data-viewed')
  expect((await author.get(`/posts/${draft.id}`)).text).not.toContain('data-viewed')
})

test('while the site hides views, only the author and admins get the number from the API', async ({
  world,
}) => {
  const { author, id, visit, write } = await published(world)
  await visit(world.visitor(), 'example.org')
  await write()
  const tag = `v${crypto.randomUUID().slice(0, 8)}`
  await author.put(`/api/studio/posts/${id}`, { tags: [tag] })
  const [admin, member] = await world.members([{ role: 'admin' }, {}])
  await member.post(`/api/posts/${id}/favorite`)
  const [folder] = (await member.get('/api/folders')).json.items
  const counts = async (by: Client) => {
    const lists = [
      `/api/posts?tag=${tag}`,
      ...(by === member ? [`/api/folders/${folder.id}/posts`] : []),
    ]
    const listed = await Promise.all(
      lists.map(async (path) => (await by.get(path)).json.items[0].views_count),
    )
    return [(await by.get(`/api/posts/${id}`)).json.views_count, ...listed]
  }
  for (const isPublic of [false, true]) {
    await world.setting('views.public', isPublic)
    const hidden = isPublic ? 1 : null
    // The edge cache still has the responses of the other setting, because the setting is written
    // without the API.
    if (!isPublic) expect(await counts(world.visitor())).toEqual([hidden, hidden])
    expect(await counts(member)).toEqual([hidden, hidden, hidden])
    for (const insider of [author, admin]) expect(await counts(insider)).toEqual([1, 1])
    expect((await admin.get(`/api/admin/posts/${id}`)).json.views_count).toBe(1)
  }
})

test('the views of many readers are counted with one write a minute', LONG, () =>
  countReaders(isLong ? 10_000 : 1_000),
)

test('the hashes of readers and their salt are deleted after a time without readers, and at the end of the day', async ({
  world,
}) => {
  const { path, counter, write, views } = await published(world)
  const reader = world.visitor()
  await reader.post(path)
  await write()
  const stored = () =>
    runInDurableObject(counter, async (_, { storage }) => (await storage.list()).size)
  expect(await stored()).toBe(1)
  await runDurableObjectAlarm(counter)
  expect(await stored()).toBe(0)
  world.wait(DAY)
  await reader.post(path)
  await write()
  expect(await views()).toBe(2)
})

/** Time moves only when a test moves it, so the speed of the machine does not matter. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

/** A public post and its counter. */
async function published(world: World) {
  const author = await world.member({ level: 1 })
  const { id } = await world.post({ author: author.user })
  const counter = world.env.VIEW_COUNTER.getByName(`post:${id}`)
  const write = () => runInDurableObject(counter, (object) => object.write(world.now.getTime()))
  const minute = () => runInDurableObject(counter, () => vi.advanceTimersByTimeAsync(MINUTE))
  const views = async () => {
    const [row] = await world.db.all(
      sql<{ views: number }>`SELECT views FROM post_views WHERE post_id = ${id}`,
    )
    return row?.views ?? 0
  }
  /** Evicts the object, as a crash does; the next call creates a new one. */
  const crash = async () => {
    vi.useRealTimers()
    await evictDurableObject(counter)
    stopTime()
  }
  /** A view that the page of the post reports after a visit from this host. */
  const visit = (reader: Client, from: string) =>
    reader.post(`/api/posts/${id}/view?from=${from}`, undefined, {
      headers: { referer: `http://joule.test/posts/${id}` },
    })
  return { author, id, counter, write, minute, views, crash, visit, path: `/api/posts/${id}/view` }
}

/** Counts `many` readers: each once, with one write a minute, also after a crash. */
async function countReaders(many: number): Promise<void> {
  const world = new World()
  const { id, counter, minute, views, crash } = await published(world)
  const call = {
    postId: id,
    userAgent: 'a browser',
    from: 'example.org',
    news: { kind: 'open' } as const,
    now: world.now.getTime(),
  }
  const come = (first: number, count: number) =>
    runInDurableObject(counter, async (object) => {
      for (let n = first; n < first + count; n++)
        await object.view({ ...call, ip: `10.1.${n >> 8}.${n & 255}` })
    })
  await come(0, many)
  expect(await views()).toBe(0)
  await minute()
  expect(await views()).toBe(many)
  // Half of the next readers are known.
  const more = many / 10
  await come(many - more, 2 * more)
  expect(await views()).toBe(many)
  await minute()
  expect(await views()).toBe(many + more)
  // The readers are still known after a crash.
  await crash()
  await come(0, 10)
  await minute()
  expect(await views()).toBe(many + more)
  const days = await world.db.all(sql`SELECT views, ends FROM post_days WHERE post_id = ${id}`)
  expect(days).toEqual([{ views: many + more, ends: 0 }])
}
