import { sql } from 'drizzle-orm'
import type { Statement, Statements } from '#db/client.ts'
import type { OperationHour } from '#db/schema/core.ts'
import { after, DAY } from '#kernel/clock.ts'

/** The keys under which jobs and operator commands keep their state between runs. */
type StateKey =
  | 'anomalies.found'
  | 'seed'
  | 'invariants'
  | 'invariants-pass'
  | 'images-seen-row'
  | 'images-seen-file'
  | 'backups'
  | 'operations'
  /** The positions of aging.ts. */
  | 'aging'
  | 'aged.audit_log'
  /**
   * Whether the owner has closed the set-up list, and the steps that the owner settled: setup.ts.
   */
  | 'checklist'
  | 'checklist-settled'
  | 'move'
  /** The posts up to this time are in letters or need no letter. */
  | 'letters'
  /** Content was erased: the next start of a local site compacts the files. */
  | 'erased'

export async function recall(db: Statements, key: StateKey): Promise<string | null> {
  const row = await db.first(
    sql<{ value: string }>`SELECT value FROM site_state WHERE key = ${key}`,
  )
  return row?.value ?? null
}

export function remember(key: StateKey, value: string): Statement {
  return sql`
    INSERT INTO site_state (key, value) VALUES (${key}, ${value})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`
}

/**
 * Statistics of one kind of operation. A route, a job or an object has a row of its own only after
 * it was slow or failed. `requests` without a name are all requests; with a name, those that were
 * refused for this reason (`CostRefusal`).
 */
export type Operation = Omit<OperationHour, 'hour'>

/**
 * Requests above this time count as slow: readers notice the delay, and no route is designed to
 * take longer.
 */
export const SLOW_MS = 1_000

export function addOperations(operations: readonly Operation[], now: Date): Statement {
  return sql`
    INSERT INTO operation_hours (hour, kind, name, count, slow, failed, worst_ms)
    SELECT ${hourOf(now)}, value ->> 'kind', value ->> 'name', value ->> 'count', value ->> 'slow', value ->> 'failed',
      value ->> 'worst_ms'
    FROM json_each(${JSON.stringify(operations)}) WHERE TRUE
    ON CONFLICT (hour, kind, name) DO UPDATE SET
      count = count + excluded.count, slow = slow + excluded.slow, failed = failed + excluded.failed,
      worst_ms = MAX(worst_ms, excluded.worst_ms)`
}

/** The operations of the last 24 hours, most failures first. */
export function operationsOfDay(now: Date): Statement<Operation> {
  return sql<Operation>`
    SELECT kind, name, SUM(count) AS count, SUM(slow) AS slow, SUM(failed) AS failed, MAX(worst_ms) AS worst_ms
    FROM operation_hours WHERE hour > ${hourOf(after(now, -DAY))}
    GROUP BY kind, name ORDER BY SUM(failed) DESC, SUM(slow) DESC, kind, name`
}

export function forgetOldOperations(now: Date): Statement {
  return sql`DELETE FROM operation_hours WHERE hour <= ${hourOf(after(now, -2 * DAY))}`
}

const hourOf = (moment: Date) => moment.toISOString().slice(0, 13)
