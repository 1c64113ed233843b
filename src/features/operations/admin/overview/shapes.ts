import * as z from 'zod'

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

export const OperationsShape = z
  .object({
    requests: z.int(),
    failed: z.int(),
    slow: z.int(),
    routes: z.array(z.object({ route: z.string(), failed: z.int(), slow: z.int(), worst_ms: z.int() })),
    cron: z.object({ last_at: z.iso.datetime().nullable(), runs: z.int(), failed: z.int() }),
    queues: z.object({ mail: z.int(), posts: z.int(), comments: z.int(), images: z.int() }).nullable(),
    bytes: z.object({ main: z.int(), search: z.int() }).nullable(),
    alarms: z.array(
      z.object({
        about: z.enum(['errors', 'slow', 'cron', 'job', 'object', 'queue', 'full', 'backup']),
        names: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'OperationFigures' })

export const AdminOverviewShape = z
  .object({
    pending_posts: z.int(),
    edited_after_approval: z.int(),
    pending_profiles: z.int(),
    open_reports: z.int(),
    users: z.int(),
    posts: z.int(),
    comments_today: z.int(),
    backups: BackupsShape,
    operations: OperationsShape,
    ledger_check: InvariantReportShape.nullable(),
  })
  .meta({ id: 'AdminOverview' })
