import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'

/** An `<img>` of a post may not make its readers send requests to this site with their cookies. */
export const refuseImageRequests = createMiddleware<AppEnv>(async (c, next) => {
  const isImageRequest = c.req.header('Sec-Fetch-Dest') === 'image'
  if (isImageRequest && !/^\/(images|app-icons)\//.test(c.req.path)) throw new AppError('not_found')
  await next()
})
