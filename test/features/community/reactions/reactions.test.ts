import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

async function reader(world: World) {
  const post = await world.post({ author: await world.user() })
  const browser = await world.member()
  const press = async (what: 'like' | 'dislike') => (await browser.post(`/api/posts/${post.id}/${what}`)).json
  return { post, browser, press }
}

test('a press gives a reaction, takes the same one back, and replaces the other one', async () => {
  const { press } = await reader(new World())
  for (const [pressed, state, likes_count, dislikes_count] of [
    ['like', 'like', 1, 0],
    ['like', 'none', 0, 0],
    ['dislike', 'dislike', 0, 1],
    ['dislike', 'none', 0, 0],
    ['like', 'like', 1, 0],
    ['dislike', 'dislike', 0, 1],
    ['like', 'like', 1, 0],
  ] as const) {
    expect(await press(pressed)).toEqual({ state, likes_count, dislikes_count })
  }
})

test('an anonymous visitor has no reaction but sees the likes', async ({ world }) => {
  const { post, browser, press } = await reader(world)
  await press('like')
  expect((await world.visitor().get(`/api/posts/${post.id}/reaction`)).json).toEqual({ state: 'none', likes_count: 1 })
  expect((await browser.get(`/api/posts/${post.id}/reaction`)).json).toEqual({ state: 'like', likes_count: 1 })
})

test('after concurrent presses the counters match the rows and no user has both reactions', async ({ world }) => {
  const post = await world.post({ author: await world.user() })
  const people = await world.members(Array(4).fill({}))
  const press = (browser: Client, n: number) =>
    browser.post(`/api/posts/${post.id}/${n % 3 === 0 ? 'dislike' : 'like'}`)
  const responses = await Promise.all(
    people.flatMap((browser, k) => Array.from({ length: 5 }, (_, n) => press(browser, n + k))),
  )
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  const figures = await world.db.first(sql`
    SELECT likes_count - (SELECT COUNT(*) FROM post_likes WHERE post_id = id) AS likes,
      dislikes_count - (SELECT COUNT(*) FROM post_dislikes WHERE post_id = id) AS dislikes,
      (SELECT COUNT(*) FROM post_likes l JOIN post_dislikes d USING (user_id, post_id) WHERE l.post_id = id) AS both
    FROM posts WHERE id = ${post.id}`)
  expect(figures).toEqual({ likes: 0, dislikes: 0, both: 0 })
})

test('a post that is not public takes no reactions', async ({ world, user: author }) => {
  const posts = await world.posts(
    (['draft', 'pending', 'rejected', 'locked'] as const).map((status) => ({ author, status })),
  )
  const browser = await world.member()
  for (const { id, status } of posts) expect((await browser.post(`/api/posts/${id}/like`)).status, status).toBe(404)
})

test('an author gets one notice for all likes of a day, without their own', async ({ world, member: author }) => {
  const post = await world.post({ author: author.user })
  await author.post(`/api/posts/${post.id}/like`)
  expect((await author.get('/api/messages/unread')).json.unread).toBe(0)
  for (const reader of await world.members(Array(3).fill({}))) await reader.post(`/api/posts/${post.id}/like`)
  expect((await author.get('/api/messages/unread')).json).toMatchObject({ unread: 1, by_category: { like: 1 } })
  const { items } = (await author.get('/api/messages?category=like')).json
  expect(items).toMatchObject([{ kind: 'NotifyLikeAggregated', related_id: post.id, data: { likes: 3 } }])
})
