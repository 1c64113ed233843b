import { z } from 'zod'

export const InvariantReportShape = z
  .object({
    checked_at: z.iso.datetime(),
    ok: z.boolean(),
    failures: z.record(z.string(), z.array(z.int())),
    checked: z.int(),
    complete: z.boolean(),
  })
  .meta({ id: 'InvariantReport' })

export const AdminOverviewShape = z
  .object({
    pending_posts: z.int(),
    edited_after_approval: z.int(),
    pending_profiles: z.int(),
    users: z.int(),
    posts: z.int(),
    comments_today: z.int(),
    ledger_check: InvariantReportShape.nullable(),
  })
  .meta({ id: 'AdminOverview' })
