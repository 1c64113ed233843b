import { sql } from 'drizzle-orm'
import type { User } from '#db/schema/core.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { sumUp } from '#features/publishing/lists/sum-up.ts'
import { addDays, DAY, dayOf } from '#kernel/clock.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const trends = async (browser: Client, range: string) => (await browser.get(`/api/studio/trends?range=${range}`)).json

/** Counts the source rows, without the stored counters. */
async function counted(world: World, { uid }: Pick<User, 'uid'>) {
  const own = sql`SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL`
  return world.db.first(sql`
    SELECT (SELECT COUNT(*) FROM post_likes WHERE post_id IN (${own})) AS likes,
      (SELECT COUNT(*) FROM comments WHERE post_id IN (${own}) AND deleted_at IS NULL) AS comments,
      (SELECT COUNT(DISTINCT user_id || '-' || post_id) FROM folder_items WHERE post_id IN (${own})) AS favorites,
      (SELECT COALESCE(SUM(amount), 0) FROM post_energize_log WHERE post_id IN (${own})) AS energy,
      (SELECT COUNT(*) FROM user_follows WHERE followed_id = ${uid}) AS followers`)
}

test('overview and trends equal the counted rows after 60 random actions', async ({ world, writer }) => {
  const posts = await world.posts(Array.from({ length: 3 }, () => ({ author: writer.user })))
  const others = ['draft', 'pending', 'rejected', 'locked'] as const
  await world.posts(others.map((status) => ({ author: writer.user, status })))
  // Few people and posts, so that reactions are often taken back.
  const people = await world.members([{ level: 1 }, { level: 1 }])
  await world.db.batch(
    people.map(({ user }) => ledgerEntry({ uid: user.uid, amount: 200, reason: 'admin_adjust' }, world.now)),
  )
  const pick = chooser(20261115)
  const written: { by: Client; id: number }[] = []
  for (let step = 0; step < 60; step++) {
    world.wait(1000)
    const { id } = pick(posts)
    const by = pick(people)
    const act = pick(['like', 'dislike', 'favorite', 'comment', 'uncomment', 'energize', 'follow'] as const)
    if (act === 'comment') {
      const comment = (await by.post(`/api/posts/${id}/comments`, { body: 'A word.' })).json
      if (comment.id) written.push({ by, id: comment.id })
    } else if (act === 'uncomment') {
      const comment = written.pop()
      if (comment) await comment.by.delete(`/api/comments/${comment.id}`)
    } else if (act === 'energize') await by.post('/api/energy/energize', { post_id: id, form: 'light' })
    else if (act === 'follow') await by.post(`/api/users/${writer.user.uid}/follow`)
    else await by.post(`/api/posts/${id}/${act}`)
    if (step === 45) await writer.delete(`/api/studio/posts/${posts.pop()?.id}`)
  }
  const overview = (await writer.get('/api/studio/overview')).json
  const { posts: states, views, ...figures } = overview
  expect(views).toBe(0)
  expect(figures).toEqual(await counted(world, writer.user))
  expect(states).toEqual({ total: 6, draft: 1, pending: 1, approved: 2, rejected: 1, locked: 1 })
  for (const range of ['7d', '30d', '90d']) {
    const series = await trends(writer, range)
    const totals = [series.energy, series.comments, series.likes, series.favorites].map(sum)
    expect(totals).toEqual([figures.energy, figures.comments, figures.likes, figures.favorites])
  }
})

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

/** A deterministic pseudo-random choice. */
function chooser(seed: number) {
  let state = seed
  return <Item>(items: readonly Item[]): Item => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const item = items[Math.floor((state / 2_147_483_648) * items.length)]
    if (item === undefined) throw new Error('the list is empty')
    return item
  }
}
