import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { takeDownImage } from '#features/core/images/clean-up.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { text } from '#kernel/fields.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { param } from '#web/validation/validate.ts'

const KEY_MAX = 40

export const adminImagesApi = new Hono<AppEnv>().delete(
  '/admin/images/:key',
  write('deleteAdminImage', { tag: 'admin', repeat: 'refused: not_found' }),
  admin,
  changes(),
  param(z.object({ key: text({ min: 1, max: KEY_MAX }) })),
  doc('Delete an uploaded image wherever it is shown', { 204: null }, 'not_found', 'invalid_transition'),
  async (c) => {
    await takeDownImage(c.var.db, c.env.IMAGES, auditActorOf(c), c.req.valid('param').key, c.var.now)
    return c.body(null, 204)
  },
)
