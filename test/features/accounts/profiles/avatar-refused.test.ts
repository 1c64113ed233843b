import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { hugePng, JPEG, PNG, padded, SVG } from '#test/pictures.ts'
import { World } from '#test/world.ts'
import { PATH, storedFiles, upload } from './avatar-upload.ts'

const LIMIT = 5_242_880

test.each([
  ['an SVG', SVG, 415, 'unsupported_type'],
  ['a truncated JPEG', JPEG.slice(0, 300), 422, 'image_invalid'],
  ['a JPEG of its first bytes', JPEG.slice(0, 4), 422, 'image_invalid'],
  ['a PNG that says it is 20,000 × 20,000 pixels', hugePng(), 422, 'image_too_many_pixels'],
  ['a file of one byte more than 5 MB', padded(PNG, LIMIT + 1), 413, 'file_too_large'],
  ['a file of 6 MB', padded(PNG, 6_000_000), 413, 'file_too_large'],
] as const)('%s is refused and nothing is stored', async (_, file, status, code) => {
  const world = new World()
  const browser = await world.member()
  const before = await storedFiles(world)
  const answer = await upload(browser, file)
  expect([answer.status, answer.json.error.code]).toEqual([status, code])
  expect(await storedFiles(world)).toEqual(before)
  expect(await world.db.all(sql`SELECT 1 FROM images WHERE user_id = ${browser.user.uid}`)).toEqual([])
  expect(await world.reload(browser.user)).toMatchObject({ avatar_key: null, exp: 0 })
})

test('a file of exactly 5 MB is not too large', async () => {
  const { status } = await upload(await new World().member(), padded(PNG, LIMIT))
  expect(status).toBe(200)
})

test('a body without end is refused however it comes', async () => {
  const browser = await new World().member()
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < 8) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { status, json } = await browser.send('POST', PATH, { body, headers })
  expect([status, json.error.code]).toEqual([413, 'file_too_large'])
})

test('a form without a file says which field is missing', async () => {
  const browser = await new World().member()
  const other = new FormData()
  other.set('picture', new File([PNG], 'me.png'))
  const words = new FormData()
  words.set('file', 'not a file')
  const empty = new FormData()
  empty.set('file', new File([], ''))
  for (const body of [other, words, empty, undefined]) {
    const { status, json } = await browser.send('POST', PATH, body ? { body } : {})
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([422, 'validation_failed', ['file']])
  }
})

test('what is no form is refused as such', async () => {
  const browser = await new World().member()
  expect((await browser.post(PATH, { file: 'x' })).json.error.code).toBe('unsupported_type')
  const body = PNG
  const raw = await browser.send('POST', PATH, { body, headers: { 'content-type': 'image/png' } })
  expect(raw.status).toBe(415)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await browser.send('POST', PATH, { body: 'garbage', headers })).json.error.code).toBe('bad_request')
})

test('thirty uploads a minute, then a pause', async () => {
  const world = new World()
  const browser = await world.member()
  for (let n = 0; n < 30; n++) expect((await upload(browser, SVG)).status).toBe(415)
  const refused = await upload(browser, PNG)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  world.wait(MINUTE)
  expect((await upload(browser, PNG)).status).toBe(200)
})
