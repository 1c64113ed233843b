import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

/** Titles, summaries and tags as long as those of `npm run bench`. */
const TITLE = 'Jena pefo xocece kiha haguce badijedi'
const BODY = `<p>${'Zaveloce tafogu hawidi dixoha to muje jejemu energy quigu sucece xoki. '.repeat(2)}</p>`

test('a list of twenty posts is at most 25 KB of HTML', async () => {
  const world = new World()
  const author = await world.user()
  for (let n = 0; n < 20; n++) await world.post({ author, title: TITLE, body: BODY, tags: [`Tag ${n}`, 'SQLite'] })
  const { text } = await world.visitor().get('/posts')
  expect(text.match(/<li><header>/g)).toHaveLength(20)
  expect(new Blob([text]).size).toBeLessThan(25_000)
})
