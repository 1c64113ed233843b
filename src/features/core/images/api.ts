import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { typeOfKey } from '#features/core/images/keys.ts'
import { isPublic, mayBecomePublic } from '#features/core/images/uses.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { readsViewer } from '#web/guards/viewer-facts.ts'

/** Stored images. Everyone may read an image that is or may become public. Its uploader and admins may always read it. */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', readsViewer, async (c) => {
  const key = c.req.param('key')
  const caching = await cachingFor(c, key)
  return serveImage(c.env.IMAGES, key, caching, c.req.header('if-none-match'))
})

/**
 * The file of a key never changes, but its audience does: caches ask again after a day. A page that no longer shows the image does not
 * name its address, and no address is used twice, so no cache needs a purge.
 */
export const PUBLIC_CACHING = `public, max-age=${DAY / SECOND}, immutable`
export const PRIVATE_CACHING = 'private, no-store'

async function cachingFor(c: Context<AppEnv>, key: string): Promise<string> {
  if (typeOfKey(key) === null) throw new AppError('not_found')
  const image = await c.var.db.first(sql<{ user_id: number; is_public: 0 | 1; may_become_public: 0 | 1 }>`
    SELECT user_id, ${isPublic} AS is_public, ${mayBecomePublic(c.var.now)} AS may_become_public
    FROM images WHERE key = ${key}`)
  if (image === null) throw new AppError('not_found')
  if (image.is_public === 1) return PUBLIC_CACHING
  if (image.may_become_public === 1) return PRIVATE_CACHING
  await c.var.authentication.load()
  const { viewer } = c.var
  if (viewer === null || (viewer.role === 'user' && viewer.uid !== image.user_id)) throw new AppError('not_found')
  return PRIVATE_CACHING
}

export async function serveImage(
  bucket: R2Bucket,
  key: string,
  caching: string,
  ifNoneMatch: string | undefined,
): Promise<Response> {
  const type = typeOfKey(key)
  if (type === null) throw new AppError('not_found')
  const headers = { 'Cache-Control': caching }
  if (ifNoneMatch !== undefined) {
    const known = await orUnavailable(() => bucket.head(key))
    if (known !== null && namesTag(ifNoneMatch, known.httpEtag)) {
      return new Response(null, { status: 304, headers: { ...headers, ETag: known.httpEtag } })
    }
  }
  const file = await orUnavailable(() => bucket.get(key))
  if (file === null) throw new AppError('not_found')
  return new Response(file.body, {
    headers: {
      ...headers,
      ETag: file.httpEtag,
      'Content-Type': type,
      'Content-Length': String(file.size),
      'Content-Disposition': 'inline',
      // Opened as a page, the file cannot run scripts.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

function namesTag(ifNoneMatch: string, tag: string): boolean {
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
