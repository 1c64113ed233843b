import { expect, test } from '#test/test.ts'
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
