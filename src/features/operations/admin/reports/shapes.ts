import { z } from 'zod'
import { reportCases, reports } from '#db/schema/reports.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const ReportKindShape = z.enum(reportCases.kind.enumValues)
export const ReportDecisionShape = z.enum(reportCases.decision.enumValues)

const ReportByShape = z.object({
  id: z.int(),
  reporter: UserRefShape,
  /** How often the reporter was right before, and how often not. */
  record: z.object({ upheld: z.int(), turned_down: z.int() }),
  reason: z.enum(reports.reason.enumValues),
  text: z.string(),
  created_at: z.iso.datetime(),
})

/** Everything that was reported about one thing until it was decided. */
export const ReportCaseShape = z
  .object({
    case_id: z.int(),
    kind: ReportKindShape,
    /** The id of the post or comment, or the uid of the person. */
    id: z.int(),
    /** Whose it is. */
    subject: UserRefShape,
    /** The title of a post, the text of a comment, the signature of a person; empty once it is deleted. */
    excerpt: z.string(),
    /** The post that it is, or that the comment is on. */
    post_id: z.int().nullable(),
    /** Readers do not see it any more: the post is hidden or deleted, the comment deleted, the person banned. */
    gone: z.boolean(),
    reports_count: z.int(),
    /** The first of the reports. */
    reports: z.array(ReportByShape),
    opened_at: z.iso.datetime(),
    decision: ReportDecisionShape.nullable(),
    note: z.string().nullable(),
    decided_by: UserRefShape.nullable(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ReportCase' })

export const ClosedShape = z
  .object({ decision: ReportDecisionShape, reports_count: z.int() })
  .meta({ id: 'ReportCaseClosed' })
