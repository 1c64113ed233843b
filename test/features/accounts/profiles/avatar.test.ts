import { sql } from 'drizzle-orm'
import type { Image } from '#db/schema/core.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { decode } from '#features/core/images/photon.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { ANIMATED_GIF, hugePng, JPEG, PNG, padded, SVG, WEBP } from '#test/images.ts'
import { useUp } from '#test/limits.ts'
import { tasksOf } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const PATH = '/api/settings/avatar'

function upload(browser: Client, file: Uint8Array, name = 'me.png', type = 'image/png') {
  const body = new FormData()
  body.set('file', new File([file as Uint8Array<ArrayBuffer>], name, { type }))
  return browser.send('POST', PATH, { body })
}

async function storedFiles(world: World): Promise<string[]> {
  const { objects } = await world.env.IMAGES.list()
  return objects.map(({ key }) => key)
}

async function imageAt(world: World, url: string) {
  const key = url.replace('/images/', '')
  const file = await world.env.IMAGES.get(key)
  return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
}

test.each([
  ['a JPEG', JPEG],
  ['a PNG', PNG],
  ['a WebP', WEBP],
])('%s is cropped to its middle square and stored as WebP of 256 × 256 pixels', async (_, file) => {
  const world = new World()
  const browser = await world.member()
  const { status, json } = await upload(browser, file)
  expect(status).toBe(200)
  expect(json.avatar_url).toMatch(/^\/images\/[\w-]{22}\.webp$/)
  const pixels = decode(await imageAt(world, json.avatar_url))
  expect([pixels.width, pixels.height]).toEqual([256, 256])
  // If the whole image were squeezed into a square, this pixel would be orange.
  const at = 4 * (128 * 256 + 40)
  const [red = 0, green = 0, blue = 0, alpha] = pixels.data.subarray(at, at + 4)
  expect(Math.max(Math.abs(red - 0x20), Math.abs(green - 0x40), Math.abs(blue - 0x80))).toBeLessThan(24)
  expect(alpha).toBe(255)
  const { avatar_key } = await world.reload(browser.user)
  expect(json.avatar_url).toBe(`/images/${avatar_key}`)
})

test('an animated GIF becomes its first frame', async ({ world }) => {
  const { json } = await upload(await world.member(), ANIMATED_GIF)
  const { data } = decode(await imageAt(world, json.avatar_url))
  expect(data[0]).toBeGreaterThan(200)
  expect(data[2]).toBeLessThan(60)
})

test('the file type is detected from the bytes, not from the name', async ({ world }) => {
  const { status } = await upload(await world.member(), PNG, 'me.jpg', 'image/jpeg')
  expect(status).toBe(200)
  const script = await upload(await world.member(), new TextEncoder().encode('alert(1)'), 'me.png')
  expect([script.status, script.json.error.code]).toEqual([415, 'unsupported_type'])
})

test('only the first avatar is rewarded', async ({ world, member }) => {
  await upload(member, PNG)
  expect((await world.reload(member.user)).exp).toBe(10)
  await upload(member, WEBP)
  const checkedIn = 5
  expect((await world.reload(member.user)).exp).toBe(10 + checkedIn)
  expect(await tasksOf(world, member.user)).toEqual(['avatar'])
})

test('concurrent uploads leave one avatar and one reward', async ({ world, member }) => {
  await Promise.all([PNG, WEBP, JPEG].map((file) => upload(member, file)))
  const { exp, avatar_key } = await world.reload(member.user)
  expect(exp).toBe(10)
  const images = await world.db.all(sql<Image>`SELECT * FROM images WHERE user_id = ${member.user.uid}`)
  expect(images.map(({ key }) => key)).toContain(avatar_key)
})

test('a replaced avatar stays available for a day, because open pages still show it', async ({ world, member }) => {
  const cleanUp = () => cleanUpImages(world.db, world.env.IMAGES, world.now)
  const { json: first } = await upload(member, PNG)
  world.wait(3 * DAY)
  await cleanUp()
  await member.signIn(member.user)
  const { json: second } = await upload(member, WEBP)
  await cleanUp()
  expect((await member.get(first.avatar_url)).status).toBe(200)
  world.wait(DAY + MINUTE)
  await cleanUp()
  expect((await member.get(first.avatar_url)).status).toBe(404)
  expect((await member.get(second.avatar_url)).status).toBe(200)
})

test('an avatar is served with its content type and an immutable cache header', async ({ world }) => {
  const { json } = await upload(await world.member(), PNG)
  const visitor = world.visitor()
  const { status, headers } = await visitor.get(json.avatar_url)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  const etag = headers.get('etag') ?? ''
  expect((await visitor.get(json.avatar_url, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await visitor.get('/images/nothing')).status).toBe(404)
})

const LIMIT = 5_242_880

test('a file that is no image, broken, of too many pixels or above 5 MB is refused and nothing is stored', async () => {
  const world = new World()
  const browser = await world.member()
  const before = await storedFiles(world)
  for (const [name, file, status, code] of [
    ['an SVG', SVG, 415, 'unsupported_type'],
    ['a truncated JPEG', JPEG.slice(0, 300), 422, 'image_invalid'],
    ['a JPEG of four bytes', JPEG.slice(0, 4), 422, 'image_invalid'],
    ['a PNG whose header claims 20,000 × 20,000 pixels', hugePng(), 422, 'image_too_many_pixels'],
    ['a file of one byte more than 5 MB', padded(PNG, LIMIT + 1), 413, 'file_too_large'],
  ] as const) {
    const response = await upload(browser, file)
    expect([name, response.status, response.json.error.code]).toEqual([name, status, code])
  }
  expect(await storedFiles(world)).toEqual(before)
  expect(await world.db.all(sql`SELECT 1 FROM images WHERE user_id = ${browser.user.uid}`)).toEqual([])
  expect(await world.reload(browser.user)).toMatchObject({ avatar_key: null, exp: 0 })
})

test('a file of exactly 5 MB is accepted', async () => {
  const { status } = await upload(await new World().member(), padded(PNG, LIMIT))
  expect(status).toBe(200)
})

test('a streamed body without a Content-Length is refused when it exceeds 5 MB', async ({ member }) => {
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < 8) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status, json } = await member.send('POST', PATH, { body, headers })
  expect([status, json.error.code]).toEqual([413, 'file_too_large'])
})

test('a form without a file is refused, and the response names the missing field', async ({ member }) => {
  const other = new FormData()
  other.set('picture', new File([PNG], 'me.png'))
  const words = new FormData()
  words.set('file', 'not a file')
  const empty = new FormData()
  empty.set('file', new File([], ''))
  for (const body of [other, words, empty, undefined]) {
    const { status, json } = await member.send('POST', PATH, body ? { body } : {})
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([422, 'validation_failed', ['file']])
  }
})

test('a body that is not a form is refused', async ({ member }) => {
  expect((await member.post(PATH, { file: 'x' })).json.error.code).toBe('unsupported_type')
  const body = PNG
  const raw = await member.send('POST', PATH, { body, headers: { 'content-type': 'image/png' } })
  expect(raw.status).toBe(415)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await member.send('POST', PATH, { body: 'garbage', headers })).json.error.code).toBe('bad_request')
})

test('uploads are limited to thirty a minute', async ({ world, member }) => {
  expect(RATE_RULES.upload).toEqual({ most: 30, seconds: 60 })
  await useUp(world, `user:${member.user.uid}`, 'upload', 1)
  expect((await upload(member, SVG)).status).toBe(415)
  const refused = await upload(member, PNG)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  world.wait(MINUTE)
  expect((await upload(member, PNG)).status).toBe(200)
})
