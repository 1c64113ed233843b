import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { anomaliesPage } from '#features/operations/admin/anomalies/list.ts'
import { anomaliesTexts } from '#features/operations/admin/anomalies/text.ts'
import { AnomaliesView } from '#features/operations/admin/anomalies/views.tsx'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

/** Each group lists its accounts and posts. */
const GROUPS_PER_PAGE = 10

export const adminAnomaliesPages = new Hono<AppEnv>().get('/admin/anomalies', adminPage, async (c) => {
  const { db, language } = c.var
  const request = pageRequest({ limit: GROUPS_PER_PAGE, cursor: c.req.query('cursor') })
  const { waiting, anomalies } = await db.read({ waiting: openDecisions, anomalies: anomaliesPage(request, language) })
  return adminPageOf(
    c,
    { name: 'anomalies', title: anomaliesTexts[language].title, waiting },
    <AnomaliesView {...{ anomalies, language }} />,
  )
})
