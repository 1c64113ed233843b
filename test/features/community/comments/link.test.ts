import { sql } from 'drizzle-orm'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { comment, idsIn, reply, setUp, writeComments } from './fixtures.ts'

test('a link to a comment on the first page shows that page in its usual order', async ({
  reader,
  post,
}) => {
  const [a, b] = [await comment(reader, post.id), await comment(reader, post.id)]
  const { text } = await reader.get(`/posts/${post.id}?comment=${a.id}`)
  expect(idsIn(text)).toEqual([b.id, a.id])
  expect(text).toContain(`href="/posts/${post.id}?comment=${a.id}#comment-${a.id}"`)
  expect(text).not.toContain('Show all comments')
})

test('a link to one of a thousand comments opens its page at the cost of one page', async ({
  world,
  reader,
  post,
}) => {
  const early = await comment(reader, post.id, 'Long ago')
  await writeComments(reader, post.id, 200)
  const root = await comment(reader, post.id, 'The long thread')
  await writeComments(reader, post.id, 600, root.id)
  await writeComments(reader, post.id, 200)
  const [deep] = await world.db.all(sql<{ id: number }>`
    SELECT id FROM comments WHERE root_id = ${root.id} ORDER BY id LIMIT 1 OFFSET 450`)
  world.wait(120_000)
  const plain = await world.visitor().get(`/posts/${post.id}`)
  for (const id of [early.id, root.id, deep?.id ?? 0]) {
    const { text, headers } = await world.visitor().get(`/posts/${post.id}?comment=${id}`)
    expect(idsIn(text)).toContain(id)
    expect(new Set(idsIn(text)).size, 'each once').toBe(idsIn(text).length)
    expect(text).toContain(`<a href="/posts/${post.id}#comments">Show all comments</a>`)
    expect(
      text.includes(`<a href="/posts/${post.id}/comments/${root.id}">Show full thread</a>`),
    ).toBe(id === deep?.id)
    expect(roundTrips({ headers })).toBe(1)
    // The linked thread: its root, up to twenty replies and one more.
    expect(rowsRead({ headers })).toBeLessThanOrEqual(rowsRead(plain) + 100)
  }
})

test('a link to an unknown, deleted or foreign comment shows the post', async ({
  world,
  author,
  reader,
  post,
}) => {
  const other = await world.post({ author: author.user })
  const [elsewhere, gone] = [await comment(reader, other.id), await comment(reader, post.id)]
  await reader.delete(`/api/comments/${gone.id}`)
  const { id: only } = await comment(reader, post.id)
  for (const id of [elsewhere.id, gone.id, '999999999', '0', 'x', '-1', '1e3']) {
    const { status, text } = await reader.get(`/posts/${post.id}?comment=${id}`)
    expect([id, status, idsIn(text)]).toEqual([id, 200, [only]])
  }
})

test('notices of replies and mentions link to the comment, and notices of other comments link to the list', async () => {
  const { world, author, reader, post } = await setUp()
  const guest = await world.member({ username: freshName() })
  const root = await comment(reader, post.id, `For @${guest.user.username}`)
  const response = await reply(author, root.id)
  const link = async (by: Client) => (await by.get('/api/messages')).json.items[0].link
  const to = (id: number) => `/posts/${post.id}?comment=${id}#comment-${id}`
  expect(await link(author)).toBe(`/posts/${post.id}#comments`)
  expect([await link(guest), await link(reader)]).toEqual([to(root.id), to(response.id)])
  expect(idsIn((await guest.get(to(root.id))).text)).toContain(root.id)
})
