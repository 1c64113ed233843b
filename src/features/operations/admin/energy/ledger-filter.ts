import { z } from 'zod'
import { ReasonShape } from '#features/economy/energy/shapes.ts'

/** A day of this millennium: beyond it a day has more than ten characters. */
const day = z.iso.date().refine((value) => value >= '2000-01-01' && value < '3000-01-01')

/** Which entries of the ledger are looked for. Days are Shanghai's, both included. */
export const LedgerFilter = z.object({
  uid: z.coerce.number().int().positive().optional(),
  reason: ReasonShape.optional(),
  from: day.optional(),
  to: day.optional(),
})
