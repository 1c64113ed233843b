import { expect, test } from '#test/test.ts'
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

test('the studio list has each post once across pages, last changed first', async ({ world, writer }) => {
  const ids: number[] = []
  for (let count = 0; count < 7; count++) {
    // Every two posts share a timestamp and differ in status, so that the id decides the order.
    if (count % 2 === 0) world.wait(1000)
    ids.unshift(await draft(writer, { draft: count % 3 > 0 }))
  }
  expect(await pages(writer, 'limit=3')).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
  world.wait(1000)
  await writer.put(`/api/studio/posts/${ids[6]}`, { title: '又改了' })
  expect((await pages(writer, 'limit=50')).flat()[0]).toBe(ids[6])
})

test('the studio list can be filtered by status and contains only posts of the viewer', async ({ world }) => {
  const [browser, other] = [await author(world), await author(world)]
  await draft(other)
  const [drafted, rejected] = [await draft(browser), await postIn(world, browser, 'rejected')]
  expect(await pages(browser, 'status=draft')).toEqual([[drafted]])
  expect(await pages(browser, 'status=rejected')).toEqual([[rejected]])
  expect(await pages(browser, 'status=locked')).toEqual([[]])
  expect((await pages(browser, '')).flat().sort()).toEqual([drafted, rejected].sort())
})

test('the studio list rejects an unknown status, a broken cursor and a limit that is too large', async ({ writer }) => {
  expect((await writer.get('/api/studio/posts?status=gone')).status).toBe(422)
  expect((await writer.get('/api/studio/posts?cursor=broken')).status).toBe(400)
  expect((await writer.get('/api/studio/posts?limit=51')).status).toBe(422)
})
