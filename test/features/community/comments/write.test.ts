import { sql } from 'drizzle-orm'
import { expect, refusalOf, test } from '#test/test.ts'
import { comment, countOf, reply, roots } from './fixtures.ts'

test('a reply to a reply is listed under the root and names the user it replies to', async ({
  author,
  reader,
  post,
}) => {
  const root = await comment(reader, post.id)
  const first = await reply(author, root.id)
  expect(first).toMatchObject({ root_id: root.id, reply_to: null })
  const second = await reply(reader, first.id)
  expect(second).toMatchObject({ root_id: root.id, reply_to: { uid: author.user.uid } })
  const third = await reply(author, root.id, 'To both.', { reply_to_id: second.id })
  expect(third).toMatchObject({ root_id: root.id, reply_to: { uid: reader.user.uid } })
  expect((await roots(reader, post.id))[0]).toMatchObject({ replies_count: 3 })
  expect(await countOf(reader.world, post.id)).toBe(4)
})

test('a reply to an unknown comment, or to a comment of another post, is refused', async ({
  author,
  reader,
  post,
}) => {
  const root = await comment(reader, post.id)
  const elsewhere = await comment(reader, post.id)
  const attempt = async (id: number, more = {}) =>
    (await author.post(`/api/comments/${id}/reply`, { body: 'Hello?', ...more })).status
  expect(await attempt(999_999_999)).toBe(404)
  expect(await attempt(root.id, { reply_to_id: elsewhere.id })).toBe(404)
  expect(await attempt(root.id, { reply_to_id: 999_999_999 })).toBe(404)
})

test('a placeholder cannot be answered, but the replies below it can', async ({
  author,
  reader,
  post,
}) => {
  const root = await comment(reader, post.id)
  const [below, gone] = [await reply(author, root.id), await reply(author, root.id)]
  await reader.delete(`/api/comments/${root.id}`)
  await author.delete(`/api/comments/${gone.id}`)
  const answer = (id: number, more = {}) =>
    reader.post(`/api/comments/${id}/reply`, { body: 'Hello?', ...more })
  for (const [id, more] of [[root.id], [gone.id], [root.id, { reply_to_id: gone.id }]] as const) {
    expect((await answer(id, more)).status).toBe(404)
  }
  for (const [id, more] of [[below.id], [root.id, { reply_to_id: below.id }]] as const) {
    const { status, json } = await answer(id, more)
    expect([status, json.root_id, json.reply_to.uid]).toEqual([201, root.id, author.user.uid])
  }
  const placeholder = {
    deleted: true,
    body: '',
    image: null,
    mentions: [],
    can_delete: false,
    replies_count: 3,
  }
  expect(await roots(reader, post.id)).toMatchObject([{ id: root.id, ...placeholder }])
})

test('a comment with no text, invalid characters or over 1,000 characters is refused, also by an edit', async ({
  reader,
  post,
}) => {
  for (const [name, input] of [
    ['nothing', {}],
    ['white space', { body: ' \n ' }],
    ['a number', { body: 7 }],
    ['a NUL', { body: 'a\0b' }],
    ['half a character', { body: 'a\uD83D' }],
    ['1,001 characters', { body: '字'.repeat(1001) }],
    ['an image id that is none', { body: 'Look', image_id: 'x' }],
  ] as const) {
    const response = await reader.post(`/api/posts/${post.id}/comments`, input)
    expect([name, response.status, response.json.error.code]).toEqual([
      name,
      422,
      'validation_failed',
    ])
  }
  expect(await countOf(reader.world, post.id)).toBe(0)
  // The limit counts characters as users see them.
  const { status, json } = await reader.post(`/api/posts/${post.id}/comments`, {
    body: '🙂'.repeat(1000),
  })
  expect(status).toBe(201)
  for (const body of ['', 'x'.repeat(1001), undefined, 'a\0b'])
    expect(await refusalOf(reader.put(`/api/comments/${json.id}`, { body }))).toEqual([422, 'body'])
})

test('a retry with the same idempotency key returns the first comment, and a retry with another text is refused', async ({
  author,
  reader,
  post,
}) => {
  const send = (body: string, path = `/api/posts/${post.id}/comments`) =>
    reader.post(path, { body }, { headers: { 'idempotency-key': 'once' } })
  const together = await Promise.all([send('Once.'), send('Once.'), send('Once.')])
  const [first] = together
  expect(together.map(({ status, json }) => [status, json.id])).toEqual(
    Array(3).fill([201, first?.json.id]),
  )
  expect((await send('Once.')).json).toEqual(first?.json)
  expect((await send('Twice.')).json.error.code).toBe('idempotency_conflict')
  expect((await send('Once.', `/api/comments/${first?.json.id}/reply`)).json.error.code).toBe(
    'idempotency_conflict',
  )
  expect(await countOf(reader.world, post.id)).toBe(1)
  const { items } = (await author.get('/api/messages?category=comment')).json
  expect(items).toHaveLength(1)
})

test('a retry gets the first response even after the user may no longer comment', async ({
  world,
  reader,
  post,
}) => {
  const send = () =>
    reader.post(
      `/api/posts/${post.id}/comments`,
      { body: 'Once.' },
      { headers: { 'idempotency-key': 'late' } },
    )
  const first = await send()
  await world.db.batch([
    sql`UPDATE posts SET status = 'locked', locked_from = 'approved' WHERE id = ${post.id}`,
  ])
  expect((await send()).json).toEqual(first.json)
})
