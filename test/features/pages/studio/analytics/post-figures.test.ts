import { runInDurableObject } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { AGES } from '#db/schema/ages.ts'
import { COUNTED_ONCE_IN } from '#features/community/views/buffer.ts'
import { applyAges } from '#features/core/site/aging.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

async function published(world: World) {
  const author = await world.member({ level: 1 })
  const { id } = await world.post({ author: author.user, title: 'Read me' })
  const counter = world.env.VIEW_COUNTER.getByName(`post:${id}`)
  const write = () => runInDurableObject(counter, (object) => object.write(world.now.getTime()))
  const tell = (reader: Client, news: string) =>
    reader.post(`/api/posts/${id}/view?${news}`, undefined, {
      headers: { referer: `http://joule.test/posts/${id}` },
    })
  const figures = async (range = '7d') =>
    (
      await (
        await world.visitor().signIn(author.user)
      ).get(`/api/studio/posts/${id}/figures?range=${range}`)
    ).json
  return { author, id, write, tell, figures }
}

const tenths = (counts: Record<number, number>) =>
  Array.from({ length: 10 }, (_, n) => counts[n] ?? 0)

test('the figures of a post show where its readers stop, and a reader moves to a further tenth across two writes', async ({
  world,
}) => {
  const { tell, write, figures } = await published(world)
  const [first, second, third] = [world.visitor(), world.visitor(), world.visitor()]
  for (const reader of [first, second, third]) await tell(reader, 'from=example.org')
  await tell(first, 'depth=4')
  await tell(first, 'depth=2')
  await tell(third, 'end=1')
  await write()
  expect((await figures()).depth).toEqual(tenths({ 0: 1, 4: 1, 9: 1 }))
  await tell(first, 'depth=7')
  await tell(second, 'depth=1')
  await tell(third, 'depth=3')
  await write()
  const { depth, reads, finished, days, referrers } = await figures()
  expect(depth).toEqual(tenths({ 1: 1, 7: 1, 9: 1 }))
  expect([days.length, reads.at(-1), finished.at(-1)]).toEqual([7, 3, 1])
  expect(referrers).toEqual([{ host: 'example.org', reads: 3 }])
  // A second view of a known reader begins at the first tenth again.
  world.wait(COUNTED_ONCE_IN)
  await tell(first, 'from=')
  await write()
  expect((await figures()).depth).toEqual(tenths({ 0: 1, 1: 1, 7: 1, 9: 1 }))
  expect((await tell(first, 'depth=10')).status).toBe(422)
})

test('depths and gains of an unknown reader, of a bot and of a forged page change nothing', async ({
  world,
}) => {
  const { author, id, tell, write, figures } = await published(world)
  await tell(world.visitor(), 'depth=5')
  const follower = await world.member()
  const follow = (by: Client, referer: string) =>
    by.post(`/api/users/${author.user.uid}/follow`, undefined, { headers: { referer } })
  // This reader has not opened the post.
  await follow(follower, `http://joule.test/posts/${id}`)
  const other = await world.member()
  await tell(other, 'from=')
  await follow(other, `http://elsewhere.example/posts/${id}`)
  await write()
  const { depth, followers_gained } = await figures()
  expect(depth).toEqual(tenths({ 0: 1 }))
  expect(followers_gained).toBe(0)
})

test('a reader who follows on the page of the post is one follower, also after following again', async ({
  world,
}) => {
  const { author, id, tell, write, figures } = await published(world)
  const reader = await world.member()
  await tell(reader, 'from=')
  const press = () =>
    reader.post(`/api/users/${author.user.uid}/follow`, undefined, {
      headers: { referer: `http://joule.test/posts/${id}` },
    })
  for (let n = 0; n < 5; n++) expect((await press()).status).toBe(200)
  await write()
  expect((await figures()).followers_gained).toBe(1)
  const rows = await world.db.all(sql`SELECT * FROM post_readers WHERE post_id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(String(reader.user.uid))
  // A post of another author gains nothing.
  const stranger = await published(world)
  await stranger.tell(reader, 'from=')
  await reader.post(`/api/users/${author.user.uid}/follow`, undefined, {
    headers: { referer: `http://joule.test/posts/${stranger.id}` },
  })
  await stranger.write()
  expect((await stranger.figures()).followers_gained).toBe(0)
})

test('a post stores the names of at most 20 hosts per day, and the sum of the others', async ({
  world,
}) => {
  const { tell, write, figures, id } = await published(world)
  await tell(world.visitor(), 'from=example.org')
  await tell(world.visitor(), 'from=example.org')
  for (let batch = 0; batch < 3; batch++) {
    for (let n = 0; n < 12; n++) await tell(world.visitor(), `from=site-${batch}-${n}.example`)
    await write()
  }
  const { referrers } = await figures()
  expect(referrers).toHaveLength(20)
  expect(referrers.slice(0, 2)).toEqual([
    { host: 'other', reads: 17 },
    { host: 'example.org', reads: 2 },
  ])
  const [row] = await world.db.all(
    sql<{ hosts: string }>`SELECT hosts FROM post_readers WHERE post_id = ${id}`,
  )
  expect(Object.keys(JSON.parse(row?.hosts ?? '{}'))).toHaveLength(21)
})

test('only the author and admins see the figures of a post, on the page and in the API', async ({
  world,
}) => {
  const { author, id, tell, write } = await published(world)
  await tell(world.visitor(), 'from=example.org')
  await write()
  const admin = await world.member({ role: 'admin' })
  const member = await world.member()
  const statuses = async (by: Client) => [
    (await by.get(`/api/studio/posts/${id}/figures`)).status,
    (await by.get(`/studio/analytics?post=${id}`)).status,
  ]
  expect(await statuses(author)).toEqual([200, 200])
  expect(await statuses(admin)).toEqual([200, 200])
  expect(await statuses(member)).toEqual([404, 404])
  expect((await author.get('/studio/analytics?post=x')).status).toBe(404)
  const page = await author.get(`/studio/analytics?post=${id}&range=90d`)
  expect(page.text).toContain('Read me')
  expect(page.text).toContain('example.org')
  expect(page.text.match(/<td class="number" data-series="reads">/g)).toHaveLength(90)
  expect(roundTrips(page)).toBe(2)
})

test('the figures of a year read a few rows per day, and old rows of readers are deleted', async ({
  world,
}) => {
  const { author, id } = await published(world)
  const days = 500
  await world.db.batch([
    sql`
      INSERT INTO post_readers (post_id, day, tenth_0, hosts)
      SELECT ${id}, date(${world.now.toISOString()}, '-' || value || ' days'), 1, '{"example.org":1}'
      FROM (WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < ${days}) SELECT value FROM n)`,
  ])
  const response = await author.get(`/api/studio/posts/${id}/figures?range=1y`)
  expect(response.json.depth).toEqual(tenths({ 0: 365 }))
  expect(rowsRead(response)).toBeLessThan(5 * 365)
  await applyAges(world.db, world.now)
  const count = sql<{
    count: number
  }>`SELECT COUNT(*) AS count FROM post_readers WHERE post_id = ${id}`
  for (
    let run = 0;
    run < 50 && ((await world.db.first(count))?.count ?? 0) > AGES.readerFigures + 1;
    run++
  )
    await applyAges(world.db, world.now)
  expect((await world.db.first(count))?.count).toBeLessThanOrEqual(AGES.readerFigures + 1)
})
