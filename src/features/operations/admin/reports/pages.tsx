import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { idFilter, ignoringInvalid } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { reportCases } from '#features/operations/admin/reports/case.ts'
import { openReports } from '#features/operations/admin/reports/queue.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ClosedReportsView, ReportsView } from '#features/operations/admin/reports/views.tsx'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const ReportsQuery = z.object({
  view: z.enum(['open', 'closed']).catch('open'),
  ...ignoringInvalid({ case: idFilter, copy: idFilter }),
  cursor: pageQuery.cursor,
})

export const adminReportsPages = new Hono<AppEnv>().get('/admin/reports', adminPage, query(ReportsQuery), async (c) => {
  const { db, viewer, language } = c.var
  const { view, cursor, ...wanted } = c.req.valid('query')
  const about = { name: 'reports', title: adminReportsTexts[language].title } as const
  if (view === 'closed') {
    const cases = reportCases('closed', pageRequest({ cursor }), language)
    return showAdminPage(c, about, { cases }, ({ cases }, waiting) => (
      <ClosedReportsView {...{ cases, waiting, language }} />
    ))
  }
  const queue = await openReports(db, wanted, language)
  const page = { ...about, waiting: queue.waiting, hasCode: queue.current?.report.kind === 'post' }
  return adminPageOf(c, page, <ReportsView {...{ queue, viewer, language }} />)
})
