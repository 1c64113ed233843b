import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { AnomalyShape, anomaliesPage } from '#features/operations/admin/anomalies/list.ts'
import { admin } from '#web/guards/guards.ts'
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
