import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { isUnderApi } from '#web/paths.ts'

/**
 * For answers whose handler set no `Cache-Control`: an answer for one viewer is stored nowhere, so that Back after a
 * logout does not show it.
 */
export const cachePolicy = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has('Cache-Control')) return
  const isPersonal = c.var.viewer !== null || isUnderApi(c.req.path)
  c.res.headers.set('Cache-Control', isPersonal ? 'private, no-store' : 'private, no-cache')
})
