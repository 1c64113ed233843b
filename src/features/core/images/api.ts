import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Image } from '#db/schema/core.ts'
import type { AppEnv } from '#env'
import { typeOfKey, VARIANT_TYPE, variantFile } from '#features/core/images/files.ts'
import { isPublic, mayBecomePublic } from '#features/core/images/uses.ts'
import { makeVariants, type StoredSizes } from '#features/core/images/variants.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { FairQueue } from '#kernel/fair-queue.ts'
import { type Variant, variantWidths } from '#kernel/image-variants.ts'
import { AVATAR_WIDTH, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { isKnown } from '#web/cache/edge-cache-entry.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { inBackground } from '#web/in-background.ts'
import { SoftLimit } from '#web/limits/soft-limit.ts'

/**
 * Stored images. Everyone may read an image that is or may become public. Its uploader and admins
 * may always read it. `w` is the width of a variant. An image without this variant is served as it
 * is; a width that no image has is 404, so that an address cannot be varied at will.
 */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', lazyViewer, async (c) => {
  const key = c.req.param('key')
  const width = c.req.query('w')
  if (width !== undefined && !LISTED_WIDTHS.includes(width)) throw new AppError('not_found')
  const { image, caching } = await loadableImage(c, key)
  const serve = (variant: Variant | null, cached: string) =>
    serveImage(c.env.IMAGES, { key, variant }, cached, c.req.header('if-none-match'))
  const [variant] =
    variantWidths(image.purpose, image).find(([, each]) => String(each) === width) ?? []
  if (variant === undefined || image[SIZES[variant]] === 0) return serve(null, caching)
  const stored =
    image[SIZES[variant]] === null ? null : await serve(variant, caching).catch(nullIfMissing)
  if (stored) return stored
  const made = await madeNow(c, key, image)
  // If no variant could be made now, the response is not cached: it may exist a moment later.
  if (!made) return serve(null, PRIVATE_CACHING)
  return serve(made[variant] ? variant : null, caching)
})

const LISTED_WIDTHS = [AVATAR_WIDTH, SMALL_WIDTH, MEDIUM_WIDTH].map(String)

const SIZES = { small: 'small_bytes', medium: 'medium_bytes' } as const

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

/**
 * Maximum number of requests in this isolate that wait for the variants of older images, and of
 * such variants that are made in a minute. Other requests get the image as it is.
 */
const WAITING_MAX = 6
const MADE_A_MINUTE = 60
const made = new SoftLimit(MADE_A_MINUTE)
/** A file and its copy for the compute Worker may take 10 MB. */
const decoding = new FairQueue({ most: 1, mostOfOne: 1 })
/**
 * By image, the time since which a request waits. An entry that is older than `WAIT_MAX` belongs to
 * a request that was ended.
 */
const waiting = new Map<string, number>()
const WAIT_MAX = 30 * SECOND

/**
 * Makes the variants of an image that was stored before there were variants, or whose variant files
 * are missing. Null if that is not possible now.
 */
async function madeNow(
  c: Context<AppEnv>,
  key: string,
  image: StoredSizes,
): Promise<Record<Variant, number> | null> {
  for (const [other, since] of waiting) if (Date.now() - since > WAIT_MAX) waiting.delete(other)
  if (waiting.has(key) || waiting.size >= WAITING_MAX || made.take('', c.var.now) > 0) return null
  waiting.set(key, Date.now())
  const work = decoding
    .run('', () => makeVariants(c.var.db, c.var.compute, c.env.IMAGES, key, image))
    .finally(() => waiting.delete(key))
  // The work continues if the reader closes the page.
  inBackground(c, 'variants', work)
  return work.catch(() => null)
}

/**
 * The file of a key never changes, but its audience does, so caches ask again after a day. No
 * address is used twice.
 */
export const PUBLIC_CACHING = `public, max-age=${DAY / SECOND}, immutable`
export const PRIVATE_CACHING = 'private, no-store'

type LoadedImage = Pick<
  Image,
  'user_id' | 'purpose' | 'type' | 'width' | 'height' | keyof StoredSizes
>

async function loadableImage(
  c: Context<AppEnv>,
  key: string,
): Promise<{ image: LoadedImage; caching: string }> {
  if (typeOfKey(key) === null) throw new AppError('not_found')
  const image = await c.var.db.first(sql<
    LoadedImage & { is_public: 0 | 1; may_become_public: 0 | 1 }
  >`
    SELECT user_id, purpose, type, width, height, small_bytes, medium_bytes,
      ${isPublic} AS is_public, ${mayBecomePublic(c.var.now)} AS may_become_public
    FROM images WHERE key = ${key}`)
  if (image === null) throw new AppError('not_found')
  if (image.is_public === 1) return { image, caching: PUBLIC_CACHING }
  if (image.may_become_public === 1) return { image, caching: PRIVATE_CACHING }
  await c.var.authentication.load()
  const { viewer } = c.var
  if (viewer === null || (viewer.role === 'user' && viewer.uid !== image.user_id))
    throw new AppError('not_found')
  return { image, caching: PRIVATE_CACHING }
}

/**
 * The response to `GET /images/:key`. The file of a key never changes, so it is cached as
 * immutable.
 */
export async function serveImage(
  bucket: R2Bucket,
  { key, variant = null }: { key: string; variant?: Variant | null },
  caching: string,
  ifNoneMatch: string | undefined,
): Promise<Response> {
  const type = variant ? VARIANT_TYPE : typeOfKey(key)
  if (type === null) throw new AppError('not_found')
  const name = variant ? variantFile(key, variant) : key
  const headers = { 'Cache-Control': caching }
  if (ifNoneMatch !== undefined) {
    const known = await orUnavailable(() => bucket.head(name))
    if (known !== null && isKnown(ifNoneMatch, { etag: known.httpEtag })) {
      return new Response(null, { status: 304, headers: { ...headers, ETag: known.httpEtag } })
    }
  }
  const file = await orUnavailable(() => bucket.get(name))
  if (file === null) throw new AppError('not_found')
  return new Response(file.body, {
    headers: {
      ...headers,
      ETag: file.httpEtag,
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Content-Disposition': 'inline',
      // A file that is opened as a page cannot run scripts.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
