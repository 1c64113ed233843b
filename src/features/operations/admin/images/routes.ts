import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { takeDownImage } from '#features/core/images/clean-up.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { text } from '#kernel/fields.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { adminWrite, summary } from '#web/openapi/admin.ts'
import { done } from '#web/responses.ts'
import { param } from '#web/validation/validate.ts'

const KEY_MAX = 40

export const adminImagesApi = new Hono<AppEnv>().delete(
  '/admin/images/:key',
  adminWrite('deleteAdminImage', 'refused: not_found', null, 'invalid_transition'),
  summary(
    'Delete an uploaded image from every place that shows it. The logo of the site is refused with `invalid_transition`',
  ),
  changes(),
  param(z.object({ key: text({ min: 1, max: KEY_MAX }) })),
  (c) =>
    done(
      c,
      takeDownImage(c.var.db, c.env.IMAGES, auditActorOf(c), c.req.valid('param').key, c.var.now),
    ),
)
