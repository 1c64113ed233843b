import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Image } from '#db/schema/images.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { decode } from '#features/core/images/photon.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { ANIMATED_GIF, JPEG, PNG, WEBP } from '#test/pictures.ts'
import { tasksOf } from '#test/profiles.ts'
import { World } from '#test/world.ts'
import { upload } from './avatar-upload.ts'

async function imageAt(world: World, url: string) {
  const key = url.replace('/images/', '')
  const file = await world.env.IMAGES.get(key)
  return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())
}

test.each([
  ['a JPEG', JPEG],
  ['a PNG', PNG],
  ['a WebP', WEBP],
])('%s becomes the middle square, 256 pixels wide, as WebP', async (_, file) => {
  const world = new World()
  const browser = await world.member()
  const { status, json } = await upload(browser, file)
  expect(status).toBe(200)
  expect(json.avatar_url).toMatch(/^\/images\/[\w-]{22}\.webp$/)
  const pixels = decode(await imageAt(world, json.avatar_url))
  expect([pixels.width, pixels.height]).toEqual([256, 256])
  // Where the whole picture, squeezed into a square, would show its orange side.
  const at = 4 * (128 * 256 + 40)
  const [red = 0, green = 0, blue = 0, alpha] = pixels.data.subarray(at, at + 4)
  expect(Math.max(Math.abs(red - 0x20), Math.abs(green - 0x40), Math.abs(blue - 0x80))).toBeLessThan(24)
  expect(alpha).toBe(255)
  const { avatar_key } = await world.reload(browser.user)
  expect(json.avatar_url).toBe(`/images/${avatar_key}`)
})

test('of an animated GIF the first frame is taken', async () => {
  const world = new World()
  const { json } = await upload(await world.member(), ANIMATED_GIF)
  const { data } = decode(await imageAt(world, json.avatar_url))
  expect(data[0]).toBeGreaterThan(200)
  expect(data[2]).toBeLessThan(60)
})

test('the bytes tell what a file is, not its name', async () => {
  const world = new World()
  const { status } = await upload(await world.member(), PNG, 'me.jpg', 'image/jpeg')
  expect(status).toBe(200)
  const script = await upload(await world.member(), new TextEncoder().encode('alert(1)'), 'me.png')
  expect([script.status, script.json.error.code]).toEqual([415, 'unsupported_type'])
})

test('the first avatar pays its task, the next does not', async () => {
  const world = new World()
  const browser = await world.member()
  await upload(browser, PNG)
  expect((await world.reload(browser.user)).exp).toBe(10)
  await upload(browser, WEBP)
  const checkedIn = 5
  expect((await world.reload(browser.user)).exp).toBe(10 + checkedIn)
  expect(await tasksOf(world, browser.user)).toEqual(['avatar'])
})

test('many at once leave one avatar and one reward', async () => {
  const world = new World()
  const browser = await world.member()
  await Promise.all([PNG, WEBP, JPEG].map((file) => upload(browser, file)))
  const { exp, avatar_key } = await world.reload(browser.user)
  expect(exp).toBe(10)
  const images = await world.db.all(sql<Image>`SELECT * FROM images WHERE user_id = ${browser.user.uid}`)
  expect(images.map(({ key }) => key)).toContain(avatar_key)
})

test('an old avatar is still there for a day, for pages that are open, and then goes', async () => {
  const world = new World()
  const browser = await world.member()
  const cleanUp = () => cleanUpImages(world.db, world.env.IMAGES, world.now)
  const { json: first } = await upload(browser, PNG)
  world.wait(3 * DAY)
  await cleanUp()
  await browser.signIn(browser.user)
  const { json: second } = await upload(browser, WEBP)
  await cleanUp()
  expect((await browser.get(first.avatar_url)).status).toBe(200)
  world.wait(DAY + MINUTE)
  await cleanUp()
  expect((await browser.get(first.avatar_url)).status).toBe(404)
  expect((await browser.get(second.avatar_url)).status).toBe(200)
})

test('an avatar is served for good, as what it is', async () => {
  const world = new World()
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
