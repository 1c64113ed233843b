import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

async function reader(world: World) {
  const post = await world.post({ author: await world.user() })
  const browser = await world.member()
  const press = async (what: 'like' | 'dislike') => (await browser.post(`/api/posts/${post.id}/${what}`)).json
  return { post, browser, press }
}

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
