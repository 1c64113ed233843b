import { sql } from 'drizzle-orm'
import { digestAll } from '#features/core/notifications/like-digest.ts'
import { sumUp } from '#features/publishing/lists/sum-up.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

test('summing up changes the hot rank of a post and its tags after likes and dislikes', async () => {
  const { world, author, post, reader, ranks } = await setUp()
  const published = await ranks()
  await reader.post(`/api/posts/${post.id}/like`)
  expect(await ranks()).toEqual(published)
  await sumUp(world.db)
  const liked = await ranks()
  expect(liked.post).toBeGreaterThan(published.post)
  expect(liked.tag).toBe(liked.post)
  await digestAll(world.db, world.now)
  await sumUp(world.db)
  await reader.post(`/api/posts/${post.id}/dislike`)
  await sumUp(world.db)
  expect(await ranks()).toEqual(published)
  expect((await author.get('/api/studio/overview')).json.likes).toBe(0)
})

test('authors see the same figures before and after summing up', async ({ world, author, reader, post }) => {
  const { id } = (await reader.post(`/api/posts/${post.id}/comments`, { body: 'A word.' })).json
  for (const act of ['like', 'favorite']) await reader.post(`/api/posts/${post.id}/${act}`)
  await reader.post('/api/energy/energize', { post_id: post.id, form: 'heavy' })
  const before = await figures(author)
  expect(before.overview).toMatchObject({ likes: 1, comments: 1, favorites: 1, energy: 2 })
  await sumUp(world.db)
  expect(await figures(author)).toEqual(before)
  await reader.delete(`/api/comments/${id}`)
  expect((await figures(author)).overview).toMatchObject({ likes: 1, comments: 0, favorites: 1, energy: 2 })
  await sumUp(world.db)
  expect((await figures(author)).overview).toMatchObject({ likes: 1, comments: 0, favorites: 1, energy: 2 })
})

test('a day is summed up once and stays fresh until its likes are in a digest', async ({ world, reader, post }) => {
  await digestAll(world.db, world.now)
  await sumUp(world.db)
  await reader.post(`/api/posts/${post.id}/like`)
  expect([await sumUp(world.db), await digestAll(world.db, world.now)]).toEqual([1, 1])
  expect([await sumUp(world.db), await sumUp(world.db)]).toEqual([1, 0])
})

async function setUp() {
  const world = new World()
  const [author, reader] = await world.members([{ level: 2 }, { level: 4 }])
  for (const person of [author, reader]) await person.get('/api/level/info')
  const post = await world.post({ author: author.user, tags: ['slices'] })
  const ranks = async () => {
    const found = await world.db.first(sql<{ post: number; tag: number }>`
      SELECT p.hot AS post, t.hot AS tag FROM posts p JOIN post_tags t ON t.post_id = p.id WHERE p.id = ${post.id}`)
    return found ?? { post: 0, tag: 0 }
  }
  return { world, author, reader, post, ranks }
}

type Reading = { get(path: string): Promise<{ json: unknown; text: string }> }

async function figures(author: Reading) {
  const [overview, trends] = [await author.get('/api/studio/overview'), await author.get('/api/studio/trends?range=7d')]
  const { text } = await author.get('/studio/analytics')
  return { overview: overview.json, trends: trends.json, top: text.match(/class="top-post[\s\S]*?<\/li>/g) }
}
