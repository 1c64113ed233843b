import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { serveImage } from '#features/core/images/serve.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'

/** Stored images, for everybody: whoever knows the key may see it. */
export const imagesRoute = new Hono<AppEnv>().get('/images/:key', withoutViewer, (c) =>
  serveImage(c.env.IMAGES, c.req.param('key'), c.req.header('if-none-match')),
)
