import { sql } from 'drizzle-orm'
import { repairCommentSearch } from '#features/community/comments/searchable.ts'
import { beginReindex } from '#features/publishing/search/fts/scans.ts'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { auditOf, idsIn } from '../support.ts'

async function commented(world: World, ...bodies: string[]) {
  const [author, reader] = [await world.user(), await world.member({ level: 1 })]
  const post = await world.post({ author })
  const ids: number[] = []
  for (const body of bodies)
    ids.push((await reader.post(`/api/posts/${post.id}/comments`, { body })).json.id)
  return { post, reader, ids }
}

const find = async (admin: Client, q: string) =>
  idsIn(await admin.get(`/api/admin/comments?q=${encodeURIComponent(q)}`))

const entriesFor = (world: World, id = 0) => auditOf(world, 'comment', id)

test('without a search term, all comments are listed newest first, with pagination', async ({
  world,
  admin,
}) => {
  const { ids, post, reader } = await commented(world, 'one', 'two', 'three')
  const first = await admin.get('/api/admin/comments?limit=2')
  expect(idsIn(first)).toEqual([ids[2], ids[1]])
  const second = await admin.get(`/api/admin/comments?limit=2&cursor=${first.json.next_cursor}`)
  expect(idsIn(second)[0]).toBe(ids[0])
  expect(first.json.items[0]).toMatchObject({
    post_id: post.id,
    post_title: 'A title',
    post_status: 'approved',
    body: 'three',
    author: { uid: reader.user.uid },
  })
  expect(idsIn(await admin.get(`/api/admin/comments?author=${reader.user.uid}`))).toEqual(
    ids.toReversed(),
  )
  expect(idsIn(await admin.get(`/api/admin/comments?post=${post.id}&limit=1`))).toEqual([ids[2]])
})

test('a new comment is found at once by a Chinese word or an English prefix', async ({
  world,
  admin,
}) => {
  const { ids } = await commented(
    world,
    '这条评论在卖盗版课程',
    'Zanzibar is quite expensive',
    'nothing',
  )
  expect(await find(admin, '盗版')).toEqual([ids[0]])
  expect(await find(admin, '课程 盗版')).toEqual([ids[0]])
  expect(await find(admin, 'ZANZI')).toEqual([ids[1]])
  expect(await find(admin, '"zanzibar" AND NEAR(')).toEqual([])
  expect(await find(admin, '！？')).toEqual([])
})

test('search results can be filtered by user or post, with pagination', async ({
  world,
  admin,
}) => {
  const word = `word${Date.now()}`
  const [one, two] = [await commented(world, word, word, word), await commented(world, word)]
  expect(await find(admin, word)).toEqual([...two.ids, ...one.ids.toReversed()])
  const first = await admin.get(
    `/api/admin/comments?q=${word}&author=${one.reader.user.uid}&limit=2`,
  )
  expect(idsIn(first)).toEqual([one.ids[2], one.ids[1]])
  const next = `/api/admin/comments?q=${word}&author=${one.reader.user.uid}&limit=2&cursor=${first.json.next_cursor}`
  expect(idsIn(await admin.get(next))).toEqual([one.ids[0]])
  expect(idsIn(await admin.get(`/api/admin/comments?q=${word}&post=${two.post.id}`))).toEqual(
    two.ids,
  )
})

test('a deleted comment leaves lists and search, and the deletion is logged', async ({
  world,
  admin,
}) => {
  const { ids, reader, post } = await commented(world, 'buy unicorns here')
  const [id] = ids
  const { status } = await admin.send('DELETE', `/api/admin/comments/${id}`, {
    json: { reason: 'spam' },
  })
  expect(status).toBe(204)
  expect(await find(admin, 'unicorns')).toEqual([])
  expect((await world.visitor().get(`/api/posts/${post.id}/comments`)).json.items).toEqual([])
  const before = JSON.stringify({ post_id: post.id, body: 'buy unicorns here' })
  const by = { actor_id: admin.user.uid, subject_id: reader.user.uid, ip: admin.ip }
  expect(await entriesFor(world, id)).toMatchObject([
    { ...by, action: 'comment.delete', reason: 'spam', before },
  ])
  expect((await admin.delete(`/api/admin/comments/${id}`)).json.error.code).toBe('not_found')
  expect(await entriesFor(world, id)).toHaveLength(1)
})

test('a comment deleted on the post page is logged for an admin, not for the author', async ({
  world,
  admin,
}) => {
  const { ids, reader } = await commented(world, 'first', 'second')
  await admin.delete(`/api/comments/${ids[0]}`)
  await reader.delete(`/api/comments/${ids[1]}`)
  expect(await entriesFor(world, ids[0])).toHaveLength(1)
  expect(await entriesFor(world, ids[1])).toHaveLength(0)
})

test('a batch of comments continues after refused items and reports each result', async ({
  world,
  admin,
}) => {
  const { ids, post } = await commented(world, 'a', 'b', 'c')
  await admin.delete(`/api/admin/comments/${ids[1]}`)
  const { json } = await admin.post('/api/admin/comments/batch-delete', {
    ids,
    reason: 'off topic',
  })
  expect(json.items).toEqual([
    { id: ids[0], ok: true },
    { id: ids[1], ok: false, code: 'not_found' },
    { id: ids[2], ok: true },
  ])
  const counted = await world.db.first(
    sql<{ n: number }>`SELECT comments_count AS n FROM posts WHERE id = ${post.id}`,
  )
  expect(counted?.n).toBe(0)
})

test('comments on a deleted post can still be found and deleted', async ({ world, admin }) => {
  const { ids, post } = await commented(world, 'a private address: xylophone street')
  await admin.delete(`/api/admin/posts/${post.id}`)
  const { json } = await admin.get('/api/admin/comments?q=xylophone')
  expect(json.items).toMatchObject([{ id: ids[0], post_status: 'deleted' }])
  expect((await admin.delete(`/api/admin/comments/${ids[0]}`)).status).toBe(204)
})

test('the cron adds missing comments to the index and removes deleted ones, once', async ({
  world,
  admin,
}) => {
  const search = world.search
  const { ids } = await commented(world, 'marzipan here', 'marzipan there')
  await search.batch([sql`DELETE FROM comment_words WHERE rowid = ${ids[0]}`])
  await world.db.batch([
    sql`UPDATE comments SET deleted_at = ${world.now.toISOString()} WHERE id = ${ids[1]}`,
  ])
  await repairCommentSearch(world.db, search)
  expect(await repairCommentSearch(world.db, search)).toEqual({ repaired: 0, isThrough: true })
  expect(await find(admin, 'marzipan')).toEqual([ids[0]])
  await beginReindex(search, 'comments')
  expect((await repairCommentSearch(world.db, search)).repaired).toBeGreaterThan(0)
  expect(await repairCommentSearch(world.db, search)).toEqual({ repaired: 0, isThrough: true })
  expect(await find(admin, 'marzipan')).toEqual([ids[0]])
})
