import * as z from 'zod'
import { ENERGY_REASONS } from '#db/values.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'

export const EnergyInfoShape = z
  .object({
    energy: z.int(),
    can_energize: z.boolean(),
    can_rename: z.boolean(),
    spent_today: z.int(),
    exp_from_energize_today: z.int(),
    exp_cap: z.int(),
  })
  .meta({ id: 'EnergyInfo' })

export const ReasonShape = z.enum(ENERGY_REASONS)

export const LedgerEntryShape = z
  .object({
    id: z.int(),
    amount: z.int(),
    reason: ReasonShape,
    balance_after: z.int(),
    post_id: z.int().nullable(),
    note: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LedgerEntry' })

export const AdminLedgerEntryShape = z
  .object({ ...LedgerEntryShape.shape, user: UserRefShape })
  .meta({ id: 'AdminLedgerEntry' })
