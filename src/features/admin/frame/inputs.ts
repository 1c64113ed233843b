import { z } from 'zod'
import { ReasonShape } from '#features/energy/shapes.ts'
import { QUERY_MAX } from '#features/search/match.ts'
import { text } from '#kernel/fields.ts'

export const REASON_MAX = 500
export const PROFILE_REASON_MAX = 200

/** Why an admin did it: told to the person concerned, and kept in the log. */
export const reasonInput = text({ min: 1, max: REASON_MAX })

/** Nothing to look for is no search. */
export const searchInput = text({ max: QUERY_MAX })
  .transform((q) => q || undefined)
  .optional()

/** A day of this millennium: beyond it a day has more than ten characters. */
const day = z.iso.date().refine((value) => value >= '2000-01-01' && value < '3000-01-01')

/** Which entries of the ledger are looked for. Days are Shanghai's, both included. */
export const LedgerFilter = z.object({
  uid: z.coerce.number().int().positive().optional(),
  reason: ReasonShape.optional(),
  from: day.optional(),
  to: day.optional(),
})
