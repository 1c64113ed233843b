import { sql } from 'drizzle-orm'
import { ANIMATED_GIF, PNG, padded, SVG } from '#test/images.ts'
import { expect, refusal, refusalOf, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

const PATH = '/api/posts/upload-image'

async function storedFiles(world: World): Promise<string[]> {
  const { objects } = await world.env.IMAGES.list()
  return objects.map(({ key }) => key)
}

test('an image is stored with the type of its bytes, whatever its name and declared type are', async ({
  writer,
}) => {
  const { status, json } = await writer.upload(
    PATH,
    ANIMATED_GIF,
    'holiday.exe',
    'application/octet-stream',
  )
  expect([status, json.type, json.width, json.height]).toEqual([201, 'image/gif', 1, 1])
  expect(json.url).toMatch(/^\/images\/[\w-]{22}\.gif$/)
  const served = await writer.get(json.url)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/gif'])
})

test('an image file that is too large, or a file that is not an image, is refused and leaves no file', async ({
  world,
  writer,
}) => {
  const before = await storedFiles(world)
  expect(refusal(await writer.upload(PATH, padded(PNG, 5_242_881)))).toEqual([
    413,
    'file_too_large',
  ])
  expect(refusal(await writer.upload(PATH, SVG))).toEqual([415, 'unsupported_type'])
  expect(await storedFiles(world)).toEqual(before)
})

const images = (count: number, source: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `<img src="${source(n)}">`).join('')
const stored = (n: number) => `/images/${String(n).padStart(22, 'A')}.png`
const sourcesIn = (html: string) =>
  [...html.matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source)

test('an image source may be a stored image and no other path of this site', async ({ writer }) => {
  const body = `<p>text</p>${images(300, (n) => `/api/settings/export?${n}`)}<img src="${stored(1)}">`
  const { status, json } = await writer.post('/api/studio/posts', { title: 'a title', body })
  expect([status, sourcesIn(json.body)]).toEqual([201, [stored(1)]])
  const cover = { title: 't', body: 'b', cover_url: '/api/settings/export' }
  expect(await refusalOf(writer.post('/api/studio/posts', cover))).toEqual([422, 'cover_url'])
})

test('a post has at most 100 images', async ({ writer }) => {
  const write = (count: number) =>
    writer.post('/api/studio/posts', { title: 't', body: images(count, stored) })
  expect((await write(100)).status).toBe(201)
  const { status, json } = await write(101)
  expect([status, json.error.fields]).toEqual([422, { body: 'Use at most 100 images.' }])
})

test('images that were stored before the rule about image sources are not shown', async ({
  world,
}) => {
  const { id } = await world.post({ author: await world.user() })
  const body = `<p>old</p><img src="/api/settings/export?1" alt="" loading="lazy">${images(150, stored)}`
  await world.db.batch([
    sql`UPDATE posts SET version = version + 1, body = ${body}, cover_url = '/api/settings/export' WHERE id = ${id}`,
  ])
  const { json } = await world.visitor().get(`/api/posts/${id}`)
  expect([sourcesIn(json.body).length, json.body.includes('export'), json.cover_url]).toEqual([
    100,
    false,
    null,
  ])
  const page = await world.visitor().get(`/posts/${id}`)
  expect(page.text).toContain('<p>old</p>')
  expect(page.text.match(/\/images\/A+\d+\.png"/g)).toHaveLength(100)
  expect(page.text).not.toContain('/api/settings/export')
})
