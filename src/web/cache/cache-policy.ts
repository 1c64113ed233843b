import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { isUnderApi } from '#web/paths.ts'

/**
 * Without `Cache-Control` of the handler. A response for one viewer is not stored: Back must not
 * show it after logout.
 */
export const cachePolicy = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has('Cache-Control')) return
  const isPersonal = c.var.viewer !== null || isUnderApi(c.req.path)
  c.res.headers.set('Cache-Control', isPersonal ? 'private, no-store' : 'private, no-cache')
})
