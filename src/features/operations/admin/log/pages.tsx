import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { AUDIT_ACTIONS, type AuditAction } from '#features/core/site/audit-log.ts'
import { pageNumber } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { whatWaits } from '#features/operations/admin/frame/waiting.ts'
import { auditPage } from '#features/operations/admin/log/audit-log.ts'
import { adminLogTexts } from '#features/operations/admin/log/text.ts'
import { AuditView } from '#features/operations/admin/log/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const AuditPageQuery = z.object({
  action: z
    .enum(Object.keys(AUDIT_ACTIONS) as AuditAction[])
    .optional()
    .catch(undefined),
  actor: pageNumber,
  subject: pageNumber,
  cursor: pageQuery.cursor,
})

export const adminLogPages = new Hono<AppEnv>().get('/admin/audit-log', adminPage, query(AuditPageQuery), async (c) => {
  const { db, language } = c.var
  const { cursor, ...asked } = c.req.valid('query')
  const request = pageRequest({ limit: PAGE_SIZE, cursor })
  const { waiting, entries } = await db.read({ waiting: whatWaits, entries: auditPage(asked, request, language) })
  return adminPageOf(
    c,
    { name: 'audit', title: adminLogTexts[language].title, waiting },
    <AuditView {...{ entries, asked, language }} />,
  )
})
