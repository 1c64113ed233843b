import * as z from 'zod'
import { REPORT_REASONS } from '#db/values.ts'
import { problem, text } from '#kernel/fields.ts'
import { REPORT_TEXT_MAX } from '#kernel/sizes.ts'

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

/** The form of the page; its path names the target. */
export const PlainReportInput = z.object({ reason: ReportInput.shape.reason, text: ReportInput.shape.text })
