import { Hono } from 'hono'
import { z } from 'zod'
import { auditLog } from '#db/schema/admin.ts'
import type { AppEnv } from '#env'
import { AdminOverviewShape, AuditEntryShape, InvariantReportShape } from '#features/admin/frame/shapes.ts'
import { searchAuditLog } from '#features/admin/log/audit-log.ts'
import { checkInvariants } from '#features/admin/overview/invariants.ts'
import { adminOverview } from '#features/admin/overview/overview.ts'
import { text } from '#kernel/fields.ts'
import { doc } from '#web/doc.ts'
import { admin } from '#web/guards.ts'
import { listOf } from '#web/shapes.ts'
import { json, pageQuery, pageRequest, query } from '#web/validate.ts'

const AuditQuery = z.object({
  actor: z.coerce.number().int().positive().optional(),
  action: text({ min: 1, max: 50 }).optional(),
  target_type: z.enum(auditLog.target_type.enumValues).optional(),
  target_id: text({ min: 1, max: 50 }).optional(),
  subject: z.coerce.number().int().positive().optional(),
  ...pageQuery,
})

export const adminOverviewApi = new Hono<AppEnv>()
  .get('/admin/overview', admin, doc('What waits for a decision', { 200: AdminOverviewShape }), async (c) =>
    c.json((await adminOverview(c.var.db, c.var.now)).figures),
  )
  .post(
    '/admin/invariants/run',
    admin,
    doc('Check the figures against the rows, a bounded part at a time', { 200: InvariantReportShape }),
    json(z.object({ go_on: z.boolean().default(false) })),
    async (c) => c.json(await checkInvariants(c.var.db, c.var.now, { anew: !c.req.valid('json').go_on })),
  )
  .get(
    '/admin/audit-log',
    admin,
    doc('Who did what', { 200: listOf(AuditEntryShape) }),
    query(AuditQuery),
    async (c) => {
      const search = c.req.valid('query')
      return c.json(await searchAuditLog(c.var.db, search, pageRequest(search), c.var.language))
    },
  )
