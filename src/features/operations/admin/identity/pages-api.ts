import { Hono } from 'hono'
import { z } from 'zod'
import { SITE_PAGES } from '#db/schema/identity.ts'
import type { AppEnv } from '#env'
import { administratorOf } from '#features/core/site/administrator.ts'
import { SitePageInput, writePage } from '#features/operations/admin/identity/write-page.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { changesPages } from '#web/cache/edge-cache.ts'
import { owner } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { json, param } from '#web/validation/validate.ts'

/** Null where nothing is left of it. */
const WrittenPageShape = z
  .object({
    page: z
      .object({
        name: z.enum(SITE_PAGES),
        language: z.enum(LANGUAGES),
        body: z.string(),
        version: z.int(),
        updated_at: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'WrittenSitePage' })

export const adminSitePagesApi = new Hono<AppEnv>().put(
  '/admin/pages/:name',
  owner,
  changesPages,
  doc(
    'Write the about, rules or privacy page in one language; an empty text removes it',
    { 200: WrittenPageShape },
    'version_conflict',
  ),
  param(z.object({ name: z.enum(SITE_PAGES) })),
  json(SitePageInput),
  async (c) => {
    const { name } = c.req.valid('param')
    const page = await writePage(c.var.db, administratorOf(c), name, c.req.valid('json'), c.var.now)
    return c.json({ page })
  },
)
