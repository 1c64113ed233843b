import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'

/**
 * An `<img>` in a post may point to a page of this site. Such a request gets 404, so that a post cannot make its readers
 * send requests with their cookies.
 */
export const refuseImageRequests = createMiddleware<AppEnv>(async (c, next) => {
  const isImageRequest = c.req.header('Sec-Fetch-Dest') === 'image'
  if (isImageRequest && !/^\/(images|app-icons)\//.test(c.req.path)) throw new AppError('not_found')
  await next()
})
