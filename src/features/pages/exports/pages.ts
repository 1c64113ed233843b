import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { exportOrFile } from '#features/pages/exports/http/send-file.ts'
import { signedInPage } from '#web/guards/guards.ts'
import { limitedExport } from '#web/limits/limits.ts'
import { pageParam } from '#web/validation/validate.ts'

const formatParam = pageParam(z.object({ format: z.enum(['json', 'zip', 'ghost']) }))

/** The links of the settings page: a file, or back to the page, which shows the progress. */
export const exportPages = new Hono<AppEnv>().get(
  '/settings/export/:format',
  signedInPage,
  limitedExport,
  formatParam,
  async (c) => {
    const { response } = await exportOrFile(c, c.req.valid('param').format)
    return response ?? c.redirect('/settings?tab=account#export-heading', 303)
  },
)
