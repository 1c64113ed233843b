import { sql } from 'drizzle-orm'
import { countDays, daysSince, postCount } from '#features/core/site/days.ts'
import { dayOf } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'

test('new posts and comments are counted once on their day, before and after the cron runs', async ({
  world,
}) => {
  const author = await world.member({ level: 2 })
  const post = await world.post({ author: author.user })
  const comment = async () =>
    (await author.post(`/api/posts/${post.id}/comments`, { body: 'counted' })).json.id
  const today = dayOf(world.now)
  const figures = async () => (await world.db.all(daysSince(today)))[0]
  const stored = async () =>
    (
      await world.db.first(
        sql<{ comments: number }>`SELECT comments FROM site_daily WHERE day = ${today}`,
      )
    )?.comments
  const before = (await figures())?.comments ?? 0
  await comment()
  await author.delete(`/api/comments/${await comment()}`)
  expect((await figures())?.comments).toBe(before + 2)
  for (let run = 0; run < 2; run++) {
    await countDays(world.db)
    expect(await stored()).toBe(before + 2)
    expect((await figures())?.comments).toBe(before + 2)
  }
  await comment()
  expect(await stored()).toBe(before + 2)
  expect((await figures())?.comments).toBe(before + 3)
})

test('a post is counted once, and a deleted post is not counted', async ({
  world,
  writer: author,
}) => {
  const publish = async (): Promise<number> =>
    (await author.post('/api/studio/posts', { title: 'counted', body: '<p>once</p>' })).json.id
  const figures = async () => ({
    inAll: (await world.db.first(postCount))?.posts,
    today: (await world.db.all(daysSince(dayOf(world.now))))[0]?.posts,
  })
  const [{ inAll = 0 }, [day]] = [await figures(), await world.db.all(daysSince(dayOf(world.now)))]
  const made = day?.posts ?? 0
  const [first, second] = [await publish(), await publish()]
  await publish()
  expect(await figures()).toEqual({ inAll: inAll + 3, today: made + 3 })
  await author.delete(`/api/studio/posts/${first}`)
  expect(await figures()).toEqual({ inAll: inAll + 2, today: made + 3 })
  for (let run = 0; run < 2; run++) {
    await countDays(world.db)
    expect(await figures()).toEqual({ inAll: inAll + 2, today: made + 3 })
  }
  await author.delete(`/api/studio/posts/${second}`)
  await publish()
  expect(await figures()).toEqual({ inAll: inAll + 2, today: made + 4 })
})

test('one run counts several batches of ids and skips unused ids', async ({ world }) => {
  const author = await world.user({ level: 2 })
  const post = await world.post({ author })
  await countDays(world.db)
  const [{ last } = { last: 0 }] = await world.db.all(
    sql<{ last: number }>`SELECT COALESCE(MAX(id), 0) AS last FROM comments`,
  )
  const day = '2020-02-02'
  await world.db.batch(
    [last + 1, last + 12_000].map(
      (id) => sql`
        INSERT INTO comments (id, post_id, author_id, body, created_at)
        VALUES (${id}, ${post.id}, ${author.uid}, 'counted', '2020-02-02T00:00:00.000Z')`,
    ),
  )
  await countDays(world.db)
  expect(await world.db.first(sql`SELECT comments FROM site_daily WHERE day = ${day}`)).toEqual({
    comments: 2,
  })
})
