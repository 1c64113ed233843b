import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { visitObjectOf } from '#features/community/views/visits.ts'
import { DAY, dayOf, HOUR, MINUTE } from '#kernel/clock.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const come = (reader: Client, from = '', page = '/') =>
  reader.post(`/api/visits?from=${from}`, undefined, {
    headers: { referer: `http://joule.test${page}` },
  })

const objectOf = (world: World, reader: Client) =>
  world.env.VIEW_COUNTER.getByName(visitObjectOf(reader.ip))

const writeOf = (world: World, reader: Client) =>
  runInDurableObject(objectOf(world, reader), (object) => object.write(world.now.getTime()))

async function today(world: World) {
  const day = dayOf(world.now)
  const row = await world.db.first(
    sql<{
      visits: number
      hosts: string
    }>`SELECT visits, hosts FROM site_readers WHERE day = ${day}`,
  )
  return { visits: row?.visits ?? 0, hosts: JSON.parse(row?.hosts ?? '{}') }
}

test('a reader is one visit a day, from the first page with a referring site, and the next day again', async ({
  world,
  visitor: reader,
}) => {
  const before = await today(world)
  await come(reader, 'www.Example.org')
  await come(reader, 'news.example.com', '/posts')
  await come(reader)
  await writeOf(world, reader)
  const { visits, hosts } = await today(world)
  expect(visits - before.visits).toBe(1)
  expect((hosts['example.org'] ?? 0) - (before.hosts['example.org'] ?? 0)).toBe(1)
  // The readers of a day survive an object that starts again.
  await come(reader, 'example.org')
  await writeOf(world, reader)
  expect((await today(world)).visits - before.visits).toBe(1)
  world.wait(DAY)
  await come(reader, 'example.org')
  await writeOf(world, reader)
  expect((await today(world)).visits).toBe(1)
})

test('clicks inside the site, bots, other sites and calls without a page are no visits', async ({
  world,
}) => {
  world.wait(2 * DAY)
  const reader = world.visitor()
  await come(reader, 'joule.test')
  await come(reader, 'www.joule.test')
  await reader.post('/api/visits?from=example.org')
  await reader.post('/api/visits?from=example.org', undefined, {
    headers: { referer: 'http://elsewhere.example/' },
  })
  const bot = world.visitor()
  bot.userAgent = 'Googlebot/2.1'
  await come(bot, 'example.org')
  expect((await come(reader, '%3Cscript%3E')).status).toBe(422)
  for (const one of [reader, bot]) await writeOf(world, one)
  expect((await today(world)).visits).toBe(0)
})

test('opening a post from outside is a visit, and opening it from a list is not', async ({
  world,
}) => {
  world.wait(3 * DAY)
  const { id } = await world.post({ author: await world.user() })
  const open = (reader: Client, from: string) =>
    reader.post(`/api/posts/${id}/view?from=${from}`, undefined, {
      headers: { referer: `http://joule.test/posts/${id}` },
    })
  const [outside, inside] = [world.visitor(), world.visitor()]
  await open(outside, 'example.org')
  await open(inside, 'joule.test')
  for (const one of [outside, inside]) await writeOf(world, one)
  expect(await today(world)).toEqual({ visits: 1, hosts: { 'example.org': 1 } })
})

test('10,000 invented hosts and browsers of one address are a few visits and three hosts', async ({
  world,
}) => {
  world.wait(4 * DAY)
  const attacker = world.visitor()
  const object = objectOf(world, attacker)
  await runInDurableObject(object, async (counter) => {
    for (let n = 0; n < 10_000; n++)
      await counter.visit({
        ip: attacker.ip,
        userAgent: `browser ${n}`,
        from: `spam-${n}.example`,
        now: world.now.getTime(),
      })
  })
  await writeOf(world, attacker)
  const { visits, hosts } = await today(world)
  expect(visits).toBe(30)
  expect(Object.keys(hosts)).toHaveLength(3)
})

test('a day stores the names of at most 50 hosts, with the sum of the others', async ({
  world,
}) => {
  world.wait(5 * DAY)
  const reader = world.visitor()
  const object = objectOf(world, reader)
  const visit = (n: number, from: string) => ({
    ip: `10.2.${n >> 8}.${n & 255}`,
    userAgent: 'a browser',
    from,
    now: world.now.getTime(),
  })
  await runInDurableObject(object, async (counter) => {
    for (let n = 0; n < 5; n++) await counter.visit(visit(n, 'example.org'))
  })
  await writeOf(world, reader)
  await runInDurableObject(object, async (counter) => {
    for (let n = 5; n < 205; n++) await counter.visit(visit(n, `site-${n}.example`))
  })
  await writeOf(world, reader)
  const { visits, hosts } = await today(world)
  expect(visits).toBe(205)
  expect(Object.keys(hosts)).toHaveLength(51)
  expect([hosts['example.org'], hosts.other]).toEqual([5, 151])
})

test('the object of the visits stores no address, and deletes the hashes after the day', async ({
  world,
}) => {
  world.wait(6 * DAY)
  const reader = world.visitor()
  const object = objectOf(world, reader)
  await come(reader, 'example.org')
  await writeOf(world, reader)
  const stored = () =>
    runInDurableObject(object, (_, { storage }) => {
      const tables = storage.sql
        .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name = 'visitors'")
        .toArray()
      return tables.length === 0 ? [] : storage.sql.exec('SELECT * FROM visitors').toArray()
    })
  expect(await stored()).toHaveLength(1)
  expect(JSON.stringify(await stored())).not.toContain(reader.ip)
  await runDurableObjectAlarm(object)
  expect(await stored()).toEqual([])
})

test('the owner sees visits, returning members, new members, decisions, most read posts and letters', async ({
  world,
}) => {
  world.wait(40 * DAY)
  const owner = await world.member({ role: 'owner' })
  const asOwner = () => world.visitor().signIn(owner.user)
  const reader = world.visitor()
  await come(reader, 'example.org')
  await writeOf(world, reader)
  const author = await world.member()
  const [classic, recent] = await world.posts([
    { author: author.user, title: 'A classic' },
    { author: author.user, title: 'Recent' },
  ])
  const day = dayOf(world.now)
  const earlier = dayOf(new Date(world.now.getTime() - 20 * DAY))
  await world.db.batch([
    sql`INSERT INTO post_days (post_id, day, author_id, views) VALUES
      (${classic.id}, ${earlier}, ${author.user.uid}, 90001), (${recent.id}, ${day}, ${author.user.uid}, 70001)
      ON CONFLICT (post_id, day) DO UPDATE SET views = excluded.views`,
    sql`INSERT INTO letters (author_id, due_at, state, sent, created_at)
      VALUES (${author.user.uid}, ${world.now.toISOString()}, 'sending', 12, ${world.now.toISOString()})`,
    sql`UPDATE letters SET state = 'sent', ended_at = ${world.now.toISOString()} WHERE author_id = ${author.user.uid}`,
  ])
  const pending = await world.post({ author: author.user, status: 'pending' })
  await world.db.batch([
    sql`INSERT INTO post_moves (post_id, actor_id, move, from_status, to_status, created_at)
      VALUES (${pending.id}, ${author.user.uid}, 'submit', 'draft', 'pending', ${world.now.toISOString()})`,
  ])
  world.wait(90 * MINUTE)
  const approved = await (await asOwner()).post(`/api/admin/posts/${pending.id}/approve`, {})
  expect(approved.status).toBe(200)
  const week = (await (await asOwner()).get('/api/admin/figures?range=7d')).json
  expect(week.days).toHaveLength(7)
  expect([week.visits.at(-1), week.letters.at(-1)]).toEqual([1, 12])
  expect(week.referrers).toContainEqual({ host: 'example.org', visits: 1 })
  expect(week.posts[0]).toEqual({ id: recent.id, title: 'Recent', reads: 70_001 })
  expect(week.posts.map(({ id }: { id: number }) => id)).not.toContain(classic.id)
  expect(week.decisions_median_minutes).toBe(90)
  expect(week.members.at(-1)).toBeGreaterThan(0)
  const month = (await (await asOwner()).get('/api/admin/figures?range=30d')).json
  expect(month.posts.slice(0, 2).map(({ id }: { id: number }) => id)).toEqual([
    classic.id,
    recent.id,
  ])
  // A member who registered on an earlier day returns.
  const returned = week.returning.at(-1)
  world.wait(DAY + HOUR)
  await world.db.batch([
    sql`INSERT INTO user_check_ins (user_id, day, created_at)
      VALUES (${author.user.uid}, ${dayOf(world.now)}, ${world.now.toISOString()})`,
  ])
  const tomorrow = await asOwner()
  const later = (await tomorrow.get('/api/admin/figures?range=7d')).json
  expect(later.returning.at(-1)).toBe(1)
  expect(later.returning.at(-2)).toBe(returned)
  for (const range of ['7d', '90d', '1y']) {
    const page = await tomorrow.get(`/admin/figures?range=${range}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`/studio/analytics?post=${recent.id}`)
  }
})

test('the figures of the site are for owners, and cost the same with many posts', async ({
  world,
  owner,
  admin,
}) => {
  expect((await admin.get('/api/admin/figures')).status).toBe(403)
  expect((await admin.get('/admin/figures')).status).toBe(404)
  expect((await owner.get('/api/admin/figures?range=forever')).status).toBe(422)
  const author = await world.user()
  const cost = async () => rowsRead(await owner.get('/api/admin/figures?range=30d'))
  const posts = await world.posts(Array.from({ length: 60 }, () => ({ author })))
  const read = (from: number, to: number) =>
    sql`
      INSERT INTO post_days (post_id, day, author_id, views)
      SELECT value, ${dayOf(world.now)}, ${author.uid}, 100 FROM json_each(${JSON.stringify(posts.slice(from, to).map(({ id }) => id))}) WHERE TRUE
      ON CONFLICT (post_id, day) DO UPDATE SET views = excluded.views`
  await world.db.batch([read(0, 30)])
  const few = await cost()
  await world.db.batch([read(30, 60)])
  expect(await cost()).toBeLessThan(few + 30)
})
