import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { pageNumber } from '#features/admin/frame/inputs.ts'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { whatWaits } from '#features/admin/frame/waiting.ts'
import { reportCases } from '#features/admin/reports/list.ts'
import { openReports } from '#features/admin/reports/queue.ts'
import { adminReportsTexts } from '#features/admin/reports/text.ts'
import { ReportsView } from '#features/admin/reports/views.tsx'
import { ClosedReportsView } from '#features/admin/reports/views-closed.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

const ReportsQuery = z.object({
  view: z.enum(['open', 'closed']).catch('open'),
  case: pageNumber,
  cursor: pageQuery.cursor,
})

export const adminReportsPages = new Hono<AppEnv>().get('/admin/reports', adminPage, query(ReportsQuery), async (c) => {
  const { db, viewer, language } = c.var
  const { view, case: asked, cursor } = c.req.valid('query')
  const { title } = adminReportsTexts[language]
  if (view === 'closed') {
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { waiting, cases } = await db.read({
      waiting: whatWaits,
      cases: reportCases('closed', request, language),
    })
    return adminPageOf(c, { name: 'reports', title, waiting }, <ClosedReportsView {...{ cases, waiting, language }} />)
  }
  const queue = await openReports(db, asked, language)
  return adminPageOf(
    c,
    { name: 'reports', title, waiting: queue.waiting, hasCode: queue.current?.report.kind === 'post' },
    <ReportsView {...{ queue, viewer, language }} />,
  )
})
