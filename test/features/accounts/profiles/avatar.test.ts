import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { sniffImage } from '#compute/images/strip.ts'
import type { Image } from '#db/schema/core.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { hugePng, JPEG, PNG, padded, SVG, WEBP } from '#test/images.ts'
import { useUp } from '#test/limits.ts'
import { freshName, tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'

const PATH = '/api/settings/avatar'

const upload = (browser: Client, file: Uint8Array, name?: string, type?: string) =>
  browser.upload(PATH, file, name, type)

test('an uploaded avatar becomes a WebP of 256 × 256 pixels, whatever type the upload declares', async ({
  world,
  member,
}) => {
  const { status, json } = await upload(member, PNG, 'me.jpg', 'image/jpeg')
  expect([status, json.avatar_url]).toEqual([
    200,
    `/images/${(await world.reload(member.user)).avatar_key}`,
  ])
  const file = await world.env.IMAGES.get(json.avatar_url.replace('/images/', ''))
  expect(sniffImage(new Uint8Array((await file?.arrayBuffer()) ?? []))).toMatchObject({
    type: 'image/webp',
    width: 256,
    height: 256,
  })
  const script = upload(member, new TextEncoder().encode('alert(1)'), 'me.png')
  expect(await refusalOf(script)).toEqual([415, 'unsupported_type'])
})

/** A member whose avatar waits for its review. */
async function waitingAvatar(world: World) {
  await world.setting('audit.enabled', true)
  onTestFinished(() => world.setting('audit.enabled', false))
  const [member, admin] = await world.members([{ username: freshName() }, { role: 'admin' }])
  await world.db.batch([sql`UPDATE users SET signature = 'Hello' WHERE uid = ${member.user.uid}`])
  const first = await upload(member, PNG)
  const decide = (id: number, decision: string) =>
    admin.post(`/api/admin/profile-reviews/${id}/${decision}`)
  return { member, admin, first, decide }
}

test('while reviews are on, an avatar waits in the queue of the admins, and its owner sees it in the settings', async ({
  world,
}) => {
  const { member, admin, first } = await waitingAvatar(world)
  expect([first.status, first.json.avatar_url]).toEqual([202, null])
  expect(first.json.review).toMatchObject({
    status: 'pending',
    username: null,
    signature: null,
    cost: 0,
  })
  expect(await world.reload(member.user)).toMatchObject({ avatar_key: null, exp: 0 })
  expect((await upload(member, WEBP)).json.error.code).toBe('review_pending')
  expect((await member.get('/settings')).text).toContain(first.json.review.avatar_url)
  expect((await admin.get('/admin/profiles')).text).toContain(first.json.review.avatar_url)
  const listed = (await admin.get('/api/admin/profile-reviews')).json.items
  expect(listed).toContainEqual(
    expect.objectContaining({ signature: null, avatar_url: first.json.review.avatar_url }),
  )
})

test('the clean-up keeps the image of a waiting avatar, which only its owner and admins can load', async ({
  world,
}) => {
  const { member, admin, first } = await waitingAvatar(world)
  for (const _ of [1, 2, 3]) {
    await cleanUpImages(world.db, world.env.IMAGES, world.now)
    world.wait(25 * HOUR)
  }
  await Promise.all([
    member.signIn(await world.reload(member.user)),
    admin.signIn(await world.reload(admin.user)),
  ])
  const shownTo = async (by: Client) => (await by.get(first.json.review.avatar_url)).status
  expect([await shownTo(member), await shownTo(admin), await shownTo(world.visitor())]).toEqual([
    200, 200, 404,
  ])
})

test('an approved avatar is shown and rewarded, and a rejected one changes nothing', async ({
  world,
}) => {
  const { member, first, decide } = await waitingAvatar(world)
  expect((await decide(first.json.review.id, 'approve')).status).toBe(200)
  const shown = await world.reload(member.user)
  expect(`/images/${shown.avatar_key}`).toBe(first.json.review.avatar_url)
  expect([shown.signature, await tasksOf(world, member.user)]).toEqual(['Hello', ['avatar']])
  const second = await upload(member, WEBP)
  expect([second.status, second.json.avatar_url]).toEqual([202, first.json.review.avatar_url])
  expect((await decide(second.json.review.id, 'reject')).status).toBe(200)
  expect((await world.reload(member.user)).avatar_key).toBe(shown.avatar_key)
  await world.setting('audit.enabled', false)
  expect((await upload(member, JPEG)).status).toBe(200)
})

test('concurrent uploads leave one avatar, and only the first avatar is rewarded', async ({
  world,
  member,
}) => {
  await Promise.all([PNG, WEBP, JPEG].map((file) => upload(member, file)))
  const { exp, avatar_key } = await world.reload(member.user)
  expect(exp).toBe(10)
  const images = await world.db.all(
    sql<Image>`SELECT * FROM images WHERE user_id = ${member.user.uid}`,
  )
  expect(images.map(({ key }) => key)).toContain(avatar_key)
  await upload(member, WEBP)
  const checkedIn = 5
  expect((await world.reload(member.user)).exp).toBe(10 + checkedIn)
  expect(await tasksOf(world, member.user)).toEqual(['avatar'])
})

const LIMIT = 5_242_880

test('an avatar that is not an image, damaged or too large is refused, and nothing is stored', async ({
  world,
  member,
}) => {
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
  expect(await world.db.all(sql`SELECT 1 FROM images WHERE user_id = ${member.user.uid}`)).toEqual(
    [],
  )
  expect(await world.reload(member.user)).toMatchObject({ avatar_key: null, exp: 0 })
  expect((await upload(member, padded(PNG, LIMIT))).status).toBe(200)
})

test('a streamed body without a Content-Length is refused when it exceeds 5 MB', async ({
  member,
}) => {
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent++ < 8) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await refusalOf(member.send('POST', PATH, { body, headers }))).toEqual([
    413,
    'file_too_large',
  ])
})

test('an avatar upload without a file, or with a body that is not a form, is refused', async ({
  member,
}) => {
  const form = (name: string, value: File | string) => {
    const body = new FormData()
    body.set(name, value)
    return { body }
  }
  const withoutFile = [
    form('picture', new File([PNG], 'me.png')),
    form('file', 'words'),
    form('file', new File([], '')),
  ]
  for (const sent of [...withoutFile, {}])
    expect(await refusalOf(member.send('POST', PATH, sent))).toEqual([422, 'file'])
  expect((await member.post(PATH, { file: 'x' })).json.error.code).toBe('unsupported_type')
  const raw = { body: PNG, headers: { 'content-type': 'image/png' } }
  expect((await member.send('POST', PATH, raw)).status).toBe(415)
  const garbage = {
    body: 'garbage',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  }
  expect((await member.send('POST', PATH, garbage)).json.error.code).toBe('bad_request')
})

test('avatar uploads are limited to thirty a minute', async ({ world, member }) => {
  expect(RATE_RULES.upload).toEqual({ most: 30, seconds: 60 })
  await useUp(world, `user:${member.user.uid}`, 'upload', 1)
  expect((await upload(member, SVG)).status).toBe(415)
  const refused = await upload(member, PNG)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  world.wait(MINUTE)
  expect((await upload(member, PNG)).status).toBe(200)
})
