import { sql } from 'drizzle-orm'
import { expect, refusal, test } from '#test/test.ts'
import { comment, countOf, reply, roots, setUp } from './fixtures.ts'

test('its author, the post author, an admin and the owner delete a comment', async () => {
  const { world, author, reader, post } = await setUp()
  const staff = await world.members([{ role: 'admin' }, { role: 'owner' }])
  for (const person of [reader, author, ...staff]) {
    const { id } = await comment(reader, post.id)
    expect((await person.delete(`/api/comments/${id}`)).status).toBe(204)
    expect((await person.delete(`/api/comments/${id}`)).status).toBe(404)
    expect(await roots(reader, post.id)).toEqual([])
    expect(await countOf(world, post.id)).toBe(0)
  }
})

test('other members cannot delete a comment', async ({ world, reader, post }) => {
  const { id } = await comment(reader, post.id)
  expect(refusal(await (await world.member()).delete(`/api/comments/${id}`))).toEqual([403, 'forbidden'])
  expect(await countOf(world, post.id)).toBe(1)
})

test('a deleted root is a placeholder until its last reply is deleted', async ({ world, author, reader, post }) => {
  const root = await comment(reader, post.id, 'To be regretted.')
  const below = await reply(author, root.id)
  await reader.delete(`/api/comments/${root.id}`)
  const [placeholder] = await roots(world.visitor(), post.id)
  expect(placeholder).toMatchObject({
    id: root.id,
    deleted: true,
    body: '',
    image: null,
    mentions: [],
    can_delete: false,
    replies_count: 1,
    replies: [{ id: below.id, deleted: false }],
  })
  expect(await countOf(world, post.id)).toBe(1)
  expect((await reader.get(`/api/posts/${post.id}/comments/${root.id}/replies`)).json.items).toHaveLength(1)
  await author.delete(`/api/comments/${below.id}`)
  expect(await roots(reader, post.id)).toEqual([])
  expect((await reader.get(`/api/posts/${post.id}/comments/${root.id}/replies`)).status).toBe(404)
  expect(await countOf(world, post.id)).toBe(0)
})

test('a deleted reply disappears, and the reply count of its root decreases', async ({ author, reader, post }) => {
  const root = await comment(reader, post.id)
  const first = await reply(author, root.id)
  const second = await reply(reader, first.id)
  await author.delete(`/api/comments/${first.id}`)
  expect(await roots(reader, post.id)).toMatchObject([
    { replies_count: 1, replies: [{ id: second.id, reply_to: { uid: author.user.uid } }] },
  ])
  expect(await countOf(reader.world, post.id)).toBe(2)
})

test('the comments of a deleted post cannot be deleted', async ({ world, author, reader, post }) => {
  const { id } = await comment(reader, post.id)
  await world.db.batch([sql`UPDATE posts SET deleted_at = ${world.now.toISOString()} WHERE id = ${post.id}`])
  expect((await author.delete(`/api/comments/${id}`)).status).toBe(404)
})

test('counters match the rows after concurrent writes and deletions', async ({ world, author, reader, post }) => {
  const people = [author, reader, await world.member(), await world.member()]
  const root = await comment(reader, post.id)
  await Promise.all(
    people.map(async (person, n) => {
      const own = await comment(person, post.id)
      const below = await reply(person, root.id)
      await Promise.all([reply(person, own.id), n % 2 ? person.delete(`/api/comments/${below.id}`) : undefined])
      if (n === 2) await person.delete(`/api/comments/${own.id}`)
    }),
  )
  const off = await world.db.first(sql`
    SELECT
      p.comments_count - (SELECT COUNT(*) FROM comments WHERE post_id = p.id AND deleted_at IS NULL) AS on_post,
      (SELECT SUM(ABS(r.replies_count - (SELECT COUNT(*) FROM comments WHERE root_id = r.id AND deleted_at IS NULL)))
        FROM comments r WHERE r.post_id = p.id AND r.root_id IS NULL) AS on_roots,
      (SELECT SUM(comments) FROM post_days WHERE post_id = p.id) - p.comments_count AS on_days
    FROM posts p WHERE p.id = ${post.id}`)
  expect(off).toEqual({ on_post: 0, on_roots: 0, on_days: 0 })
})
