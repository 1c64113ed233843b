import * as z from 'zod'
import { REPORT_DECISIONS, REPORT_KINDS, REPORT_REASONS } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const ReportKindShape = z.enum(REPORT_KINDS)
export const ReportDecisionShape = z.enum(REPORT_DECISIONS)

const ReportByShape = z.object({
  id: z.int(),
  reporter: UserRefShape,
  /** Number of earlier reports that were upheld or turned down. */
  record: z.object({ upheld: z.int(), turned_down: z.int() }),
  reason: z.enum(REPORT_REASONS),
  text: z.string(),
  created_at: z.iso.datetime(),
})

/** A reported version of the target. Copies are deleted some time after the decision. */
const ReportCopyShape = z.object({
  id: z.int(),
  /** The title of a post or the name of a user. */
  title: z.string(),
  /** The beginning of a post, the text of a comment or the signature of a user. */
  text: z.string(),
  images: z.array(z.string()),
  created_at: z.iso.datetime(),
})

/** All reports of one target up to the decision. */
export const ReportCaseShape = z
  .object({
    case_id: z.int(),
    kind: ReportKindShape,
    /** The id of the post or comment, or the uid of the user. */
    id: z.int(),
    /** The author of the reported content, or the reported user. */
    subject: UserRefShape,
    /** The title of a post, the text of a comment or the signature of a user, as it was first reported. */
    excerpt: z.string(),
    /** The same at present. Null if the target is deleted. */
    present_excerpt: z.string().nullable(),
    /** The reported versions, oldest first. */
    copies: z.array(ReportCopyShape),
    /** The reported post, or the post of the reported comment. */
    post_id: z.int().nullable(),
    /** The content is no longer public: the post is hidden or deleted, the comment or its post deleted, the user banned. */
    gone: z.boolean(),
    reports_count: z.int(),
    /** The word of the word list that was found in a comment. The site then reported the comment itself. */
    word: z.string().nullable(),
    /** The oldest reports; the list is limited. */
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
