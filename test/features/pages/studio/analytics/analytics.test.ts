import { sql } from 'drizzle-orm'
import type { PostRow } from '#db/schema/publishing.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { DAY } from '#kernel/clock.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

/** Adds likes by new users, at the current time of the world. */
async function like(world: World, { id }: PostRow, times: number) {
  for (let n = 0; n < times; n++) {
    const { uid } = await world.user()
    await world.db.batch([
      sql`INSERT INTO post_likes (user_id, post_id, created_at) VALUES (${uid}, ${id}, ${world.now.toISOString()})`,
    ])
  }
}

const topIn = (text: string) => {
  const table = text.slice(text.indexOf('id="top-heading"'))
  return [...table.matchAll(/<a href="\/posts\/\d+">([^<]*)<\/a>/g)].map(([, title]) => title)
}

test('the analytics page has a table with each day of the range, and links to the other ranges', async ({
  author,
}) => {
  for (const [range, days] of Object.entries({ '7d': 7, '30d': 30, '90d': 90 })) {
    const { status, text, headers } = await author.get(`/studio/analytics?range=${range}`)
    expect(status).toBe(200)
    expect(text.match(/<td class="number" data-series="likes">/g)).toHaveLength(days)
    expect(text.match(/data-chart="/g)).toHaveLength(5)
    expect(text).toContain(`href="/studio/analytics?range=${range}" aria-current="page"`)
    expect(roundTrips({ headers })).toBe(2)
  }
  const { text } = await author.get('/studio/analytics?range=forever')
  expect(text).toContain('href="/studio/analytics?range=30d" aria-current="page"')
  expect(text).toContain('No likes, comments')
})

test('the top posts are ranked by the selected range, not by all time', async ({
  world,
  user: author,
}) => {
  const [classic, present] = await world.posts([
    { author, title: 'A classic' },
    { author, title: 'Now' },
  ])
  await like(world, classic, 5)
  world.wait(40 * DAY)
  await like(world, present, 2)
  await like(world, classic, 1)
  const browser = await world.visitor().signIn(author)
  expect(topIn((await browser.get('/studio/analytics?range=30d')).text)).toEqual([
    'Now',
    'A classic',
  ])
  expect(topIn((await browser.get('/studio/analytics?range=90d')).text)).toEqual([
    'A classic',
    'Now',
  ])
  const thirty = (await browser.get('/studio/analytics?range=30d')).text
  // Five likes are older than 30 days, three are within the range.
  expect(thirty).toMatch(/<strong>3<\/strong>/)
  expect(thirty).toContain('5 in the previous 30 days · down 40%')
})

test('a deleted post, a post that lost all its likes and a post of another author are not top posts', async ({
  world,
  writer,
}) => {
  await like(world, await world.post({ author: await world.user() }), 3)
  const [gone, lost] = await world.posts([{ author: writer.user }, { author: writer.user }])
  for (const post of [gone, lost]) await like(world, post, 2)
  await writer.delete(`/api/studio/posts/${gone.id}`)
  await world.db.batch([sql`DELETE FROM post_likes WHERE post_id = ${lost.id}`])
  expect(topIn((await writer.get('/studio/analytics')).text)).toEqual([])
})

test('the top posts of 90 days read the same number of rows for 30 and for 300 posts', async () => {
  const rowsFor = async (count: number) => {
    const world = new World()
    const author = await world.member()
    const { uid } = author.user
    await world.posts(Array.from({ length: count }, () => ({ author: author.user })))
    const days = JSON.stringify(Array.from({ length: 90 }, (_, n) => n))
    await world.db.batch([
      sql`INSERT INTO post_days (author_id, day, post_id, likes, summed_likes, fresh)
          SELECT ${uid}, date(${world.now.toISOString()}, '+8 hours', printf('-%d days', d.value)), p.id, p.id % 13, p.id % 13, 0
          FROM posts p, json_each(${days}) d WHERE p.author_id = ${uid}`,
    ])
    const { text, headers } = await author.get('/studio/analytics?range=90d')
    expect(topIn(text)).toHaveLength(10)
    return rowsRead({ headers })
  }
  const [few, many] = [await rowsFor(30), await rowsFor(300)]
  expect(few).toBeLessThan(4_500)
  expect(many).toBeLessThan(few * 1.1)
})

test('the studio overview shows all-time totals and a chart of the last 30 days', async ({
  world,
}) => {
  const author = await world.user({ level: 2 })
  const post = await world.post({ author })
  await like(world, post, 4)
  world.wait(31 * DAY)
  await like(world, post, 3)
  // The first page after a day also reads the identity of the site.
  await world.visitor().get('/about')
  const { text, headers } = await (await world.visitor().signIn(author)).get('/studio')
  expect(text).toContain('aria-label="Likes in the last 30 days: 3 in total, 3 on the best day."')
  expect(text).toContain('<strong title="7">7</strong>')
  expect(text).toContain('+3 in 30 days')
  expect(text).toContain('href="/studio/analytics"')
  expect(roundTrips({ headers })).toBe(3)
})

test('the analytics page draws a chart only for figures that are not zero', async ({
  world,
  writer,
}) => {
  const plots = async () =>
    (await writer.get('/studio/analytics')).text.match(/data-chart-plot/g)?.length ?? 0
  expect(await plots()).toBe(0)
  await like(world, await world.post({ author: writer.user }), 1)
  expect(await plots()).toBe(1)
})

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const trends = async (browser: Client, range: string) =>
  (await browser.get(`/api/studio/trends?range=${range}`)).json

test('a day of the trends starts at midnight, Shanghai time', async ({ world, user: author }) => {
  const post = await world.post({ author })
  for (const at of [
    '2026-11-14T15:59:59.999Z',
    '2026-11-14T16:00:00.000Z',
    '2026-11-15T15:59:59.999Z',
  ]) {
    world.now = new Date(at)
    await (await world.member()).post(`/api/posts/${post.id}/like`)
  }
  const response = await trends(await world.visitor().signIn(author), '7d')
  expect(response.days.at(-1)).toBe('2026-11-15')
  expect(response.likes.slice(-2)).toEqual([1, 2])
  // A millisecond later a new day starts, and its count is zero.
  world.wait(1)
  const next = await trends(await world.visitor().signIn(author), '7d')
  expect([next.days.at(-1), next.likes.slice(-3)]).toEqual(['2026-11-16', [1, 2, 0]])
})

test('a deleted post no longer counts, and removing its likes or comments later changes nothing', async ({
  world,
}) => {
  const [author, reader] = await world.members([{ level: 2 }, {}])
  const [remaining, deleted] = await world.posts([{ author: author.user }, { author: author.user }])
  let comment = 0
  for (const { id } of [remaining, deleted]) {
    for (const act of ['like', 'favorite']) await reader.post(`/api/posts/${id}/${act}`)
    comment = (await reader.post(`/api/posts/${id}/comments`, { body: 'A word.' })).json.id
  }
  await author.delete(`/api/studio/posts/${deleted.id}`)
  await reader.delete(`/api/comments/${comment}`)
  await world.db.batch([sql`DELETE FROM post_likes WHERE post_id = ${deleted.id}`])
  const { comments, likes, favorites } = await trends(author, '7d')
  expect([comments, likes, favorites].map(sum)).toEqual([1, 1, 1])
  expect((await author.get('/api/studio/overview')).json).toMatchObject({
    likes: 1,
    comments: 1,
    favorites: 1,
  })
})

test('trends read one row per day, however many posts the author has', async ({
  world,
  member: author,
}) => {
  await world.posts(Array.from({ length: 300 }, () => ({ author: author.user })))
  await world.db.batch([
    sql`INSERT INTO post_likes (user_id, post_id, created_at)
        SELECT ${author.user.uid}, id, strftime('%Y-%m-%dT%H:%M:%SZ', ${world.now.toISOString()}, printf('-%d days', id % 90))
        FROM posts WHERE author_id = ${author.user.uid}`,
  ])
  const rows = async (path: string) => rowsRead(await author.get(path))
  // The first request of the day also checks the user in.
  await author.get('/api/level/info')
  await sumUp(world.db)
  expect(await rows('/api/studio/trends?range=90d')).toBeLessThan(90 + 20)
  expect(await rows('/api/studio/trends?range=7d')).toBeLessThan(7 + 20)
  expect(await rows('/api/studio/overview')).toBeLessThan(20)
})
