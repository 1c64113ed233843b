import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { isUnderApi } from '#web/paths.ts'

/**
 * Sets `Cache-Control` for responses whose handler has not set it. A response for one viewer must
 * not be stored, so that the Back button does not show it after logout.
 */
export const cachePolicy = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has('Cache-Control')) return
  const isPersonal = c.var.viewer !== null || isUnderApi(c.req.path)
  c.res.headers.set('Cache-Control', isPersonal ? 'private, no-store' : 'private, no-cache')
})
