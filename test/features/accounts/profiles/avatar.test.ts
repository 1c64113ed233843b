import { sql } from 'drizzle-orm'
import type { Image } from '#db/schema/core.ts'
import { sniffImage } from '#features/core/images/sniff.ts'
import { MINUTE } from '#kernel/clock.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { hugePng, JPEG, PNG, padded, SVG, WEBP } from '#test/images.ts'
import { useUp } from '#test/limits.ts'
import { tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const PATH = '/api/settings/avatar'

function upload(browser: Client, file: Uint8Array, name = 'me.png', type = 'image/png') {
  const body = new FormData()
  body.set('file', new File([file as Uint8Array<ArrayBuffer>], name, { type }))
  return browser.send('POST', PATH, { body })
}

test('an upload of any declared type becomes a WebP of 256 × 256 pixels', async ({ world, member }) => {
  const { status, json } = await upload(member, PNG, 'me.jpg', 'image/jpeg')
  expect([status, json.avatar_url]).toEqual([200, `/images/${(await world.reload(member.user)).avatar_key}`])
  const file = await world.env.IMAGES.get(json.avatar_url.replace('/images/', ''))
  expect(sniffImage(new Uint8Array((await file?.arrayBuffer()) ?? []))).toMatchObject({
    ...{ type: 'image/webp', width: 256, height: 256 },
  })
  const script = upload(member, new TextEncoder().encode('alert(1)'), 'me.png')
  expect(await refusalOf(script)).toEqual([415, 'unsupported_type'])
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

const LIMIT = 5_242_880

test('a file that is no image, broken or too large is refused and nothing is stored', async ({ world, member }) => {
  const storedFiles = async () => (await world.env.IMAGES.list()).objects.map(({ key }) => key)
  const before = await storedFiles()
  for (const [name, file, status, code] of [
    ['an SVG', SVG, 415, 'unsupported_type'],
    ['a truncated JPEG', JPEG.slice(0, 300), 422, 'image_invalid'],
    ['a JPEG of four bytes', JPEG.slice(0, 4), 422, 'image_invalid'],
    ['a PNG whose header claims 20,000 × 20,000 pixels', hugePng(), 422, 'image_too_many_pixels'],
    ['a file of one byte more than 5 MB', padded(PNG, LIMIT + 1), 413, 'file_too_large'],
  ] as const) {
    const response = await upload(member, file)
    expect([name, response.status, response.json.error.code]).toEqual([name, status, code])
  }
  expect(await storedFiles()).toEqual(before)
  expect(await world.db.all(sql`SELECT 1 FROM images WHERE user_id = ${member.user.uid}`)).toEqual([])
  expect(await world.reload(member.user)).toMatchObject({ avatar_key: null, exp: 0 })
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
  expect(await refusalOf(member.send('POST', PATH, { body, headers }))).toEqual([413, 'file_too_large'])
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
