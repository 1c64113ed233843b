import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { anomaliesPage } from '#features/operations/admin/anomalies/list.ts'
import { anomaliesTexts } from '#features/operations/admin/anomalies/text.ts'
import { AnomaliesView } from '#features/operations/admin/anomalies/views.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

/** Each group lists its accounts and posts. */
const GROUPS_PER_PAGE = 10

export const adminAnomaliesPages = new Hono<AppEnv>().get('/admin/anomalies', adminPage, (c) => {
  const { language } = c.var
  const { title } = anomaliesTexts[language]
  const request = pageRequest({ limit: GROUPS_PER_PAGE, cursor: c.req.query('cursor') })
  return showAdminPage(c, { name: 'anomalies', title }, { anomalies: anomaliesPage(request, language) }, (read) => (
    <AnomaliesView {...read} language={language} />
  ))
})
