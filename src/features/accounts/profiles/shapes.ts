import * as z from 'zod'
import { MeShape, UserRefShape } from '#features/core/people/shapes.ts'
import { line } from '#kernel/fields.ts'

export const SIGNATURE_MAX = 80

export const SignatureInput = line({ max: SIGNATURE_MAX }).transform((value) => value.replace(/\s+/g, ' '))

/** The viewer's pending change. `username` and `signature` are null if they stay unchanged; `avatar_url` is a new avatar. */
const PendingReviewShape = z
  .object({
    id: z.int(),
    status: z.literal('pending'),
    username: z.string().nullable(),
    signature: z.string().nullable(),
    cost: z.int().min(0),
    avatar_url: z.string().optional(),
  })
  .meta({ id: 'PendingProfileReview' })

export const ChangedShape = z.object({ user: MeShape, review: z.null() })
export const SubmittedShape = z.object({ user: MeShape, review: PendingReviewShape })
export const AuditStatusShape = z.object({ audit_enabled: z.boolean(), review: PendingReviewShape.nullable() })
export const AvatarShape = z.object({ avatar_url: z.string() })
/** `avatar_url` is the avatar that is shown until the decision. */
export const SubmittedAvatarShape = z.object({ avatar_url: z.string().nullable(), review: PendingReviewShape })

/** The requested change with the current profile, for an admin to decide. */
export const ProfileReviewShape = z
  .object({
    id: z.int(),
    user: UserRefShape,
    username: z.string().nullable(),
    signature: z.string().nullable(),
    current_username: z.string().nullable(),
    current_signature: z.string(),
    avatar_url: z.string().nullable(),
    cost: z.int().min(0),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ProfileReview' })

export const DecidedReviewShape = z
  .object({
    ...ProfileReviewShape.shape,
    status: z.enum(['approved', 'rejected']),
    reason: z.string().nullable(),
    decided_at: z.iso.datetime(),
  })
  .meta({ id: 'DecidedProfileReview' })
