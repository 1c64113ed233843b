import { expect, test } from '#test/test.ts'

test('an anonymous visitor has no reaction of their own but sees the likes', async ({
  visitor,
  reader,
  post,
}) => {
  await reader.post(`/api/posts/${post.id}/like`)
  expect((await visitor.get(`/api/posts/${post.id}/reaction`)).json).toEqual({
    state: 'none',
    likes_count: 1,
  })
  expect((await reader.get(`/api/posts/${post.id}/reaction`)).json).toEqual({
    state: 'like',
    likes_count: 1,
  })
})
