import { sql } from 'drizzle-orm'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { addDays, DAY, dayOf } from '#kernel/clock.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const trends = async (browser: Client, range: string) => (await browser.get(`/api/studio/trends?range=${range}`)).json

test('trends contain every day of the range, oldest first, with zeros if inactive', async ({ world, author }) => {
  const today = dayOf(world.now)
  for (const [range, length] of Object.entries({ '7d': 7, '30d': 30, '90d': 90 })) {
    const response = await trends(author, range)
    expect(response.range).toBe(range)
    expect(response.days).toEqual(Array.from({ length }, (_, n) => addDays(today, n + 1 - length)))
    for (const series of ['energy', 'comments', 'likes', 'favorites', 'views'])
      expect(response[series]).toEqual(Array(length).fill(0))
  }
  expect((await author.get('/api/studio/trends')).json.range).toBe('7d')
})

test('an unknown trends range is rejected', async ({ member: author }) => {
  for (const range of ['8d', '7', '', '7D', '365d', 'constructor']) {
    const { status, json } = await author.get(`/api/studio/trends?range=${range}`)
    expect([range, status, Object.keys(json.error?.fields ?? {})]).toEqual([range, 422, ['range']])
  }
})

test('a day of the trends starts at midnight, Shanghai time', async ({ world, user: author }) => {
  const post = await world.post({ author })
  for (const at of ['2026-11-14T15:59:59.999Z', '2026-11-14T16:00:00.000Z', '2026-11-15T15:59:59.999Z']) {
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

test('a removed like is subtracted from the day it was given', async ({ world }) => {
  const [author, reader] = await world.users([{}, {}])
  const post = await world.post({ author })
  await (await world.visitor().signIn(reader)).post(`/api/posts/${post.id}/like`)
  await (await world.member()).post(`/api/posts/${post.id}/like`)
  world.wait(2 * DAY)
  await (await world.visitor().signIn(reader)).post(`/api/posts/${post.id}/like`)
  const { likes } = await trends(await world.visitor().signIn(author), '7d')
  expect(likes).toEqual([0, 0, 0, 0, 1, 0, 0])
})

test('a deleted post no longer counts, and removing its likes or comments later changes nothing', async ({ world }) => {
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
  expect((await author.get('/api/studio/overview')).json).toMatchObject({ likes: 1, comments: 1, favorites: 1 })
})

test('trends read one row per day, however many posts the author has', async ({ world, member: author }) => {
  const numbers = JSON.stringify(Array.from({ length: 300 }, (_, n) => n))
  const at = world.now.toISOString()
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        SELECT ${author.user.uid}, 'approved', '', '', '', ${at}, ${at}, ${at} FROM json_each(${numbers})`,
    sql`INSERT INTO post_likes (user_id, post_id, created_at)
        SELECT ${author.user.uid}, id, strftime('%Y-%m-%dT%H:%M:%SZ', ${at}, printf('-%d days', id % 90))
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
