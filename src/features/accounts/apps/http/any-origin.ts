import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'

/**
 * For applications that run in a browser: scripts of any site may read the response. It never depends on cookies, so no
 * credentials are allowed.
 */
export const anyOrigin = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After')
  await next()
})

/** The answer to a preflight request. */
export const preflight = createMiddleware<AppEnv>(async (c) => {
  c.header('Access-Control-Allow-Methods', 'GET, POST')
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  c.header('Access-Control-Max-Age', '86400')
  return c.body(null, 204)
})
