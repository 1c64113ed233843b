import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { PUBLIC_CACHING, serveImage } from '#features/core/images/api.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { newImageKey, typeOfKey } from '#features/core/images/files.ts'
import { storeImage } from '#features/core/images/store.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import { World } from '#test/world.ts'

const picture: PreparedImage = {
  type: 'image/webp',
  width: 2,
  height: 3,
  bytes: Uint8Array.of(1, 2, 3, 4),
}

const owner = (uid: number) => ({ uid, exp: 0, role: 'user' as const })

/** A site with one user, and functions that list the stored images. */
async function site() {
  const world = new World()
  const bucket = world.env.IMAGES
  const { uid } = await world.user()
  return {
    world,
    bucket,
    uid,
    store: (purpose: 'avatar' | 'post' = 'avatar') =>
      storeImage(world.db, bucket, owner(uid), purpose, picture, world.now),
    wear: (key: string | null) =>
      world.db.batch([sql`UPDATE users SET avatar_key = ${key} WHERE uid = ${uid}`]),
    cleanUp: () => cleanUpImages(world.db, bucket, world.now),
    rowOf: (key: string) =>
      world.db.first(sql<{ id: number }>`SELECT id FROM images WHERE key = ${key}`),
    keys: async () => (await bucket.list()).objects.map(({ key }) => key),
  }
}

test('storing an image writes the file to the bucket and a row to the database', async () => {
  const { bucket, store, rowOf } = await site()
  const image = await store()
  expect(image).toEqual({
    id: expect.any(Number),
    key: expect.stringMatching(/^[\w-]{22}\.webp$/),
    type: 'image/webp',
    width: 2,
    height: 3,
    bytes: 4,
  })
  expect(await rowOf(image.key)).toEqual({ id: image.id })
  expect(new Uint8Array((await (await bucket.get(image.key))?.arrayBuffer()) ?? [])).toEqual(
    picture.bytes,
  )
})

test('if the row of a new image cannot be written, the file stays until the clean-up deletes it', async () => {
  const { world, bucket, keys, cleanUp } = await site()
  const before = await keys()
  await expect(
    storeImage(world.db, bucket, owner(1), 'avatar', picture, world.now),
  ).rejects.toThrow()
  expect(await keys()).toHaveLength(before.length + 1)
  world.wait(2 * DAY)
  await cleanUp()
  expect((await keys()).filter((key) => !before.includes(key))).toEqual([])
})

test('storing an image writes no row if the file cannot be written', async () => {
  const { world, uid } = await site()
  const full = { put: () => Promise.reject(new Error('the bucket is full')) } as unknown as R2Bucket
  const count = () =>
    world.db.first(sql<{ n: number }>`SELECT COUNT(*) AS n FROM images WHERE user_id = ${uid}`)
  await expect(
    storeImage(world.db, full, owner(uid), 'avatar', picture, world.now),
  ).rejects.toThrow('unavailable')
  expect(await count()).toEqual({ n: 0 })
})

test('serving an image sends the file with caching for a day and a sandbox policy', async () => {
  const { bucket, store } = await site()
  const { key } = await store()
  const response = await serveImage(bucket, { key }, PUBLIC_CACHING, undefined)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '4',
    'content-disposition': 'inline',
    'cache-control': 'public, max-age=86400, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^".+"$/),
  })
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(picture.bytes)
})

test('serving an image responds with 304 to a matching ETag', async () => {
  const { bucket, store } = await site()
  const { key } = await store()
  const first = await serveImage(bucket, { key }, PUBLIC_CACHING, undefined)
  await first.arrayBuffer()
  const etag = first.headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await serveImage(bucket, { key }, PUBLIC_CACHING, known)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  const other = await serveImage(bucket, { key }, PUBLIC_CACHING, '"other"')
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 4])
})

test.each([
  'nope',
  '../secret',
  'x.webp',
  `${'a'.repeat(22)}.svg`,
  `${'a'.repeat(22)}.webp`,
  `${'a'.repeat(22)}.webp/x`,
  '',
  'health',
])('serving an image responds with 404 for %j', async (key) => {
  const { bucket } = await site()
  await expect(serveImage(bucket, { key }, PUBLIC_CACHING, undefined)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(serveImage(bucket, { key }, PUBLIC_CACHING, '*')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the clean-up keeps an avatar in use, also one that is in use again, and deletes it a day after it was replaced', async () => {
  const { world, store, wear, cleanUp, rowOf } = await site()
  const { key } = await store()
  await wear(key)
  world.wait(3 * DAY)
  await cleanUp()
  await cleanUp()
  expect(await rowOf(key)).not.toBeNull()

  await wear(null)
  await cleanUp()
  await wear(key)
  world.wait(2 * DAY)
  await cleanUp()
  expect(await rowOf(key)).not.toBeNull()

  await wear(null)
  await cleanUp()
  world.wait(DAY - MINUTE)
  await cleanUp()
  expect(await rowOf(key)).not.toBeNull()
  world.wait(2 * MINUTE)
  await cleanUp()
  expect(await rowOf(key)).toBeNull()
})

test('the clean-up keeps an image of a site page, and deletes it a day after the page was deleted', async () => {
  const { world, store, cleanUp, rowOf } = await site()
  const { key } = await store('post')
  await world.db.batch([
    sql`INSERT INTO site_pages (name, language, body, updated_at)
        VALUES ('about', 'en', ${`<img src="/images/${key}">`}, ${world.now.toISOString()})`,
  ])
  world.wait(3 * DAY)
  await cleanUp()
  expect(await rowOf(key)).not.toBeNull()
  await world.db.batch([sql`DELETE FROM site_pages`])
  await cleanUp()
  world.wait(DAY + MINUTE)
  await cleanUp()
  expect(await rowOf(key)).toBeNull()
})

test('the clean-up deletes files without a row after a day', async () => {
  const { world, bucket, cleanUp, keys } = await site()
  // The bucket uses the clock of the machine for upload dates.
  world.now = new Date()
  const stray = `${'s'.repeat(22)}.png`
  await bucket.put(stray, 'x')
  await cleanUp()
  expect(await keys()).toContain(stray)
  world.wait(DAY + MINUTE)
  await cleanUp()
  expect(await keys()).not.toContain(stray)
})

test('a clean-up that stops between row and file is completed: the next run deletes the file', async () => {
  const { world, bucket, store, cleanUp, keys } = await site()
  const { key } = await store()
  world.wait(DAY + MINUTE)
  const stubborn = new Proxy(bucket, {
    get: (target, name) =>
      name === 'delete'
        ? () => Promise.reject(new Error('broken off'))
        : Reflect.get(target, name).bind(target),
  })
  await expect(cleanUpImages(world.db as Database, stubborn, world.now)).rejects.toThrow(
    'broken off',
  )
  expect(await keys()).toContain(key)
  await cleanUp()
  expect(await keys()).not.toContain(key)
})

test('every image key is allowed in posts, with any first character', () => {
  const keys = Array.from({ length: 2000 }, () => newImageKey('image/webp'))
  const refused = keys.filter(
    (key) => safeImageSource(`/images/${key}`) === null || typeOfKey(key) !== 'image/webp',
  )
  expect(refused).toEqual([])
  expect(new Set(keys.map(([first]) => first)).size).toBe(64)
})
