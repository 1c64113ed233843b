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

export const BackupsShape = z
  .object({
    alarm: z.enum(['off', 'failed', 'old']).nullable(),
    last_at: z.iso.datetime().nullable(),
    kept: z.int(),
    rows: z.int(),
    images: z.int(),
    failed_at: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'BackupFigures' })

export const AdminOverviewShape = z
  .object({
    pending_posts: z.int(),
    edited_after_approval: z.int(),
    pending_profiles: z.int(),
    users: z.int(),
    posts: z.int(),
    comments_today: z.int(),
    backups: BackupsShape,
    ledger_check: InvariantReportShape.nullable(),
  })
  .meta({ id: 'AdminOverview' })
