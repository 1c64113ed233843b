import { sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { computeOf } from '#compute/client.ts'
import { decode } from '#compute/images/photon.ts'
import { variantsOf } from '#compute/images/variants.ts'
import { cleanUpImages } from '#features/core/images/clean-up.ts'
import { filesOf, newImageKey } from '#features/core/images/files.ts'
import { makeVariants, type StoredSizes } from '#features/core/images/variants.ts'
import { DAY } from '#kernel/clock.ts'
import type { ImageType } from '#kernel/image-types.ts'
import { Faults } from '#test/faults/faults.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { expect, test } from '#test/test.ts'
import type { Client, TestResponse, World } from '#test/world.ts'
import {
  BLUE,
  colourAt,
  corners,
  exif,
  GREEN,
  gif,
  jpeg,
  jpegWith,
  paint,
  photograph,
  png,
  RED,
  WHITE,
} from './make.ts'
import { animatedWebp, losslessWebp, webp } from './make-webp.ts'

/** Painted once for all tests, because painting is expensive. */
let wide: Uint8Array | undefined
function wideImage(): Uint8Array {
  wide ??= webp(photograph(1_000, 500))
  return wide
}

const DAILY = 'public, max-age=86400, immutable'
const NEVER = 'private, no-store'

async function upload(writer: Client, file: Uint8Array): Promise<string> {
  return (await writer.upload('/api/posts/upload-image', file)).json.url
}

const keyOf = (url: string) => url.slice('/images/'.length)

async function sizesOf({ db }: World, url: string): Promise<StoredSizes | null> {
  return db.first(
    sql<StoredSizes>`SELECT small_bytes, medium_bytes FROM images WHERE key = ${keyOf(url)}`,
  )
}

async function filesIn({ env }: World, url: string): Promise<boolean[]> {
  const found = await Promise.all(filesOf(keyOf(url)).map((file) => env.IMAGES.head(file)))
  return found.map((file) => file !== null)
}

/** Which file a response has, by its length. */
async function served(world: World, url: string, { headers }: TestResponse) {
  const row = await world.db.first(sql<{ small: number; medium: number; file: number }>`
    SELECT small_bytes AS small, medium_bytes AS medium, bytes AS file FROM images WHERE key = ${keyOf(url)}`)
  const length = Number(headers.get('content-length'))
  return (['small', 'medium', 'file'] as const).find((name) => row?.[name] === length) ?? null
}

const lengthOf = ({ headers }: TestResponse) => Number(headers.get('content-length'))
const cachingOf = ({ headers }: TestResponse) => headers.get('cache-control')

/** An image as it was stored before there were variants, shown by a public post. */
async function olderImage(
  world: World,
  file: Uint8Array,
  facts: { type?: ImageType; width?: number } = {},
) {
  const writer = await world.member({ level: 2 })
  const { type = 'image/webp', width = 1_000 } = facts
  const key = newImageKey(type)
  await world.env.IMAGES.put(key, file)
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      VALUES (${key}, ${writer.user.uid}, 'post', ${type}, ${width}, 500, ${file.byteLength}, ${world.now.toISOString()})`,
  ])
  const url = `/images/${key}`
  await writer.post('/api/studio/posts', {
    title: 'a title',
    body: `<p>Look</p><img src="${url}">`,
  })
  return { writer, url }
}

/** Records the lines that the site logs as errors during this test. */
function errorsLogged() {
  const errors = vi.spyOn(console, 'error')
  onTestFinished(() => errors.mockRestore())
  return errors
}

/** An uploaded image of a public post, with the bytes of its three files. */
async function publicImage(world: World) {
  const writer = await world.member({ level: 2 })
  const url = await upload(writer, wideImage())
  const { small_bytes: small, medium_bytes: medium } = (await sizesOf(world, url)) ?? {}
  expect([small, medium]).toEqual([expect.any(Number), expect.any(Number)])
  const original = lengthOf(await world.visitor().get(url))
  await writer.post('/api/studio/posts', { title: 'a title', body: '<p>Look</p>', cover_url: url })
  const bytesUsed = () =>
    world.db.first(sql`SELECT image_bytes FROM author_stats WHERE user_id = ${writer.user.uid}`)
  return { url, small: small ?? 0, medium: medium ?? 0, original, bytesUsed }
}

test('an upload gets two variants, each smaller than the next, and the quota counts all files', async ({
  world,
}) => {
  const { small, medium, original, bytesUsed } = await publicImage(world)
  expect(await bytesUsed()).toEqual({ image_bytes: original + small + medium })
  expect(small).toBeLessThan(medium)
  expect(medium).toBeLessThan(original)
})

test('the width in the address selects the variant, which caches keep for a day', async ({
  world,
}) => {
  const { url, small, medium, original } = await publicImage(world)
  for (const [query, bytes] of [
    ['?w=320', small],
    ['?w=960', medium],
    ['?w=96', original],
    ['', original],
  ] as const) {
    const response = await world.visitor().get(url + query)
    expect([query, response.status, lengthOf(response), cachingOf(response)]).toEqual([
      query,
      200,
      bytes,
      DAILY,
    ])
    expect(response.headers.get('content-type')).toBe('image/webp')
    const etag = response.headers.get('etag') ?? ''
    expect(
      (await world.visitor().get(url + query, { headers: { 'if-none-match': etag } })).status,
    ).toBe(304)
  }
})

test('a takedown deletes an image with its variants and frees the quota', async ({
  world,
  admin,
}) => {
  const { url, bytesUsed } = await publicImage(world)
  // The isolate has served the files before.
  for (const query of ['', '?w=320', '?w=960']) await world.visitor().get(url + query)
  expect((await admin.delete(`/api/admin${url}`)).status).toBe(204)
  expect(await filesIn(world, url)).toEqual([false, false, false])
  for (const query of ['', '?w=320', '?w=960'])
    expect((await world.visitor().get(url + query)).status).toBe(404)
  expect(await bytesUsed()).toEqual({ image_bytes: 0 })
})

test('variants have the audience of their image', async ({ visitor, admin, writer }) => {
  const url = await upload(writer, wideImage())
  const { id } = (
    await writer.post('/api/studio/posts', {
      title: 'a title',
      body: '<p>Look</p>',
      cover_url: url,
    })
  ).json
  await admin.post(`/api/admin/posts/${id}/lock`, { reason: 'spam' })
  const statuses = await Promise.all([writer, admin, visitor].map((one) => one.get(`${url}?w=320`)))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404])
})

test('a width that no image has is 404 and stores nothing', async ({ world, visitor }) => {
  const { url } = await olderImage(world, wideImage())
  const widths = [
    '',
    '0',
    '1',
    '319',
    '321',
    '0320',
    '320.0',
    '1e3',
    '-320',
    '320px',
    '9999999',
    '320,960',
  ]
  for (const width of widths)
    expect((await visitor.get(`${url}?w=${width}`)).status, width).toBe(404)
  expect(await sizesOf(world, url)).toEqual({ small_bytes: null, medium_bytes: null })
  expect(await filesIn(world, url)).toEqual([true, false, false])
})

test('the first request for a variant of an older image gets the image itself, and both variants are made once after the response', async ({
  world,
}) => {
  const { url, writer } = await olderImage(world, wideImage())
  const all = await Promise.all(
    Array.from({ length: 8 }, () => world.visitor().get(`${url}?w=320`)),
  )
  // No cache keeps the image itself, because the variant exists a moment later.
  const sent = all.map((one) => [one.status, lengthOf(one), cachingOf(one)])
  expect(sent).toEqual(Array.from({ length: 8 }, () => [200, wideImage().byteLength, NEVER]))
  expect(await filesIn(world, url)).toEqual([true, true, true])
  for (const [width, name] of [
    [320, 'small'],
    [960, 'medium'],
  ]) {
    const counted = new Faults()
    const later = await withFaults(world, counted, () => world.visitor().get(`${url}?w=${width}`))
    expect([await served(world, url, later), cachingOf(later)]).toEqual([name, DAILY])
    expect(counted.calls.filter(({ part }) => part === 'IMAGES')).toHaveLength(1)
  }
  const sizes = (await sizesOf(world, url)) as { small_bytes: number; medium_bytes: number }
  const stats = await world.db.first(sql<{ image_bytes: number; bytes: number }>`
    SELECT image_bytes, (SELECT bytes FROM images WHERE key = ${keyOf(url)}) AS bytes
    FROM author_stats WHERE user_id = ${writer.user.uid}`)
  expect(stats?.image_bytes).toBe((stats?.bytes ?? 0) + sizes.small_bytes + sizes.medium_bytes)
})

test('an image that cannot be decoded is tried once and served as it is', async ({
  world,
  visitor,
}) => {
  const file = wideImage().slice(0, 500)
  const { url } = await olderImage(world, file)
  for (const caching of [NEVER, DAILY, DAILY]) {
    const response = await visitor.get(`${url}?w=320`)
    expect([response.status, lengthOf(response), cachingOf(response)]).toEqual([
      200,
      file.byteLength,
      caching,
    ])
    expect(await sizesOf(world, url)).toEqual({ small_bytes: 0, medium_bytes: 0 })
  }
})

test('an image whose first request ended during the decoding is not decoded again', async ({
  world,
  visitor,
}) => {
  const { url } = await olderImage(world, wideImage())
  // The state after the claim.
  await world.db.batch([
    sql`UPDATE images SET small_bytes = 0, medium_bytes = 0 WHERE key = ${keyOf(url)}`,
  ])
  const unseen = { small_bytes: null, medium_bytes: null }
  expect(
    await makeVariants(
      world.db,
      computeOf(world.env, { who: () => 'a reader' }),
      world.env.IMAGES,
      keyOf(url),
      unseen,
    ),
  ).toBeNull()
  expect(await served(world, url, await visitor.get(`${url}?w=320`))).toBe('file')
  expect(await filesIn(world, url)).toEqual([true, false, false])
})

test('variants that a bucket outage prevented are made a second later, and no error is logged', async ({
  world,
  visitor,
}) => {
  const { url } = await olderImage(world, wideImage())
  const errors = errorsLogged()
  // The first call serves the file, the second reads it in order to make the variants.
  const outage = new Faults({ part: 'IMAGES', kind: 'R2 fails before the write', on: 2 })
  const response = await withFaults(world, outage, () => visitor.get(`${url}?w=320`))
  expect([response.status, lengthOf(response), cachingOf(response), outage.fired]).toEqual([
    200,
    wideImage().byteLength,
    NEVER,
    1,
  ])
  expect(await served(world, url, await visitor.get(`${url}?w=320`))).toBe('small')
  expect(errors).not.toHaveBeenCalled()
})

test('variants that a restored site lacks are created again', async ({
  world,
  visitor,
  writer,
}) => {
  const url = await upload(writer, wideImage())
  const before = await sizesOf(world, url)
  await world.env.IMAGES.delete(filesOf(keyOf(url)).slice(1))
  expect(await served(world, url, await visitor.get(`${url}?w=960`))).toBe('file')
  expect(await served(world, url, await visitor.get(`${url}?w=960`))).toBe('medium')
  expect(await filesIn(world, url)).toEqual([true, true, true])
  expect(await sizesOf(world, url)).toEqual(before)
})

test('an image that is deleted while its variants are created leaves no file', async ({
  world,
}) => {
  const { url } = await olderImage(world, wideImage())
  const { env, db } = world
  const bucket = new Proxy(env.IMAGES, {
    get: (target, name) =>
      name === 'put'
        ? async (file: string, bytes: Uint8Array) => {
            await db.batch([
              sql`DELETE FROM post_images WHERE image_key = ${keyOf(url)}`,
              sql`DELETE FROM images WHERE key = ${keyOf(url)}`,
            ])
            return target.put(file, bytes)
          }
        : Reflect.get(target, name).bind(target),
  })
  const seen = { small_bytes: null, medium_bytes: null }
  expect(
    await makeVariants(db, computeOf(env, { who: () => 'a reader' }), bucket, keyOf(url), seen),
  ).toBeNull()
  expect(await filesIn(world, url)).toEqual([false, false, false])
})

test('many images that are read at once get their variants one after another, and no request fails', async ({
  world,
}) => {
  const images = await Promise.all(Array.from({ length: 5 }, () => olderImage(world, wideImage())))
  const errors = errorsLogged()
  const first = await Promise.all(images.map(({ url }) => world.visitor().get(`${url}?w=320`)))
  expect(first.map(({ status }) => status)).toEqual(images.map(() => 200))
  for (const { url } of images)
    expect(await served(world, url, await world.visitor().get(`${url}?w=320`))).toBe('small')
  expect(errors).not.toHaveBeenCalled()
})

test('the clean-up deletes variants without an image and no others', async ({ world, writer }) => {
  const [used, unused] = [await upload(writer, wideImage()), await upload(writer, wideImage())]
  await writer.post('/api/studio/posts', {
    title: 'a title',
    body: `<p>Look</p><img src="${used}">`,
  })
  // The bucket uses the clock of the machine for upload dates.
  const stray = `/images/${newImageKey('image/png')}`
  await world.env.IMAGES.put(`${keyOf(stray)}.small`, 'x')
  world.wait(2 * DAY)
  for (let run = 0; run < 3; run++) {
    await world.db.batch([sql`DELETE FROM site_state WHERE key LIKE 'images-seen%'`])
    await cleanUpImages(world.db, world.env.IMAGES, world.now)
  }
  expect(await filesIn(world, used)).toEqual([true, true, true])
  expect(await filesIn(world, unused)).toEqual([false, false, false])
  expect(await filesIn(world, stray)).toEqual([false, false, false])
})

test('an avatar has 256 pixels, and its variant for lists has 96 pixels', async ({
  world,
  member,
  visitor,
}) => {
  const { avatar_url } = (await member.upload('/api/settings/avatar', jpeg(photograph(400, 400))))
    .json
  const files = ['', '?w=96', '?w=320'].map(async (query) =>
    served(world, avatar_url, await visitor.get(avatar_url + query)),
  )
  expect(await Promise.all(files)).toEqual(['file', 'small', 'file'])
  expect((await sizesOf(world, avatar_url))?.medium_bytes).toBe(0)
})

const prepared = (type: ImageType, width: number, height: number, bytes: Uint8Array) => ({
  type,
  width,
  height,
  bytes,
})

test('GIFs, animations, small images and images that are not decoded have no variants', async () => {
  const photo = photograph(330, 200)
  const none = [
    prepared('image/gif', 400, 300, gif(400, 300, [RED, BLUE])),
    prepared('image/webp', 330, 200, animatedWebp(photo, webp(photo), webp(photo))),
    prepared('image/webp', 320, 200, webp(photograph(320, 200))),
    prepared('image/webp', 2_049, 200, webp(photo)),
    // A tiny file: its variants would be larger.
    prepared('image/webp', 330, 200, losslessWebp(paint(330, 200, () => RED))),
  ]
  for (const image of none) expect(await variantsOf('post', image)).toEqual({})
  expect(await variantsOf('comment', prepared('image/webp', 330, 200, webp(photo)))).toEqual({})
  expect(
    Object.keys(await variantsOf('post', prepared('image/webp', 330, 200, webp(photo)))),
  ).toEqual(['small'])
})

test('variants are upright and keep transparency, and the variant of a tall image is less than 960 pixels wide', async () => {
  // Stored lying on its side: browsers turn it by 90 degrees.
  const turned = jpegWith(jpeg(corners(1_200, 1_000), 95), exif(6))
  const upright = await variantsOf('post', prepared('image/jpeg', 1_000, 1_200, turned))
  const small = decode(upright.small ?? new Uint8Array())
  expect([small.width, small.height]).toEqual([320, 384])
  const near = (wanted: readonly (number | undefined)[], [x, y]: readonly [number, number]) =>
    expect(colourAt(small, x, y)).toEqual(wanted.map((value) => expect.closeTo(value ?? 0, -1.5)))
  near(BLUE, [20, 20])
  near(RED, [300, 20])
  near(WHITE, [20, 360])
  near(GREEN, [300, 360])

  const noisy = photograph(1_000, 1_500)
  const tall = decode(
    (await variantsOf('post', prepared('image/webp', 1_000, 1_500, webp(noisy)))).medium ??
      new Uint8Array(),
  )
  expect(tall.width * tall.height).toBeLessThanOrEqual(1_000_000)
  expect(tall.height / tall.width).toBeCloseTo(1.5, 1)

  const clear = paint(400, 400, (x, y) => [x % 256, (x * y) % 256, y % 256, x < 200 ? 0 : 255])
  const glass = decode(
    (await variantsOf('post', prepared('image/png', 400, 400, await png(clear)))).small ??
      new Uint8Array(),
  )
  const alphaAt = (x: number) => glass.data[(100 * glass.width + x) * 4 + 3]
  expect([alphaAt(10), alphaAt(310)]).toEqual([0, 255])
})
