import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { pages, reply, writeComments } from './fixtures.ts'

const press = async (by: Client, id: number) => (await by.post(`/api/comments/${id}/like`)).json

test('the top order lists each live comment once, most liked first', async ({
  world,
  author,
  reader,
  post,
}) => {
  const ids = await writeComments(reader, post.id, 7)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = ids
  const friends = [author, await world.member(), await world.member()]
  for (const friend of friends) await press(friend, c)
  for (const friend of friends.slice(1)) for (const id of [a, f]) await press(friend, id)
  for (const friend of friends) await press(friend, d)
  await reply(author, d)
  await reader.delete(`/api/comments/${d}`)
  const path = `/api/posts/${post.id}/comments?sort=top&`
  for (const limit of [1, 3, 50]) {
    const listed = await pages(reader, path, limit)
    expect(listed.flat(), `${limit} a page`).toEqual([c, f, a, g, e, d, b])
    expect(listed.slice(0, -1).every((page) => page.length === limit)).toBe(true)
  }
  expect((await world.visitor().get(`/posts/${post.id}/comments?sort=top&limit=2`)).text).toMatch(
    new RegExp(`comment-${c}"[^]*comment-${f}"`),
  )
})

test('the top order reads no more rows than the newest order', async ({
  world,
  author,
  reader,
  post,
}) => {
  for (const [n, id] of (await writeComments(reader, post.id, 30)).entries())
    if (n % 3 === 0) await press(author, id)
  world.wait(120_000)
  const read = async (sort: string) =>
    rowsRead(await world.visitor().get(`/api/posts/${post.id}/comments?limit=5&sort=${sort}`))
  // Fills the per-isolate caches, so that their reads are not counted below.
  await world.visitor().get(`/api/posts/${post.id}/comments?limit=1`)
  // The top order looks up each id a second time.
  expect(await read('top')).toBeLessThanOrEqual((await read('new')) + 12)
})
