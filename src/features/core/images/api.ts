import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { typeOfKey } from '#features/core/images/keys.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'

/** Stored images. Public: everyone with the key may read the image. */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', withoutViewer, (c) =>
  serveImage(c.env.IMAGES, c.req.param('key'), c.req.header('if-none-match')),
)

/** The response to `GET /images/:key`. The file of a key never changes, so it is cached as immutable. */
export async function serveImage(bucket: R2Bucket, key: string, ifNoneMatch: string | undefined): Promise<Response> {
  const type = typeOfKey(key)
  if (type === null) throw new AppError('not_found')
  if (ifNoneMatch !== undefined) {
    const known = await orUnavailable(() => bucket.head(key))
    if (known !== null && namesTag(ifNoneMatch, known.httpEtag)) {
      return new Response(null, { status: 304, headers: { ...CACHING, ETag: known.httpEtag } })
    }
  }
  const file = await orUnavailable(() => bucket.get(key))
  if (file === null) throw new AppError('not_found')
  return new Response(file.body, {
    headers: {
      ...CACHING,
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

const CACHING = { 'Cache-Control': 'public, max-age=31536000, immutable' }

function namesTag(ifNoneMatch: string, tag: string): boolean {
  const tags = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
