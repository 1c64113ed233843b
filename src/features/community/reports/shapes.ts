import { z } from 'zod'
import { reports } from '#db/schema/reports.ts'
import { problem, text } from '#kernel/fields.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

export const REPORT_REASONS = reports.reason.enumValues

const id = z.int().positive().optional()

/** Names one thing: a post, a comment or a person. */
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

export const ReportShape = z.object({ id: z.int() })
