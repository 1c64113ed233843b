import { createMiddleware } from 'hono/factory'
import type { MemberEnv } from '#env'
import { userPath } from '#features/core/shell/navigation.ts'
import { dropCached } from '#web/cache/edge-cache.ts'

/** Middleware for follow buttons: the spaces of both users show the new counts at once. */
export const changesFollows = createMiddleware<MemberEnv>(async (c, next) => {
  await next()
  // A form is answered with a redirect.
  if (c.res.status < 400) dropCached(c, userPath(Number(c.req.param('uid'))), userPath(c.var.viewer.uid))
})
