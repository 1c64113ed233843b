import { sql } from 'drizzle-orm'
import { REACTIONS_MAX } from '#features/community/reactions/reactions.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { writeComments } from '../comments/fixtures.ts'

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

test.each(['post_likes', 'post_dislikes', 'comment_likes'] as const)(
  'an entry in %s above the maximum of a user is refused with quota_exceeded, and a removed one is free again',
  async (table) => {
    const world = new World()
    const reader = await world.member()
    const author = await world.user()
    const posts = [await world.post({ author }), await world.post({ author })]
    const post = posts[0]?.id ?? 0
    const [path, other] =
      table === 'comment_likes'
        ? (await writeComments(reader, post, 2)).map((id) => `/api/comments/${id}/like`)
        : posts.map(({ id }) => `/api/posts/${id}/${table.slice('post_'.length, -1)}`)
    const restore = await withMaximumOfOne(world, `${table}_are_limited`)
    try {
      expect((await reader.post(path ?? '')).status).toBe(200)
      const refused = await reader.post(other ?? '')
      expect([refused.status, refused.json.error.code]).toEqual([409, 'quota_exceeded'])
      expect((await reader.post(path ?? '')).status).toBe(200)
      expect((await reader.post(other ?? '')).status).toBe(200)
    } finally {
      await restore()
    }
  },
)

/** The maximum is too large to be reached in a test, so its trigger gets another number. */
async function withMaximumOfOne(world: World, trigger: string): Promise<() => Promise<unknown>> {
  const row = await world.db.first(
    sql<{ text: string }>`SELECT sql AS text FROM sqlite_master WHERE name = ${trigger}`,
  )
  const text = row?.text ?? ''
  const replace = (by: string) => world.db.batch([sql.raw(`DROP TRIGGER ${trigger}`), sql.raw(by)])
  expect(text).toContain(String(REACTIONS_MAX))
  await replace(text.replace(String(REACTIONS_MAX), '1'))
  return () => replace(text)
}
