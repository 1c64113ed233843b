import { sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { tryAgain } from '#db/outage.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

const RETRY_PERIOD = DAY

/** A request that its sender may repeat safely: the key they gave it, and a digest of what was asked. */
export interface Retry {
  uid: number
  key: string
  requestHash: string
}

/**
 * Runs a command once for its key. The command puts `keepAnswer` into its own batch, so that its effect and the record
 * of it commit together; a repetition, also one that comes at the same time, gets the kept answer.
 */
export async function once<Kept, Result>(
  db: Database,
  retry: Retry | null,
  now: Date,
  run: () => Promise<Result>,
  again: (kept: Kept) => Result | Promise<Result>,
): Promise<Result> {
  if (retry === null) return run()
  const kept = await db.read(keptAnswer<Kept>(retry, now))
  return kept === null ? firstTime(db, retry, now, run, again) : again(kept)
}

/**
 * Like `once`, for a caller who knows that nothing is kept. Of two requests at the same time, the second gets the
 * first's answer. A command that failed in passing is sent again: if it was carried out all the same, its key is taken, and
 * its answer kept. Whatever refuses a repetition, the kept answer counts: what was paid may have been all there was.
 */
export async function firstTime<Kept, Result>(
  db: Database,
  retry: Retry | null,
  now: Date,
  run: () => Promise<Result>,
  again: (kept: Kept) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await (retry === null ? run() : tryAgain(run))
  } catch (error) {
    const mayBeRepeated = retry !== null && error instanceof AppError
    const first = mayBeRepeated ? await db.read(keptAnswer<Kept>(retry, now)) : null
    if (first === null) throw error
    return again(first)
  }
}

/** The answer kept for a key, as part of a larger read. The same key with another request is refused. */
export function keptAnswer<Kept>(retry: Retry | null, now: Date): Group<Kept | null> {
  const row = sql<{ request_hash: string; answer: string }>`
    SELECT request_hash, answer FROM idempotency_keys
    WHERE user_id = ${retry?.uid ?? 0} AND key = ${retry?.key ?? ''} AND created_at > ${expiry(now)}`
  return group({ row: one(row) }, ({ row }) => {
    if (row === null) return null
    if (row.request_hash !== retry?.requestHash) throw new AppError('idempotency_conflict')
    return JSON.parse(row.answer) as Kept
  })
}

/** `answer` is an SQL expression that gives JSON, such as `json_object('post', last_insert_rowid())`. */
export function keepAnswer(retry: Retry | null, answer: Statement, now: Date): Statement[] {
  if (retry === null) return []
  const { uid, key, requestHash } = retry
  return [
    sql`DELETE FROM idempotency_keys WHERE user_id = ${uid} AND key = ${key} AND created_at <= ${expiry(now)}`,
    sql`INSERT INTO idempotency_keys (user_id, key, request_hash, answer, created_at)
        SELECT ${uid}, ${key}, ${requestHash}, ${answer}, ${now.toISOString()}`,
  ]
}

/** For the cron: a kept answer is of no use once its retry period is over. */
export function forgetOldAnswers(now: Date): Statement {
  return sql`DELETE FROM idempotency_keys WHERE created_at <= ${expiry(now)}`
}

function expiry(now: Date): string {
  return after(now, -RETRY_PERIOD).toISOString()
}
