import { expect, test } from '#test/test.ts'
import { comment, countOf, reply, roots } from './fixtures.ts'

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
