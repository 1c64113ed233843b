import { Hono } from 'hono'
import * as z from 'zod'
import { reports } from '#db/schema/reports.ts'
import type { AppEnv } from '#env'
import { report } from '#features/community/reports/report.ts'
import type { ReportTarget } from '#features/community/reports/target.ts'
import { problem, text } from '#kernel/fields.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'
import { member } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const REPORT_REASONS = reports.reason.enumValues

const id = z.int().positive().optional()

/** Exactly one target: a post, a comment or a user. */
export const ReportInput = z
  .object({
    post_id: id,
    comment_id: id,
    uid: id,
    reason: z.enum(REPORT_REASONS),
    text: text({ max: REPORT_TEXT_MAX }).default(''),
  })
  .superRefine(({ post_id, comment_id, uid }, context) => {
    const named = [post_id, comment_id, uid].filter((id) => id !== undefined)
    if (named.length === 0) context.addIssue({ ...problem('required'), path: ['post_id'] })
    if (named.length > 1) context.addIssue({ ...problem('invalid'), path: ['post_id'] })
  })

const ReportShape = z.object({ id: z.int() })

export const reportsApi = new Hono<AppEnv>().post(
  '/reports',
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
    const { id, isKnown } = await report(c.var.db, c.var.viewer, { ...input, target: targetOf(input) }, c.var.now)
    return c.json({ id }, isKnown ? 200 : 201)
  },
)

function targetOf({ post_id, comment_id, uid }: z.output<typeof ReportInput>): ReportTarget {
  if (post_id !== undefined) return { kind: 'post', id: post_id }
  return comment_id === undefined ? { kind: 'user', id: uid ?? 0 } : { kind: 'comment', id: comment_id }
}
