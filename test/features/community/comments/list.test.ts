import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { comment, pages, reply, roots, writeComments } from './fixtures.ts'

test('comments with the same timestamp are each listed once', async ({ reader, post }) => {
  const send = async () =>
    (await reader.post(`/api/posts/${post.id}/comments`, { body: 'At once.' })).json.id
  const ids = [await send(), await send(), await send()]
  for (const sort of ['new', 'old']) {
    const listed = (await pages(reader, `/api/posts/${post.id}/comments?sort=${sort}&`, 1)).flat()
    expect(listed).toEqual(sort === 'new' ? ids.toReversed() : ids)
  }
})

test('a root includes its first three replies and its number of replies', async ({
  reader,
  post,
}) => {
  const root = await comment(reader, post.id)
  const other = await comment(reader, post.id)
  const replies: number[] = []
  for (let n = 0; n < 5; n++) replies.push((await reply(reader, root.id, `No. ${n}`)).id)
  const response = await reply(reader, other.id)
  const listed = await roots(reader, post.id, '?sort=old')
  expect(
    listed.map(({ replies_count, replies: shown }) => [replies_count, shown.map(({ id }) => id)]),
  ).toEqual([
    [5, replies.slice(0, 3)],
    [1, [response.id]],
  ])
  const path = `/api/posts/${post.id}/comments/${root.id}/replies?`
  expect(await pages(reader, path, 2)).toEqual([
    replies.slice(0, 2),
    replies.slice(2, 4),
    replies.slice(4),
  ])
})

test('replies are listed under their root on their post and nowhere else', async ({
  world,
  author,
  reader,
  post,
}) => {
  const another = await world.post({ author: author.user })
  const root = await comment(reader, post.id)
  const below = await reply(reader, root.id)
  const status = async (path: string) => (await reader.get(`/api/posts/${path}/replies`)).status
  expect(await status(`${post.id}/comments/${root.id}`)).toBe(200)
  expect(await status(`${another.id}/comments/${root.id}`)).toBe(404)
  expect(await status(`${post.id}/comments/${below.id}`)).toBe(404)
  expect(await status(`${post.id}/comments/999999999`)).toBe(404)
  expect(await status(`${post.id}/comments/x`)).toBe(400)
})

test('the cost of a page does not grow with the number of comments', async ({
  world,
  reader,
  post,
}) => {
  const read = async (path: string) => {
    // Fills the per-isolate caches, so that their reads are not counted below.
    await world.visitor().get('/api/posts?limit=1')
    return rowsRead(await world.visitor().get(path))
  }
  const list = `/api/posts/${post.id}/comments?limit=5`
  const populate = async (count: number) => {
    for (const root of await writeComments(reader, post.id, count))
      await writeComments(reader, post.id, 4, root)
  }
  await populate(7)
  world.wait(120_000)
  const before = await read(list)
  await populate(20)
  world.wait(120_000)
  const after = await read(list)
  expect(after).toBeLessThanOrEqual(before + 2)
  // The page shows five roots and fifteen replies, and reads one more root.
  expect(after / 20).toBeLessThanOrEqual(5)
})
