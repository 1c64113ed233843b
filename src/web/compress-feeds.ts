import type { Hono } from 'hono'
import type { AppEnv } from '#env'

/**
 * Cloudflare and Miniflare compress XML and JSON, but not `application/atom+xml`. With the header
 * `Content-Encoding`, the runtime compresses the body itself. This function wraps the fast path,
 * because the responses of the fast path are the same for every reader.
 */
export function compressFeeds(app: Hono<AppEnv>): void {
  const serve = app.fetch
  app.fetch = (request, env, context) => {
    const response = serve(request, env, context)
    const mayCompress = request.url.includes('/feed.xml') && accepts(request, 'gzip')
    return mayCompress ? Promise.resolve(response).then(compressed) : response
  }
}

/**
 * Whether the client accepts an encoding. Cloudflare replaces the header of the client, and passes
 * the original value on as a property.
 */
function accepts({ headers, cf }: Request, encoding: string): boolean {
  const accepted = cf?.clientAcceptEncoding ?? headers.get('accept-encoding') ?? ''
  const named = String(accepted)
    .split(',')
    .map((each) => each.trim())
  return named.some(
    (each) => each === encoding || (each.startsWith(`${encoding};`) && !each.endsWith('=0')),
  )
}

function compressed(response: Response): Response {
  const isFeed = response.headers.get('Content-Type')?.startsWith('application/atom+xml')
  if (response.status !== 200 || !isFeed) return response
  response.headers.set('Content-Encoding', 'gzip')
  response.headers.append('Vary', 'Accept-Encoding')
  return response
}
