import * as z from 'zod'
import { AUDIT_TARGETS } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const AuditEntryShape = z
  .object({
    id: z.int(),
    actor: UserRefShape,
    /** The affected user: the author of the post or comment, or the owner of the account. */
    subject: UserRefShape.nullable(),
    action: z.string(),
    target_type: z.enum(AUDIT_TARGETS),
    target_id: z.string(),
    reason: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })
