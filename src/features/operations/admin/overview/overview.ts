import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, one } from '#db/client.ts'
import type { SiteDay } from '#db/schema/core.ts'
import { daysSince, postCount } from '#features/core/site/days.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { storedSetup } from '#features/core/site/setup.ts'
import { operationsOfDay } from '#features/core/site/state.ts'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { lastCronReport } from '#features/operations/admin/overview/cron-report.ts'
import { type InvariantReport, InvariantReportShape } from '#features/operations/admin/overview/invariants.ts'
import {
  BackupsShape,
  figuresOf,
  OperationsShape,
  operationFigures,
} from '#features/operations/admin/overview/operation-figures.ts'
import { backupStatus } from '#features/operations/backups/status.ts'
import { addDays, dayOf } from '#kernel/clock.ts'

export const ACTIVITY_DAYS = 30

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

export type Overview = Awaited<ReturnType<typeof adminOverview>>

/**
 * Open decisions and site figures. This function counts no growing tables: triggers maintain the totals (see `daysSince` and
 * `openDecisions`).
 */
export async function adminOverview(db: Database, now: Date, isForOwner = false) {
  const today = dayOf(now)
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, index) => addDays(today, index + 1 - ACTIVITY_DAYS))
  const { waiting, posts, daily, check, status, backsUp, operations, cron, setup } = await db.read({
    waiting: openDecisions,
    posts: one(postCount),
    daily: daysSince(days[0] ?? today),
    status: backupStatus,
    backsUp: settingOf('backups.enabled'),
    operations: operationsOfDay(now),
    cron: lastCronReport,
    /** Null for admins who are not owners. */
    setup: isForOwner ? storedSetup : null,
    check: one(sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'invariants'`),
  })
  const backups = figuresOf(status, backsUp, now)
  const byDay = new Map(daily.map((row) => [row.day, row]))
  /** One entry per day, oldest first, ending today. */
  const activity: SiteDay[] = days.map(
    (day) => byDay.get(day) ?? { day, users: 0, posts: 0, comments: 0, check_ins: 0 },
  )
  const { unseen_edits: edited_after_approval, ...totals } = waiting
  const figures: z.infer<typeof AdminOverviewShape> = {
    ...totals,
    edited_after_approval,
    posts: posts?.posts ?? 0,
    comments_today: activity.at(-1)?.comments ?? 0,
    backups,
    operations: operationFigures(operations, cron, backups, now),
    ledger_check: check && (JSON.parse(check.value) as InvariantReport),
  }
  return { figures, waiting, activity, setup }
}
