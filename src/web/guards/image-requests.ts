import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'

/**
 * An `<img>` in a post may name this site by its full address. What is no image answers nothing to it, so that a post cannot
 * make its readers send requests in their own name.
 */
export const refuseImageRequests = createMiddleware<AppEnv>(async (c, next) => {
  const wantsPicture = c.req.header('Sec-Fetch-Dest') === 'image'
  if (wantsPicture && !c.req.path.startsWith('/images/')) throw new AppError('not_found')
  await next()
})
