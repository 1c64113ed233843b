import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { countUpTo, type Database, type Group, group, one } from '#db/client.ts'
import type { SiteDay } from '#db/schema/core.ts'
import { daysSince, postCount } from '#features/core/site/days.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { type StoredSetup, storedSetup } from '#features/core/site/setup.ts'
import {
  addOperations,
  forgetOldOperations,
  type Operation,
  operationsOfDay,
  remember,
} from '#features/core/site/state.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import { type BackupStatus, backupStatus, TOO_OLD } from '#features/operations/backups/retention.ts'
import { addDays, dayOf, MINUTE } from '#kernel/clock.ts'
import { COST_REFUSALS, type CostRefusal } from '#kernel/errors.ts'

/** The lengths from which a queue raises an alarm. */
export const QUEUES = { mail: 500, posts: 1_000, comments: 5_000, images: 5_000 } as const
export type QueueName = keyof typeof QUEUES

/** Counting stops here: a longer queue raises the alarm anyway. */
const QUEUE_COUNTED_MAX = 10_000

/** Raises the alarm before the 10 GB limit of D1. */
const FULL_BYTES = 8_000_000_000

/** The results of the last cron run. */
interface CronReport {
  at: string
  /** The length of each queue, counted up to `QUEUE_COUNTED_MAX`. */
  queues: Record<QueueName, number>
  bytes: { main: number; search: number }
}

interface CronRun {
  ms: number
  failedJobs: string[]
  /** The Durable Objects that did not respond, and the compute Worker. */
  failedObjects: string[]
  /** Search index entries that were outdated or missing. */
  repaired: { posts: number; comments: number }
  bytes: CronReport['bytes']
}

export async function reportCronRun(db: Database, run: CronRun, now: Date): Promise<void> {
  const { mail, images } = await db.read({
    mail: countUpTo(QUEUE_COUNTED_MAX, sql`outbox WHERE status = 'waiting'`),
    images: countUpTo(QUEUE_COUNTED_MAX, sql`images WHERE unused_since IS NOT NULL`),
  })
  const queues = { mail, ...run.repaired, images }
  const report: CronReport = { at: now.toISOString(), queues, bytes: run.bytes }
  const failed = [...run.failedJobs, ...run.failedObjects].length > 0
  const operations: Operation[] = [
    { kind: 'cron', name: '', count: 1, slow: 0, failed: failed ? 1 : 0, worst_ms: run.ms },
    ...run.failedJobs.map((name) => failure('job', name)),
    ...run.failedObjects.map((name) => failure('object', name)),
  ]
  await db.batch([
    addOperations(operations, now),
    forgetOldOperations(now),
    remember('operations', JSON.stringify(report)),
  ])
}

/** For cron runs that do not call `reportCronRun`: the minute cron. */
export async function reportFailedJobs(db: Database, names: string[], now: Date): Promise<void> {
  const jobs = names.map((name) => failure('job', name))
  await db.batch([addOperations(jobs, now)])
}

/** Null before the first run. */
const lastCronReport: Group<CronReport | null> = group(
  { rows: sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'operations'` },
  ({ rows: [row] }) => (row ? (JSON.parse(row.value) as CronReport) : null),
)

const failure = (kind: 'job' | 'object', name: string): Operation => ({
  kind,
  name,
  count: 1,
  slow: 0,
  failed: 1,
  worst_ms: 0,
})

/** For each alarm, the section of docs/operations.md with instructions. */
export const RUNBOOKS = {
  errors: 'Requests fail',
  slow: 'Requests are slow',
  cron: 'The cron does not run',
  job: 'A job of the cron fails',
  object: 'A part does not respond',
  queue: 'A queue grows',
  full: 'The database is full',
  backup: 'A backup failed or is old',
} as const

const OperationsShape = z
  .object({
    requests: z.int(),
    failed: z.int(),
    slow: z.int(),
    refused: z
      .record(z.enum(COST_REFUSALS), z.int())
      .describe(
        'Requests that were refused because of their cost: their user or address was above its budget, they waited too long for their turn, or a text or an image was too complex.',
      ),
    routes: z.array(
      z.object({ route: z.string(), failed: z.int(), slow: z.int(), worst_ms: z.int() }),
    ),
    cron: z.object({ last_at: z.iso.datetime().nullable(), runs: z.int(), failed: z.int() }),
    queues: z
      .object({ mail: z.int(), posts: z.int(), comments: z.int(), images: z.int() })
      .nullable(),
    bytes: z.object({ main: z.int(), search: z.int() }).nullable(),
    alarms: z.array(
      z.object({
        about: z.enum(Object.keys(RUNBOOKS) as (keyof typeof RUNBOOKS)[]),
        names: z
          .array(z.string())
          .describe('The names of the jobs, objects or queues that caused the alarm.'),
      }),
    ),
  })
  .meta({ id: 'OperationFigures' })

export type OperationFigures = z.infer<typeof OperationsShape>

const ROUTES_SHOWN = 5

/** The figures and the alarms of the last day, for operators. */
function operationFigures(
  operations: Operation[],
  cron: CronReport | null,
  backups: BackupFigures,
  now: Date,
): OperationFigures {
  const sum = (kind: Operation['kind'], name = '') =>
    operations.find((one) => one.kind === kind && one.name === name)
  const requests = sum('requests')
  const refused = COST_REFUSALS.map((why) => [why, sum('requests', why)?.count ?? 0] as const)
  const routes = operations.filter(({ kind }) => kind === 'route').slice(0, ROUTES_SHOWN)
  return {
    requests: requests?.count ?? 0,
    failed: requests?.failed ?? 0,
    slow: requests?.slow ?? 0,
    refused: Object.fromEntries(refused) as Record<CostRefusal, number>,
    routes: routes.map(({ name, failed, slow, worst_ms }) => ({
      route: name,
      failed,
      slow,
      worst_ms,
    })),
    cron: {
      last_at: cron?.at ?? null,
      runs: sum('cron')?.count ?? 0,
      failed: sum('cron')?.failed ?? 0,
    },
    queues: cron?.queues ?? null,
    bytes: cron?.bytes ?? null,
    alarms: alarmsOf(operations, cron, backups, now),
  }
}

export type Alarm = OperationFigures['alarms'][number]

/**
 * The shares of requests that raise an alarm, from `AT_LEAST` requests on. Single failures appear
 * only in the log.
 */
const SHARE_OF_FAILED = 0.01
const SHARE_OF_SLOW = 0.05
const AT_LEAST = 10
/** The cron runs every 15 minutes. One missed run raises no alarm. */
const CRON_MISSED = 40 * MINUTE

function alarmsOf(
  operations: Operation[],
  cron: CronReport | null,
  backups: BackupFigures,
  now: Date,
): Alarm[] {
  const failed = (kind: Operation['kind']) =>
    operations.filter((one) => one.kind === kind && one.failed > 0)
  const requests = operations.find(({ kind, name }) => kind === 'requests' && name === '')
  const isMany = (some: number, share: number) =>
    some >= AT_LEAST && some >= share * (requests?.count ?? 0)
  const raised: [Alarm['about'], boolean | string[]][] = [
    ['errors', isMany(requests?.failed ?? 0, SHARE_OF_FAILED)],
    ['slow', isMany(requests?.slow ?? 0, SHARE_OF_SLOW)],
    ['cron', cron !== null && now.getTime() - Date.parse(cron.at) > CRON_MISSED],
    ['job', failed('job').map(({ name }) => name)],
    ['object', failed('object').map(({ name }) => name)],
    ['queue', cron ? longQueues(cron) : []],
    ['full', cron !== null && Math.max(cron.bytes.main, cron.bytes.search) > FULL_BYTES],
    ['backup', backups.alarm === 'failed' || backups.alarm === 'old'],
  ]
  return raised
    .filter(([, found]) => (Array.isArray(found) ? found.length > 0 : found))
    .map(([about, found]) => ({ about, names: Array.isArray(found) ? found : [] }))
}

const longQueues = ({ queues }: CronReport) =>
  (Object.keys(QUEUES) as QueueName[]).filter((name) => queues[name] >= QUEUES[name])

const BackupsShape = z
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

export type BackupFigures = z.infer<typeof BackupsShape>

/**
 * The figures and the alarm of scheduled backups. If no backup has been completed, the alarm is
 * raised `TOO_OLD` after the first one started.
 */
function figuresOf({ kept, since, failed }: BackupStatus, isOn: boolean, now: Date): BackupFigures {
  const [newest] = kept
  const begun = newest?.taken_at ?? since
  const alarm = () => {
    if (!isOn) return 'off'
    if (failed) return 'failed'
    return begun !== null && now.getTime() - Date.parse(begun) > TOO_OLD ? 'old' : null
  }
  return {
    alarm: alarm(),
    last_at: newest?.taken_at ?? null,
    kept: kept.length,
    rows: newest?.rows ?? 0,
    images: newest?.images ?? 0,
    failed_at: failed?.at ?? null,
    reason: failed?.reason ?? null,
  }
}

export const ACTIVITY_DAYS = 30

export const InvariantReportShape = z
  .object({
    checked_at: z.iso.datetime(),
    ok: z.boolean(),
    failures: z
      .record(z.string(), z.array(z.int()))
      .describe(
        'The ids of rows with a problem, by the name of the failed check. Not all ids are listed if there are many.',
      ),
    checked: z.int().describe('The number of rows that were checked so far.'),
    complete: z.boolean().describe('Whether the check has reached the last row.'),
  })
  .meta({ id: 'InvariantReport' })

export type InvariantReport = z.infer<typeof InvariantReportShape>

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

export interface Overview {
  figures: z.infer<typeof AdminOverviewShape>
  waiting: Waiting
  /** One entry per day, oldest first, ending with today. */
  activity: SiteDay[]
  /** Null for admins who are not owners. */
  setup: StoredSetup | null
}

/**
 * The open decisions and the figures of the site. It counts no table that grows with the site:
 * triggers maintain the totals that `daysSince` and `openDecisions` read.
 */
export async function adminOverview(
  db: Database,
  now: Date,
  isForOwner = false,
): Promise<Overview> {
  const today = dayOf(now)
  const days = Array.from({ length: ACTIVITY_DAYS }, (_, index) =>
    addDays(today, index + 1 - ACTIVITY_DAYS),
  )
  const { waiting, posts, daily, check, status, backsUp, operations, cron, setup } = await db.read({
    waiting: openDecisions,
    posts: one(postCount),
    daily: daysSince(days[0] ?? today),
    status: backupStatus,
    backsUp: settingOf('backups.enabled'),
    operations: operationsOfDay(now),
    cron: lastCronReport,
    setup: isForOwner ? storedSetup : null,
    check: one(sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'invariants'`),
  })
  const backups = figuresOf(status, backsUp, now)
  const byDay = new Map(daily.map((row) => [row.day, row]))
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
