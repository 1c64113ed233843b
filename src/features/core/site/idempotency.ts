import { sql } from 'drizzle-orm'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { withRetry } from '#db/outage.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

const RETRY_PERIOD = DAY

/** A request with an idempotency key, and the hash of the request. */
export interface Retry {
  uid: number
  key: string
  requestHash: string
}

/**
 * Runs a command once per key, if the caller has already read that no response is stored. The
 * command must add `storeResponse` to its own batch, so that effect and response commit together. A
 * temporary failure is retried. If the first attempt was committed nevertheless, or a concurrent
 * request was faster, the retry fails, and the stored response is returned. This includes failures
 * such as a balance that is too low because the first attempt already spent the energy.
 */
export async function firstTime<Stored, Result>(
  db: Database,
  retry: Retry | null,
  now: Date,
  run: () => Promise<Result>,
  again: (stored: Stored) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await (retry === null ? run() : withRetry(run))
  } catch (error) {
    const mayBeRepeated = retry !== null && error instanceof AppError
    const first = mayBeRepeated ? await db.read(storedResponse<Stored>(retry, now)) : null
    if (first === null) throw error
    return again(first)
  }
}

/**
 * The stored response of a key, as part of a larger read. Throws if the key was used for a
 * different request.
 */
export function storedResponse<Stored>(retry: Retry | null, now: Date): Group<Stored | null> {
  const row = sql<{ request_hash: string; answer: string }>`
    SELECT request_hash, answer FROM idempotency_keys
    WHERE user_id = ${retry?.uid ?? 0} AND key = ${retry?.key ?? ''} AND created_at > ${expiry(now)}`
  return group({ row: one(row) }, ({ row }) => {
    if (row === null) return null
    if (row.request_hash !== retry?.requestHash) throw new AppError('idempotency_conflict')
    return JSON.parse(row.answer) as Stored
  })
}

/**
 * `response` is an SQL expression that returns JSON, such as `json_object('post',
 * last_insert_rowid())`.
 */
export function storeResponse(retry: Retry | null, response: Statement, now: Date): Statement[] {
  if (retry === null) return []
  const { uid, key, requestHash } = retry
  return [
    sql`DELETE FROM idempotency_keys WHERE user_id = ${uid} AND key = ${key} AND created_at <= ${expiry(now)}`,
    sql`INSERT INTO idempotency_keys (user_id, key, request_hash, answer, created_at)
        SELECT ${uid}, ${key}, ${requestHash}, ${response}, ${now.toISOString()}`,
  ]
}

/** For the cron: deletes responses after their retry period. */
export function deleteOldResponses(now: Date): Statement {
  return sql`DELETE FROM idempotency_keys WHERE created_at <= ${expiry(now)}`
}

function expiry(now: Date): string {
  return after(now, -RETRY_PERIOD).toISOString()
}
