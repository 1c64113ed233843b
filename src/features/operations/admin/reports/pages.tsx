import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { pageNumber } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { reportCases } from '#features/operations/admin/reports/list.ts'
import { openReports } from '#features/operations/admin/reports/queue.ts'
import { adminReportsTexts } from '#features/operations/admin/reports/text.ts'
import { ClosedReportsView, ReportsView } from '#features/operations/admin/reports/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const ReportsQuery = z.object({
  view: z.enum(['open', 'closed']).catch('open'),
  case: pageNumber,
  copy: pageNumber,
  cursor: pageQuery.cursor,
})

export const adminReportsPages = new Hono<AppEnv>().get('/admin/reports', adminPage, query(ReportsQuery), async (c) => {
  const { db, viewer, language } = c.var
  const { view, cursor, ...wanted } = c.req.valid('query')
  const { title } = adminReportsTexts[language]
  if (view === 'closed') {
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { waiting, cases } = await db.read({
      waiting: openDecisions,
      cases: reportCases('closed', request, language),
    })
    return adminPageOf(c, { name: 'reports', title, waiting }, <ClosedReportsView {...{ cases, waiting, language }} />)
  }
  const queue = await openReports(db, wanted, language)
  return adminPageOf(
    c,
    { name: 'reports', title, waiting: queue.waiting, hasCode: queue.current?.report.kind === 'post' },
    <ReportsView {...{ queue, viewer, language }} />,
  )
})
