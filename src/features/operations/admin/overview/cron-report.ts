import { sql } from 'drizzle-orm'
import { countUpTo, type Database, type Group, group } from '#db/client.ts'
import { addOperations, forgetOldOperations, type Operation, remember } from '#features/core/site/state.ts'

/** Queue lengths that raise an alarm. */
export const QUEUES = { mail: 500, posts: 1_000, comments: 5_000, images: 5_000 } as const
export type QueueName = keyof typeof QUEUES

/** Counting stops here: a longer queue raises the alarm anyway. */
const QUEUE_COUNTED_MAX = 10_000

/** Raises the alarm before the 10 GB limit of D1. */
export const FULL_BYTES = 8_000_000_000

/** Results of the last cron run. */
export interface CronReport {
  at: string
  queues: Record<QueueName, number>
  bytes: { main: number; search: number }
}

interface CronRun {
  ms: number
  failedJobs: string[]
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

/** For runs that do not call `reportCronRun`. */
export async function reportFailedJobs(db: Database, names: string[], now: Date): Promise<void> {
  const jobs = names.map((name) => failure('job', name))
  await db.batch([addOperations(jobs, now)])
}

/** Null before the first run. */
export const lastCronReport: Group<CronReport | null> = group(
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
