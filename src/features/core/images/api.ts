import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { typeOfKey } from '#features/core/images/keys.ts'
import { AppError } from '#kernel/errors.ts'
import { orUnavailable } from '#kernel/outage.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'

/** Stored images, for everybody: whoever knows the key may see it. */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', withoutViewer, (c) =>
  serveImage(c.env.IMAGES, c.req.param('key'), c.req.header('if-none-match')),
)

/** The answer to `GET /images/:key`. A key's file never changes, so whoever has it once need not ask again. */
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
      // Even opened on its own, as a page, it can do nothing but be looked at.
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
