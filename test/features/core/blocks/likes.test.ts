import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Client } from '#test/client.ts'
import { World } from '#test/world.ts'
import { stage } from '../../community/comments/stage.ts'

const block = (by: Client, { user }: { user: { uid: number } }) => by.post(`/api/users/${user.uid}/block`)
const like = (by: Client, post: number) => by.post(`/api/posts/${post}/like`)
const toldOf = async (reader: Client) =>
  (await reader.get('/api/messages?category=like')).json.items.map(
    ({ data }: { data: { likes: number } }) => data.likes,
  )
const unread = async (reader: Client) => (await reader.get('/api/messages/unread')).json.by_category.like

test.each(['author', 'reader'] as const)('the author is not told of a like across a block by the %s', async (by) => {
  const people = await stage()
  const { world, author, reader, post } = people
  await block(people[by], by === 'author' ? reader : author)
  expect((await like(reader, post.id)).json).toMatchObject({ state: 'like', likes_count: 1 })
  expect([await unread(author), await toldOf(author)]).toEqual([0, []])
  await like(await world.member(), post.id)
  expect([await unread(author), await toldOf(author)]).toEqual([1, [1]])
})

test('a like is told by what was when it was given: taken back, or after a stay in the bin, no other is lost', async () => {
  const world = new World()
  const [author, reader, third] = [await world.member({ level: 1 }), await world.member(), await world.member()]
  const post = await world.post({ author: author.user })
  await block(author, reader)
  await like(reader, post.id)
  await like(third, post.id)
  await block(author, reader)
  expect(await toldOf(author)).toEqual([1])
  await author.delete(`/api/studio/posts/${post.id}`)
  await author.post(`/api/studio/posts/${post.id}/undelete`)
  await author.post(`/api/studio/posts/${post.id}/submit`)
  await like(reader, post.id)
  const [day] = await world.db.all(sql`SELECT likes, likes_of_others, told FROM post_days WHERE post_id = ${post.id}`)
  expect(day).toEqual({ likes: 1, likes_of_others: 1, told: 1 })
  await like(reader, post.id)
  expect(await unread(author)).toBe(1)
  expect(await toldOf(author)).toEqual([2])
})
