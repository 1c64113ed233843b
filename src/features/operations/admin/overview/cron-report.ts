import { sql } from 'drizzle-orm'
import { type Database, type Group, group } from '#db/client.ts'
import { countUpTo } from '#db/count.ts'
import { addOperations, forgetOldOperations, type Operation } from '#features/core/site/operations.ts'
import { remember } from '#features/core/site/state.ts'

/** How long each queue may get before somebody should look. */
export const QUEUES = { mail: 500, posts: 1_000, comments: 5_000, images: 5_000 } as const
export type QueueName = keyof typeof QUEUES

/** Counted no further than it takes to see that one is long. */
const QUEUE_COUNTED_MAX = 10_000

/** D1 ends at 10 GB. */
export const FULL_BYTES = 8_000_000_000

/** What the last run of the cron found. */
export interface CronReport {
  at: string
  queues: Record<QueueName, number>
  bytes: { main: number; search: number }
}

interface CronRun {
  ms: number
  failedJobs: string[]
  failedObjects: string[]
  /** Texts that the search index was behind with. */
  mended: { posts: number; comments: number }
  bytes: CronReport['bytes']
}

export async function reportCronRun(db: Database, run: CronRun, now: Date): Promise<void> {
  const { mail, images } = await db.read({
    mail: countUpTo(QUEUE_COUNTED_MAX, sql`outbox WHERE status = 'waiting'`),
    images: countUpTo(QUEUE_COUNTED_MAX, sql`images WHERE unused_since IS NOT NULL`),
  })
  const queues = { mail, ...run.mended, images }
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

/** Of a run that leaves no report of its own. */
export async function reportFailedJobs(db: Database, names: string[], now: Date): Promise<void> {
  const jobs = names.map((name) => failure('job', name))
  await db.batch([addOperations(jobs, now)])
}

/** As part of a larger read. Null before the first run. */
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
