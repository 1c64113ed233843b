import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { serveImage } from '#features/core/images/serve.ts'

/** Stored images, for everybody: whoever knows the key may see it. */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', (c) =>
  serveImage(c.env.IMAGES, c.req.param('key'), c.req.header('if-none-match')),
)
