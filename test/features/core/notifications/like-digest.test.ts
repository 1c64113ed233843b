import { sql } from 'drizzle-orm'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { freshPost, likesOf, manyComments } from './fixtures.ts'

const likesIn = async (reader: Client) =>
  (await reader.get('/api/messages?category=like')).json.items
const unreadOf = async (reader: Client) => (await reader.get('/api/messages/unread')).json

test('the likes of a day are one entry per post', async ({ world }) => {
  world.now = new Date('2026-11-14T04:00:00Z')
  const author = await world.member()
  const [one, other] = [freshPost(), freshPost()]
  await likesOf(world, author.user, one, 3)
  await likesOf(world, author.user, other, 1)
  await likesOf(world, author.user, other, 2, '2026-11-13')
  const items = await likesIn(author)
  expect(items).toHaveLength(3)
  const today = items.find(({ related_id, data }: never) => related_id === one && data)
  expect(today).toMatchObject({
    kind: 'NotifyLikeAggregated',
    actor: null,
    link: `/posts/${one}`,
    text: 'Your post got 3 likes on Nov 14',
    data: { likes: 3, day: '2026-11-14' },
    read: false,
  })
  expect(items.map(({ text }: { text: string }) => text)).toContain(
    'Your post got 1 like on Nov 14',
  )
})

test('a read entry that gets new likes becomes unread and moves to the top, without a second entry', async () => {
  const world = new World()
  const author = await world.member()
  const post = freshPost()
  await likesOf(world, author.user, post, 3)
  const [first] = await likesIn(author)
  await author.post(`/api/messages/${first.id}/read`)
  await manyComments(world, author.user, await world.user(), 2)
  expect((await unreadOf(author)).by_category.like).toBe(0)
  world.wait(1000)
  await likesOf(world, author.user, post, 5)
  expect((await unreadOf(author)).by_category.like).toBe(1)
  const items = (await author.get('/api/messages')).json.items
  expect(items[0]).toMatchObject({
    id: first.id,
    read: false,
    data: { likes: 5 },
    created_at: world.now.toISOString(),
  })
  expect(items).toHaveLength(3)
  expect((await unreadOf(author)).by_category.like).toBe(1)
})

test('concurrent visits write one entry', async ({ world, member: author }) => {
  await likesOf(world, author.user, freshPost(), 4)
  const visits = await Promise.all([
    ...Array.from({ length: 6 }, () => author.get('/api/messages')),
    digestAll(world.db, world.now),
  ])
  expect(visits).toHaveLength(7)
  expect(await likesIn(author)).toHaveLength(1)
  expect((await unreadOf(author)).unread).toBe(1)
})

test('loading older pages does not write the digest', async ({ world, member: author }) => {
  await manyComments(world, author.user, await world.user(), 3)
  const { next_cursor } = (await author.get('/api/messages?limit=2')).json
  await likesOf(world, author.user, freshPost(), 1)
  expect((await author.get(`/api/messages?limit=2&cursor=${next_cursor}`)).json.items).toHaveLength(
    1,
  )
  expect((await author.get('/api/messages?limit=1')).json.items[0].category).toBe('like')
})

test('the cron writes each digest once and skips deleted users', async ({ world, user: gone }) => {
  await digestAll(world.db, world.now)
  const authors = [await world.member(), await world.member()] as const
  for (const author of [authors[0].user, authors[1].user, gone])
    await likesOf(world, author, freshPost(), 2)
  await world.db.batch([
    sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${gone.uid}`,
  ])
  expect(await digestAll(world.db, world.now)).toBe(3)
  expect(await digestAll(world.db, world.now)).toBe(0)
  for (const author of authors) expect(await likesIn(author)).toHaveLength(1)
  expect(await world.db.all(sql`SELECT id FROM notifications WHERE user_id = ${gone.uid}`)).toEqual(
    [],
  )
})

test('one run writes several batches of likes', async ({ world, author }) => {
  await digestAll(world.db, world.now)
  const first = freshPost() * 1000
  await world.db.batch([
    sql`INSERT INTO post_days (post_id, day, author_id, likes, likes_of_others)
        SELECT ${first} + value, '2026-11-14', ${author.user.uid}, 1, 1
        FROM json_each(${JSON.stringify(Array.from({ length: 1200 }, (_, n) => n))})`,
  ])
  expect((await unreadOf(author)).unread).toBe(1200)
  expect(await digestAll(world.db, world.now)).toBe(1200)
  expect((await unreadOf(author)).unread).toBe(1200)
})
