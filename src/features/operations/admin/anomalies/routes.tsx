import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { AnomalyShape, anomaliesPage } from '#features/operations/admin/anomalies/list.ts'
import { AnomaliesView } from '#features/operations/admin/anomalies/views.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { admin, adminPage } from '#web/guards/guards.ts'
import { doc, listOf, read } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const adminAnomaliesApi = new Hono<AppEnv>().get(
  '/admin/anomalies',
  read('listAdminAnomalies', { tag: 'admin' }),
  admin,
  doc('List groups of young accounts from one address that like or energize the same author', {
    200: listOf(AnomalyShape),
  }),
  query(z.object(pageQuery)),
  async (c) => c.json(await c.var.db.read(anomaliesPage(pageRequest(c.req.valid('query')), c.var.language))),
)

/** Each group lists its accounts and posts. */
const GROUPS_PER_PAGE = 10

export const adminAnomaliesPages = new Hono<AppEnv>().get('/admin/anomalies', adminPage, (c) => {
  const request = pageRequest({ limit: GROUPS_PER_PAGE, cursor: c.req.query('cursor') })
  return showAdminPage(c, { name: 'anomalies' }, { anomalies: anomaliesPage(request, c.var.language) }, AnomaliesView)
})
