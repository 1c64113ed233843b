import * as z from 'zod'
import type { Operation } from '#features/core/site/state.ts'
import { type CronReport, FULL_BYTES, QUEUES, type QueueName } from '#features/operations/admin/overview/cron-report.ts'
import { type BackupStatus, TOO_OLD } from '#features/operations/backups/status.ts'
import { MINUTE } from '#kernel/clock.ts'

/** For each alarm, the section of docs/operations.md with instructions. */
export const RUNBOOKS = {
  errors: 'Requests fail',
  slow: 'Requests are slow',
  cron: 'The cron does not run',
  job: 'A job of the cron fails',
  object: 'A Durable Object does not respond',
  queue: 'A queue grows',
  full: 'The database is full',
  backup: 'A backup failed or is old',
} as const

export const OperationsShape = z
  .object({
    requests: z.int(),
    failed: z.int(),
    slow: z.int(),
    routes: z.array(z.object({ route: z.string(), failed: z.int(), slow: z.int(), worst_ms: z.int() })),
    cron: z.object({ last_at: z.iso.datetime().nullable(), runs: z.int(), failed: z.int() }),
    queues: z.object({ mail: z.int(), posts: z.int(), comments: z.int(), images: z.int() }).nullable(),
    bytes: z.object({ main: z.int(), search: z.int() }).nullable(),
    /** With the affected jobs, objects or queues. */
    alarms: z.array(
      z.object({ about: z.enum(Object.keys(RUNBOOKS) as (keyof typeof RUNBOOKS)[]), names: z.array(z.string()) }),
    ),
  })
  .meta({ id: 'OperationFigures' })

export type OperationFigures = z.infer<typeof OperationsShape>

const ROUTES_SHOWN = 5

/** Figures and alarms of the last day, for operators. */
export function operationFigures(
  operations: Operation[],
  cron: CronReport | null,
  backups: BackupFigures,
  now: Date,
): OperationFigures {
  const sum = (kind: Operation['kind']) => operations.find((one) => one.kind === kind)
  const requests = sum('requests')
  const routes = operations.filter(({ kind }) => kind === 'route').slice(0, ROUTES_SHOWN)
  return {
    requests: requests?.count ?? 0,
    failed: requests?.failed ?? 0,
    slow: requests?.slow ?? 0,
    routes: routes.map(({ name, failed, slow, worst_ms }) => ({ route: name, failed, slow, worst_ms })),
    cron: { last_at: cron?.at ?? null, runs: sum('cron')?.count ?? 0, failed: sum('cron')?.failed ?? 0 },
    queues: cron?.queues ?? null,
    bytes: cron?.bytes ?? null,
    alarms: alarmsOf(operations, cron, backups, now),
  }
}

export type Alarm = OperationFigures['alarms'][number]

/** Shares of requests that raise an alarm. Single failures appear only in the log. */
const SHARE_OF_FAILED = 0.01
const SHARE_OF_SLOW = 0.05
const AT_LEAST = 10
/** The cron runs every 15 minutes; one missed run raises no alarm. */
const CRON_MISSED = 40 * MINUTE

function alarmsOf(operations: Operation[], cron: CronReport | null, backups: BackupFigures, now: Date): Alarm[] {
  const failed = (kind: Operation['kind']) => operations.filter((one) => one.kind === kind && one.failed > 0)
  const requests = operations.find(({ kind }) => kind === 'requests')
  const isMany = (some: number, share: number) => some >= AT_LEAST && some >= share * (requests?.count ?? 0)
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

export type BackupFigures = z.infer<typeof BackupsShape>

/** Figures and alarm of scheduled backups. A site without a backup raises the alarm `TOO_OLD` after the first one started. */
export function figuresOf({ kept, since, failed }: BackupStatus, isOn: boolean, now: Date): BackupFigures {
  const [newest] = kept
  const begun = newest?.taken_at ?? since
  const isOld = begun !== null && now.getTime() - Date.parse(begun) > TOO_OLD
  const alarm = !isOn ? 'off' : failed ? 'failed' : isOld ? 'old' : null
  return {
    alarm,
    last_at: newest?.taken_at ?? null,
    kept: kept.length,
    rows: newest?.rows ?? 0,
    images: newest?.images ?? 0,
    failed_at: failed?.at ?? null,
    reason: failed?.reason ?? null,
  }
}
