import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { dismissChecklist } from '#features/operations/admin/overview/checklist.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { adminOverview } from '#features/operations/admin/overview/overview.ts'
import { AdminOverviewShape, InvariantReportShape } from '#features/operations/admin/overview/shapes.ts'
import { admin, owner } from '#web/guards/guards.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

export const adminOverviewApi = new Hono<AppEnv>()
  .get(
    '/admin/overview',
    read('getAdminOverview', { tag: 'admin' }),
    admin,
    doc('Get the admin overview', { 200: AdminOverviewShape }),
    async (c) => c.json((await adminOverview(c.var.db, c.var.now)).figures),
  )
  .post(
    '/admin/checklist/dismiss',
    write('dismissAdminChecklist', { tag: 'admin', repeat: 'idempotent' }),
    owner,
    doc('Dismiss the setup checklist', { 204: null }),
    async (c) => {
      await c.var.db.batch([dismissChecklist])
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/invariants/run',
    write('runAdminInvariants', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc('Run a part of the data check', { 200: InvariantReportShape }),
    json(z.object({ go_on: z.boolean().default(false) })),
    async (c) => c.json(await checkInvariants(c.var.db, c.var.now, { restart: !c.req.valid('json').go_on })),
  )
