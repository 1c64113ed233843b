import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { unreadByKind } from '#features/core/notifications/inbox.ts'
import { CATEGORIES, type Notification } from '#features/core/notifications/kinds.ts'
import { digestStatements } from '#features/core/notifications/like-digest.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { fixedText } from '#features/core/people/nameless.ts'
import { planOf, roundTrips, rowsRead } from '#test/cost.ts'
import { World } from '#test/world.ts'
import { freshPost, likesOf, manyComments, oneOfEach } from './fixtures.ts'

const kindsIn = ({ json }: { json: { items: Notification[] } }) =>
  json.items.map(({ kind }) => kind)

async function readerAndFriend(world = new World()) {
  const [reader, friend] = [
    await world.member(),
    await world.user({ username: `阿明${crypto.randomUUID().slice(0, 8)}` }),
  ]
  return { world, reader, friend }
}

test('the inbox lists notifications newest first, with actor and link', async () => {
  const { world, reader, friend } = await readerAndFriend()
  const post = freshPost()
  await likesOf(world, reader.user, post, 2)
  await reader.get('/api/messages')
  await oneOfEach(world, reader.user, friend)
  const { items, next_cursor } = (await reader.get('/api/messages')).json
  expect(next_cursor).toBeNull()
  expect(
    items.map(({ kind, category, link, related_id }: Notification) => [
      kind,
      category,
      link,
      related_id,
    ]),
  ).toEqual([
    ['NotifySystem', 'system', '/settings?tab=profile', null],
    ['NotifyFollow', 'follow', `/space/${friend.uid}`, friend.uid],
    ['NotifyMention', 'mention', '/posts/7#comments', 7],
    ['NotifyCommentReply', 'comment', '/posts/7#comments', 7],
    ['NotifyComment', 'comment', '/posts/7#comments', 7],
    ['NotifyLikeAggregated', 'like', `/posts/${post}`, post],
  ])
  for (const category of CATEGORIES) {
    const own = items.filter((item: Notification) => item.category === category)
    expect((await reader.get(`/api/messages?category=${category}`)).json.items, category).toEqual(
      own,
    )
  }
  expect(items[1]).toMatchObject({
    actor: { uid: friend.uid, username: friend.username, level: 0 },
    read: false,
  })
  expect(items[1].text).toBe(`${friend.username} followed you`)
  expect(items[4].data).toEqual({ title: 'Ohm’s law', excerpt: 'Well put' })
  reader.language = 'zh-CN'
  const chinese = (await reader.get('/api/messages?category=comment')).json.items
  expect(chinese[1].text).toBe(`${friend.username} 评论了你的文章《Ohm’s law》`)
})

test('paging shows every notification once and in order, also while new ones arrive', async () => {
  const { world, reader, friend } = await readerAndFriend()
  await manyComments(world, reader.user, friend, 23)
  const there = (await reader.get('/api/messages?limit=50')).json.items.map(
    ({ id }: Notification) => id,
  )
  const seen: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const response = await reader.get(`/api/messages?limit=5${cursor && `&cursor=${cursor}`}`)
    expect(response.status).toBe(200)
    seen.push(...response.json.items.map(({ id }: Notification) => id))
    cursor = response.json.next_cursor
    await manyComments(world, reader.user, friend, 2)
    await likesOf(world, reader.user, freshPost(), 1)
  }
  expect(seen).toEqual(there)
})

test('notifications with equal timestamps are paged by id', async () => {
  const { world, reader } = await readerAndFriend()
  const about = { event: 'profile_approved' } as const
  await world.db.batch(
    Array.from({ length: 5 }, () => systemNotice({ to: reader.user.uid, about }, world.now)),
  )
  const first = (await reader.get('/api/messages?limit=3')).json
  const second = (await reader.get(`/api/messages?limit=3&cursor=${first.next_cursor}`)).json
  const ids = [...first.items, ...second.items].map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  expect(ids).toHaveLength(5)
})

test('skipping notifications of a switched-off kind reads no rows', async () => {
  const { world, reader, friend } = await readerAndFriend()
  await oneOfEach(world, reader.user, friend)
  await manyComments(world, reader.user, friend, 90)
  await reader.put('/api/settings/notify-prefs', { kind: 'comment', enabled: false })
  const response = await reader.get('/api/messages')
  expect(kindsIn(response)).toEqual([
    'NotifySystem',
    'NotifyFollow',
    'NotifyMention',
    'NotifyCommentReply',
  ])
  expect(rowsRead(response)).toBeLessThan(30)
})

test('a visit takes at most two round trips and few rows for any inbox size', async () => {
  const { world, reader, friend } = await readerAndFriend()
  await manyComments(world, reader.user, friend, 90)
  await manyComments(world, reader.user, friend, 90)
  await likesOf(world, reader.user, freshPost(), 3)
  await reader.get('/api/messages')
  for (const path of [
    '/api/messages',
    '/api/messages?category=comment',
    '/messages',
    '/messages?category=comment',
  ]) {
    const response = await reader.get(path)
    const trips = path.startsWith('/api/') ? 2 : 1
    expect([path, response.status, roundTrips(response)]).toEqual([path, 200, trips])
    expect(rowsRead(response), path).toBeLessThan(100)
  }
})

test('an erased actor is shown as deleted user, and a deciding admin is not named', async () => {
  const { world, reader, friend } = await readerAndFriend()
  await oneOfEach(world, reader.user, friend)
  const admin = await world.user({ role: 'admin', username: `a${crypto.randomUUID().slice(0, 8)}` })
  const about = { event: 'post_locked', title: 'Watt', reason: fixedText('spam') } as const
  world.wait(1000)
  await world.db.batch([
    systemNotice({ to: reader.user.uid, by: admin.uid, postId: 9, about }, world.now),
  ])
  await world.env.DB.prepare(
    "UPDATE users SET status = 'deleted', email = NULL, username = NULL, username_key = NULL WHERE uid = ?",
  )
    .bind(friend.uid)
    .run()
  const [locked, , followed] = (await reader.get('/api/messages')).json.items
  expect(locked).toMatchObject({
    actor: null,
    link: '/posts/9',
    text: 'Your post “Watt” was locked (spam)',
  })
  expect(followed).toMatchObject({
    actor: { display_name: 'Deleted user' },
    text: 'Deleted user followed you',
  })
})

test('the inbox responds with 422 to an unknown category or limit, and with 400 to a broken cursor', async () => {
  const { reader } = await readerAndFriend()
  for (const query of ['category=likes', 'limit=0', 'limit=51', 'limit=x'])
    expect([query, (await reader.get(`/api/messages?${query}`)).json.error.code]).toEqual([
      query,
      'validation_failed',
    ])
  for (const cursor of ['x', 'bm90IGpzb24', 'WzFd', 'W10', 'A'.repeat(501)])
    expect((await reader.get(`/api/messages?cursor=${cursor}`)).json.error.code).toBe('bad_request')
})

test('unread counts and the digest use an index', async () => {
  const statements = [unreadByKind(sql`${10001}`), ...digestStatements(10001, new Date())]
  for (const statement of statements) {
    const plan = await planOf(new World().db, statement)
    expect(plan).not.toMatch(/SCAN (?!CONSTANT|\(subquery)/)
    expect(plan).toMatch(/post_days USING (COVERING )?INDEX post_days_fresh/)
  }
})
