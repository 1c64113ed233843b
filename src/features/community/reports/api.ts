import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ReportInput, type ReportTarget, report } from '#features/community/reports/report.ts'
import { member } from '#web/guards/access.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const ReportShape = z.object({ id: z.int() })

export const reportsApi = new Hono<AppEnv>().post(
  '/reports',
  write('createReport', { tag: 'reports', repeat: 'idempotent', tokens: true }),
  member,
  doc(
    'Report a post, a comment or a user to the admins',
    { 201: ReportShape, 200: ReportShape },
    'not_found',
    'own_post',
  ),
  json(ReportInput),
  async (c) => {
    const input = c.req.valid('json')
    const { id, isKnown } = await report(
      c.var.db,
      c.var.viewer,
      { ...input, target: targetOf(input) },
      c.var.now,
    )
    return c.json({ id }, isKnown ? 200 : 201)
  },
)

function targetOf({ post_id, comment_id, uid }: z.output<typeof ReportInput>): ReportTarget {
  if (post_id !== undefined) return { kind: 'post', id: post_id }
  return comment_id === undefined
    ? { kind: 'user', id: uid ?? 0 }
    : { kind: 'comment', id: comment_id }
}
