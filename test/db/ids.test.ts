import { sql } from 'drizzle-orm'
import { reserveIds } from '#db/ids.ts'
import { noticeToEach } from '#features/core/notifications/notices.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

async function discussion() {
  const world = new World()
  const reader = await world.member({ level: 2 })
  const post = await world.post({ author: await world.user() })
  const comment = async (): Promise<number> =>
    (await reader.post(`/api/posts/${post.id}/comments`, { body: 'a comment' })).json.id
  const last = async () =>
    (
      await world.db.first(
        sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'comments'`,
      )
    )?.seq
  return { world, comment, last }
}

test('reserved ids are used in order without writes to sqlite_sequence', async () => {
  const { world, comment, last } = await discussion()
  const first = await comment()
  await world.db.batch(reserveIds())
  expect(await last()).toBe(first + 10_000)
  expect([await comment(), await comment()]).toEqual([first + 1, first + 2])
  expect(await last()).toBe(first + 10_000)
})

test('a new post takes the next id and writes sqlite_sequence only if no ids are reserved', async ({
  world,
}) => {
  const author = await world.member({ level: 2 })
  const written = async () => {
    const { headers, json } = await author.post('/api/studio/posts', {
      title: 'a title',
      body: '<p>a text</p>',
    })
    return {
      id: json.id,
      rows: Number(/rows written: (\d+)/.exec(headers.get('server-timing') ?? '')?.[1]),
    }
  }
  await written()
  await world.db.batch([
    sql`UPDATE sqlite_sequence SET seq = (SELECT MAX(id) FROM posts) WHERE name = 'posts'`,
  ])
  const before = await written()
  await world.db.batch(reserveIds())
  expect(await written()).toEqual({ id: before.id + 1, rows: before.rows - 1 })
})

test('reserveIds() writes nothing until half of the reserved ids are used', async () => {
  const { world, comment, last } = await discussion()
  const newest = await comment()
  const leave = (ids: number) =>
    world.db.batch([
      sql`UPDATE sqlite_sequence SET seq = ${newest + ids} WHERE name = 'comments'`,
      ...reserveIds(),
    ])
  await leave(5_000)
  expect(await last()).toBe(newest + 5_000)
  await leave(4_999)
  expect(await last()).toBe(newest + 10_000)
})

test('the id of a deleted notice is not used again', async ({ world }) => {
  const [one, other] = [await world.user(), await world.user()]
  const tell = (...uids: number[]) =>
    world.db.batch([noticeToEach(uids, { kind: 'NotifySystem', relatedId: null }, new Date())])
  const newest = async () =>
    (await world.db.first(sql<{ id: number | null }>`SELECT MAX(id) AS id FROM notifications`))
      ?.id ?? 0
  await tell(one.uid, other.uid, other.uid)
  const before = await newest()
  await world.db.batch([sql`DELETE FROM notifications WHERE user_id = ${other.uid}`])
  await tell(one.uid)
  expect(await newest()).toBe(before + 1)
  await world.db.batch([sql`DELETE FROM notifications`])
  await tell(one.uid, other.uid)
  expect(await newest()).toBe(before + 3)
})
