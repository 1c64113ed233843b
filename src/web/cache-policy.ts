import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { isUnderApi } from '#web/paths.ts'

/** What says nothing else about it: an answer for one person is kept nowhere, not even for the way back after a logout. */
export const cachePolicy = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.headers.has('Cache-Control')) return
  const isPersonal = c.var.viewer !== null || isUnderApi(c.req.path)
  c.res.headers.set('Cache-Control', isPersonal ? 'private, no-store' : 'private, no-cache')
})
