import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { RANGES, studioOverview, studioTrends } from '#features/pages/studio/analytics/figures.ts'
import { signedIn } from '#web/guards/guards.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { query } from '#web/validation/validate.ts'

const count = z.int()
const counts = z.array(count)

const OverviewShape = z
  .object({
    posts: z.object({ total: count, draft: count, pending: count, approved: count, rejected: count, locked: count }),
    likes: count,
    comments: count,
    favorites: count,
    energy: count,
    views: count,
    followers: count,
  })
  .meta({ id: 'StudioOverview' })

const RangeShape = z.enum(['7d', '30d', '90d'])
const TrendsShape = z
  .object({
    range: RangeShape,
    days: z.array(z.iso.date()),
    energy: counts,
    comments: counts,
    likes: counts,
    favorites: counts,
    views: counts,
  })
  .meta({ id: 'StudioTrends' })

export const studioFiguresApi = new Hono<AppEnv>()
  .get(
    '/studio/overview',
    read('getStudioOverview', { tag: 'studio', tokens: true }),
    signedIn,
    doc('Get the totals of your posts', { 200: OverviewShape }),
    async (c) => c.json(await studioOverview(c.var.db, c.var.viewer)),
  )
  .get(
    '/studio/trends',
    read('getStudioTrends', { tag: 'studio', tokens: true }),
    signedIn,
    doc(`Get daily figures of the last ${Object.values(RANGES).join(', ')} days`, { 200: TrendsShape }),
    query(z.object({ range: RangeShape.default('7d') })),
    async (c) => c.json(await studioTrends(c.var.db, c.var.viewer, c.req.valid('query').range, c.var.now)),
  )
