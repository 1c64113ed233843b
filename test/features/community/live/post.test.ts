import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { comment, reply, stage } from '../comments/stage.ts'
import { ear, hears } from './sockets.ts'

test('whoever has a post open is told of each new comment, anonymous readers too', async () => {
  const { world, author, reader, post } = await stage()
  const path = `/api/posts/${post.id}/live`
  const [visitor, member] = [await ear(world.visitor(), path), await ear(author, path)]
  expect([visitor.status, member.status]).toEqual([101, 101])
  const root = await comment(reader, post.id)
  const answer = await reply(reader, root.id)
  const told = [root, answer].map(({ id, root_id }) => ({
    type: 'comment',
    id,
    post_id: post.id,
    root_id,
    author_uid: reader.user.uid,
  }))
  await hears(visitor, ...told)
  await hears(member, ...told)
})

test('of another post nobody is told, nor of a like, an edit or a deletion', async () => {
  const { world, author, reader, post } = await stage()
  const other = await world.post({ author: author.user })
  const one = await ear(world.visitor(), `/api/posts/${post.id}/live`)
  await comment(reader, other.id)
  const { id } = await comment(reader, post.id)
  await author.post(`/api/comments/${id}/like`)
  await reader.put(`/api/comments/${id}`, { body: 'Better said.' })
  await reader.delete(`/api/comments/${id}`)
  const last = await comment(reader, post.id)
  await hears(one, { id }, { id: last.id })
})

test('a post that one may not see has nothing to tell', async () => {
  const world = new World()
  const author = await world.member()
  const draft = await world.post({ author: author.user, status: 'draft' })
  expect((await ear(world.visitor(), `/api/posts/${draft.id}/live`)).status).toBe(404)
  expect((await ear(author, `/api/posts/${draft.id}/live`)).status).toBe(101)
  expect((await ear(author, '/api/posts/999999999/live')).status).toBe(404)
  expect((await ear(author, '/api/posts/x/live')).status).toBe(400)
})
