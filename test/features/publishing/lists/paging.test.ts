import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

test.each(['new', 'hot'])(
  'no post is listed twice or missing in the %s list while others are published',
  async (sort) => {
    const world = new World()
    const author = await world.user()
    // Some posts are published in the same millisecond.
    const before: number[] = []
    for (let i = 0; i < 23; i++) {
      before.push((await world.post({ author })).id)
      if (i % 3 === 0) world.wait(1)
    }
    const seen: number[] = []
    const visitor = world.visitor()
    let cursor = ''
    do {
      const { json } = await visitor.get(`/api/posts?author=${author.uid}&sort=${sort}&limit=5${cursor}`)
      seen.push(...json.items.map(({ id }: { id: number }) => id))
      cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
      world.wait(60_000)
      await world.post({ author })
    } while (cursor !== '')
    expect(seen).toEqual(before.toReversed())
  },
)

test('a page has a plain link to the next page, and the last page has none', async () => {
  const world = new World()
  const author = await world.user()
  const ids: number[] = []
  for (let i = 0; i < 23; i++) ids.push((await world.post({ author, title: `Number ${i}` })).id)
  const first = await world.visitor().get(`/posts?author=${author.uid}`)
  const link = /rel="next" href="([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(link).toMatch(new RegExp(`^/posts\\?author=${author.uid}&cursor=`))
  const second = await world.visitor().get(link)
  expect(shownIn(first.text).concat(shownIn(second.text))).toEqual(ids.toReversed())
  expect(second.text).not.toContain('rel="next" href')
  expect(second.text).toContain('<meta name="robots" content="noindex"')
})

test('a list of 20 posts is at most 29 KB', async () => {
  const world = new World()
  const author = await world.user()
  const words = { title: 'A title as long as most', summary: 'A summary of a typical length, in one or two lines.' }
  for (let i = 0; i < 20; i++) await world.post({ author, ...words, tags: ['Baking', 'Bread'] })
  const { text } = await world.visitor().get(`/posts?author=${author.uid}`)
  expect(shownIn(text)).toHaveLength(20)
  expect(new TextEncoder().encode(text).length).toBeLessThan(29_000)
})

test('a malformed cursor is a bad request, in the API and on pages', async () => {
  const visitor = new World().visitor()
  expect((await visitor.get('/api/posts?cursor=nonsense')).json.error.code).toBe('bad_request')
  expect((await visitor.get('/posts?cursor=nonsense')).status).toBe(400)
})

function shownIn(html: string): number[] {
  return [...html.matchAll(/<h2[^>]*><a href="\/posts\/(\d+)"/g)].map(([, id]) => Number(id))
}
