import { Hono } from 'hono'
import * as z from 'zod'
import { AUDIT_TARGETS } from '#db/values.ts'
import type { AppEnv } from '#env'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { AuditEntryShape, auditPage } from '#features/operations/admin/log/audit-log.ts'
import { text } from '#kernel/fields.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AuditQuery = z.object({
  actor: idFilter,
  action: text({ min: 1, max: 50 }).optional(),
  target_type: z.enum(AUDIT_TARGETS).optional(),
  target_id: text({ min: 1, max: 50 }).optional(),
  subject: idFilter,
  ...pageQuery,
})

export const adminLogApi = new Hono<AppEnv>().get(
  '/admin/audit-log',
  read('listAdminAuditLog', { tag: 'admin' }),
  admin,
  doc('List audit log entries', { 200: listOf(AuditEntryShape) }),
  query(AuditQuery),
  async (c) => {
    const search = c.req.valid('query')
    return c.json(await c.var.db.read(auditPage(search, pageRequest(search), c.var.language)))
  },
)
