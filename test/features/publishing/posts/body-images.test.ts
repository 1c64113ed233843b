import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

const images = (count: number, source: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `<img src="${source(n)}">`).join('')
const stored = (n: number) => `/images/${String(n).padStart(22, 'A')}.png`
const sourcesIn = (html: string) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source)

test('of the paths of this site a post shows its images and nothing else', async () => {
  const author = await new World().member({ level: 1 })
  const body = `<p>text</p>${images(300, (n) => `/api/settings/export?${n}`)}<img src="${stored(1)}">`
  const { status, json } = await author.post('/api/studio/posts', { title: 'a title', body })
  expect([status, sourcesIn(json.body)]).toEqual([201, [stored(1)]])
  const cover = await author.post('/api/studio/posts', { title: 't', body: 'b', cover_url: '/api/settings/export' })
  expect([cover.status, Object.keys(cover.json.error.fields)]).toEqual([422, ['cover_url']])
})

test('a post has at most 100 images', async () => {
  const author = await new World().member({ level: 1 })
  const write = (count: number) => author.post('/api/studio/posts', { title: 't', body: images(count, stored) })
  expect((await write(100)).status).toBe(201)
  const { status, json } = await write(101)
  expect([status, json.error.fields]).toEqual([422, { body: 'At most 100 images.' }])
})

test('what was stored before the rule is not shown', async () => {
  const world = new World()
  const { id } = await world.post({ author: await world.user() })
  const body = `<p>old</p><img src="/api/settings/export?1" alt="" loading="lazy">${images(150, stored)}`
  await world.db.batch([
    sql`UPDATE posts SET version = version + 1, body = ${body}, cover_url = '/api/settings/export' WHERE id = ${id}`,
  ])
  const { json } = await world.visitor().get(`/api/posts/${id}`)
  expect([sourcesIn(json.body).length, json.body.includes('export'), json.cover_url]).toEqual([100, false, null])
  const page = await world.visitor().get(`/posts/${id}`)
  expect(page.text).toContain('<p>old</p>')
  expect(page.text).not.toContain('/api/settings/export')
})
