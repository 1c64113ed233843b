import { expect, test } from 'vitest'
import { World } from '#test/world.ts'
import { author, draft, postIn } from '../../publishing/posts/authors.ts'

async function pages(browser: Awaited<ReturnType<typeof author>>, query: string): Promise<number[][]> {
  const found: number[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { json } = await browser.get(`/api/studio/posts?${query}${cursor && `&cursor=${cursor}`}`)
    found.push(json.items.map(({ id }: { id: number }) => id))
    cursor = json.next_cursor
  }
  return found
}

test('what was touched last comes first, page by page, and each post once', async () => {
  const world = new World()
  const browser = await author(world)
  const ids: number[] = []
  for (let count = 0; count < 7; count++) {
    // Two at the same moment, of two states: the id decides.
    if (count % 2 === 0) world.wait(1000)
    ids.unshift(await draft(browser, { draft: count % 3 > 0 }))
  }
  expect(await pages(browser, 'limit=3')).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
  world.wait(1000)
  await browser.put(`/api/studio/posts/${ids[6]}`, { title: '又改了' })
  expect((await pages(browser, 'limit=50')).flat()[0]).toBe(ids[6])
})

test('it can be one state only, and is always one’s own', async () => {
  const world = new World()
  const [browser, other] = [await author(world), await author(world)]
  await draft(other)
  const [drafted, rejected] = [await draft(browser), await postIn(world, browser, 'rejected')]
  expect(await pages(browser, 'status=draft')).toEqual([[drafted]])
  expect(await pages(browser, 'status=rejected')).toEqual([[rejected]])
  expect(await pages(browser, 'status=locked')).toEqual([[]])
  expect((await pages(browser, '')).flat().sort()).toEqual([drafted, rejected].sort())
})

test('wrong queries are told apart: an unknown state, a broken cursor', async () => {
  const browser = await author(new World())
  expect((await browser.get('/api/studio/posts?status=gone')).status).toBe(422)
  expect((await browser.get('/api/studio/posts?cursor=broken')).status).toBe(400)
  expect((await browser.get('/api/studio/posts?limit=51')).status).toBe(422)
})
