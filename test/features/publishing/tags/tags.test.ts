import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { WRITTEN } from '../posts/authors.ts'

const names = async (world: World, typed: string): Promise<string[]> => {
  const { json } = await world.visitor().get(`/api/tags?q=${encodeURIComponent(typed)}`)
  return json.items.map(({ name }: { name: string }) => name)
}

test('a search for tags finds them by prefix, in any letter case and character width, the most used first', async ({
  world,
  writer,
}) => {
  const publish = (tags: string[]) => writer.post('/api/studio/posts', { ...WRITTEN, tags })
  await publish(['SQLite', 'SQL', '数据库'])
  await publish(['SQLite', '数据'])
  await writer.post('/api/studio/posts', { ...WRITTEN, tags: ['SQL秘密'], draft: true })
  expect(await names(world, 'sq')).toEqual(['SQLite', 'SQL'])
  expect(await names(world, 'ＳＱＬ')).toEqual(['SQLite', 'SQL'])
  expect((await names(world, '数据')).sort()).toEqual(['数据', '数据库'])
  expect(await names(world, 'lite')).toEqual([])
  expect((await names(world, ''))[0]).toBe('SQLite')
})

test('a tag search returns at most ten tags and has no wildcards', async ({ world, writer }) => {
  const tags = Array.from({ length: 15 }, (_, index) => `ten-${index}`)
  for (const start of [0, 5, 10])
    await writer.post('/api/studio/posts', { ...WRITTEN, tags: tags.slice(start, start + 5) })
  expect((await names(world, 'ten-')).length).toBe(10)
  expect(await names(world, 'ten%')).toEqual([])
  expect(await names(world, '%')).toEqual([])
  expect((await world.visitor().get(`/api/tags?q=${'x'.repeat(25)}`)).status).toBe(422)
})

test('the list of tags without a sort order has pages, most used first, but a search for tags has none', async ({
  visitor,
  writer,
}) => {
  await writer.post('/api/studio/posts', { ...WRITTEN, tags: ['paged-1', 'paged-2', 'paged-3'] })
  const first = (await visitor.get('/api/tags?limit=2')).json
  expect(first.items).toHaveLength(2)
  const second = (await visitor.get(`/api/tags?limit=1&cursor=${first.next_cursor}`)).json
  const sorted = (await visitor.get('/api/tags?sort=popular&limit=3')).json
  expect([...first.items, ...second.items]).toEqual(sorted.items)
  // A search has no cursors.
  const searched = (await visitor.get('/api/tags?q=paged&limit=2')).json
  expect(searched).toMatchObject({ items: { length: 2 }, next_cursor: null })
  for (const cursor of ['nonsense', first.next_cursor])
    expect((await visitor.get(`/api/tags?q=paged&cursor=${cursor}`)).status).toBe(400)
})
