import { env as bindings } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { computeOf } from '#compute/client.ts'
import { appIcon } from '#compute/images/app-icon.ts'
import { prepareCommentImage } from '#compute/images/comment-image.ts'
import { prepareLogo } from '#compute/images/square.ts'
import { preparePostImage } from '#compute/images/strip.ts'
import { variantsOf } from '#compute/images/variants.ts'
import type { Bindings } from '#env'
import { filesOf, newImageKey } from '#features/core/images/files.ts'
import { makeVariants } from '#features/core/images/variants.ts'
import { JPEG, PNG } from '#test/images.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { pngFile } from '../features/core/images/hostile.ts'
import { jpeg, jpegSegment, jpegWith, photograph } from '../features/core/images/make.ts'

const env = bindings as unknown as Bindings
const run = computeOf(env, { who: () => 'somebody' }).run

const photo = jpeg(photograph(400, 300))

test('each job of images has the result of its function', async () => {
  const image = preparePostImage(photo)
  const variants = await variantsOf('post', image)
  expect(variants.small?.byteLength).toBeGreaterThan(100)
  // The file has no metadata, so it is not sent back.
  expect(await run('postImage', photo)).toEqual({ ...image, bytes: null })
  const tagged = jpegWith(photo, jpegSegment(0xfe, 'a comment'))
  expect(await run('postImage', tagged)).toEqual(image)
  expect(await run('variants', { purpose: 'post', image })).toEqual(variants)
  expect(await run('commentImage', photo)).toEqual(await prepareCommentImage(photo))
  const logo = await prepareLogo(photo)
  const made = await run('logo', photo)
  expect(made).toMatchObject(logo)
  expect(Object.keys(made.large.variants)).toEqual(['small'])
  expect(await run('avatar', photo)).toEqual(made.small)
  const icon = { side: 180, accent: '#ec7a10', logo: logo.large.bytes }
  expect(await run('appIcon', icon)).toEqual(appIcon(icon))
})

test.each(['postImage', 'avatar', 'logo', 'commentImage'] as const)(
  'the job %s refuses hostile files with the codes of its function',
  async (name) => {
    const codes = [
      PNG.slice(0, 40),
      new TextEncoder().encode('<svg>'),
      pngFile(60_000, 60_000, [8, 2, 0], new Uint8Array(10)),
    ].map((file) =>
      run(name, file).then(
        () => null,
        ({ code }) => code,
      ),
    )
    expect(await Promise.all(codes)).toEqual([
      'image_invalid',
      'unsupported_type',
      'image_too_many_pixels',
    ])
  },
)

const lost = () => Promise.reject(new Error('Network connection lost.'))

/** A compute Worker that loses every job. */
const LOSING = serviceOf(lost)
/** A compute Worker that never finishes a job. */
const STALLED = serviceOf(
  (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
)

function serviceOf(job: (signal: AbortSignal) => Promise<Response>): Fetcher {
  return {
    fetch: async (_: RequestInfo | URL, init?: RequestInit) =>
      init?.method === 'POST'
        ? job(init.signal as AbortSignal)
        : new Response(null, { status: 204 }),
  } as unknown as Fetcher
}

/** The routes with an image in their request. */
const UPLOADS: Record<string, (owner: Client, post: number) => string> = {
  'an image of a post': () => '/api/posts/upload-image',
  'an image of a comment': () => '/api/comments/upload-image',
  'an avatar': () => '/api/settings/avatar',
  'a logo': () => '/api/admin/identity/logo',
  'a share image': (_, post) => `/api/studio/posts/${post}/share-image`,
}

/** A site whose compute Worker is replaced after the owner has written a post. */
async function siteWith(service: Fetcher) {
  const world = new World()
  const owner = await world.member({ role: 'owner', level: 5 })
  const { id } = (await owner.post('/api/studio/posts', { title: 'A title', body: '<p>1</p>' }))
    .json
  // The bucket has files of other tests.
  const files: string[] = []
  const IMAGES = new Proxy(world.env.IMAGES, {
    get: (bucket, name) => {
      const method = Reflect.get(bucket, name).bind(bucket)
      if (name !== 'put') return method
      return (key: string, bytes: Uint8Array) => {
        files.push(key)
        return method(key, bytes)
      }
    },
  })
  world.env = { ...world.env, IMAGES, COMPUTE: service, JOULE_JOB_MAX: '50' }
  const stored = async () => ({ rows: await world.db.all(sql`SELECT id FROM images`), files })
  return { world, owner, post: Number(id), stored }
}

test.each(Object.entries(UPLOADS))(
  'the upload of %s is 503 while the compute Worker is down, and nothing is stored',
  async (_, pathOf) => {
    const { owner, post, stored } = await siteWith(LOSING)
    const { status, json } = await owner.upload(pathOf(owner, post), JPEG)
    expect([status, json.error.code]).toEqual([503, 'unavailable'])
    expect(await stored()).toEqual({ rows: [], files: [] })
  },
)

test.each(Object.entries(UPLOADS))(
  'the upload of %s that takes too long is 422, and nothing is stored',
  async (_, pathOf) => {
    const { owner, post, stored } = await siteWith(STALLED)
    const { status, json } = await owner.upload(pathOf(owner, post), JPEG)
    expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([
      422,
      'too_complex',
      ['file'],
    ])
    expect(await stored()).toEqual({ rows: [], files: [] })
  },
)

test('an app icon is 503 while the compute Worker is down, and made afterwards', async () => {
  const { world, owner } = await siteWith(LOSING)
  await owner.put('/api/admin/identity', { accent: '#123456' })
  expect((await world.visitor().get('/app-icons/180')).status).toBe(503)
  world.env = { ...world.env, COMPUTE: env.COMPUTE, JOULE_JOB_MAX: '60000' }
  expect((await world.visitor().get('/app-icons/180')).status).toBe(200)
})

test.each([
  ['that loses its connection', LOSING],
  ['that takes too long', STALLED],
])('a stored image whose job %s is not decoded again', async (_, service) => {
  const { world, owner } = await siteWith(service)
  const key = newImageKey('image/jpeg')
  await world.env.IMAGES.put(key, photo)
  await world.db.batch([
    sql`INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
      VALUES (${key}, ${owner.user.uid}, 'post', 'image/jpeg', 400, 300, ${photo.byteLength}, ${world.now.toISOString()})`,
  ])
  const compute = computeOf(world.env, { who: () => 'a reader' })
  const seen = { small_bytes: null, medium_bytes: null }
  const made = await makeVariants(world.db, compute, world.env.IMAGES, key, seen)
  expect(made).toEqual({ small: 0, medium: 0 })
  expect(await world.env.IMAGES.head(filesOf(key)[1] ?? '')).toBeNull()
  expect(await makeVariants(world.db, compute, world.env.IMAGES, key, seen)).toBeNull()
})
