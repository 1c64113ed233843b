import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { setupOf } from '#features/core/site/setup.ts'
import { adminPageOf, PAGES } from '#features/operations/admin/frame/page.tsx'
import {
  AdminOverviewShape,
  adminOverview,
  InvariantReportShape,
} from '#features/operations/admin/overview/overview.ts'
import { adminOverviewTexts } from '#features/operations/admin/overview/text.ts'
import { OverviewView } from '#features/operations/admin/overview/views.tsx'
import { isOwner } from '#kernel/roles.ts'
import { adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json } from '#web/validation/validate.ts'

export const adminOverviewApi = new Hono<AppEnv>()
  .get(
    '/admin/overview',
    adminRead('getAdminOverview', AdminOverviewShape),
    summary('Get the figures of the admin overview'),
    async (c) => c.json((await adminOverview(c.var.db, c.var.now)).figures),
  )
  .post(
    '/admin/invariants/run',
    adminWrite('runAdminInvariants', 'idempotent', InvariantReportShape),
    summary(
      'Run a part of the data check. Send `go_on: true` to continue with the next part until `complete` is true. Without it, the check starts again',
    ),
    json(z.object({ go_on: z.boolean().default(false) })),
    async (c) => {
      const { checkInvariants } = await import('#features/operations/admin/overview/invariants.ts')
      const restart = !c.req.valid('json').go_on
      return c.json(await checkInvariants(c.var.db, c.var.now, { restart }))
    },
  )

export const adminOverviewPages = new Hono<AppEnv>().get(
  PAGES.overview.href,
  PAGES.overview.guard,
  async (c) => {
    const { db, viewer, language, now } = c.var
    const overview = await adminOverview(db, now, isOwner(viewer))
    const setup =
      overview.setup &&
      setupOf(overview.setup, viewer, {
        hasMail: mailServiceOf(c.env) !== null,
        origin: siteOrigin(c),
      })
    const { description } = adminOverviewTexts[language]
    return adminPageOf(
      c,
      { name: 'overview', lead: description, description },
      overview.waiting,
      <OverviewView {...{ overview, language }} setup={setup?.isClosed ? null : setup} />,
    )
  },
)
