import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Image } from '#db/schema/core.ts'
import type { AppEnv } from '#env'
import { typeOfKey, VARIANT_TYPE, variantFile } from '#features/core/images/files.ts'
import { isBeingMade, makeVariantsLater } from '#features/core/images/http/make-later.ts'
import { isPublic, mayBecomePublic } from '#features/core/images/uses.ts'
import type { StoredSizes } from '#features/core/images/variants.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { type Variant, variantWidths } from '#kernel/image-variants.ts'
import { AVATAR_WIDTH, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { isKnown } from '#web/cache/edge-cache-entry.ts'
import { lazyViewer } from '#web/guards/access.ts'

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
  if (variant === undefined) return serve(null, caching)
  const size = image[SIZES[variant]]
  // The variant may exist a moment later, so a response without it is not cached.
  if (isBeingMade(key)) return serve(null, PRIVATE_CACHING)
  if (size === 0) return serve(null, caching)
  const stored = size === null ? null : await serve(variant, caching).catch(nullIfMissing)
  if (stored) return stored
  makeVariantsLater(c, { key, ...image })
  return serve(null, PRIVATE_CACHING)
})

const LISTED_WIDTHS = [AVATAR_WIDTH, SMALL_WIDTH, MEDIUM_WIDTH].map(String)

const SIZES = { small: 'small_bytes', medium: 'medium_bytes' } as const

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
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
