import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { ReporterRecord } from '#db/schema/reports.ts'
import { dayOf } from '#kernel/clock.ts'
import { REPORTS_A_DAY, UNTRUSTED_REPORTS_A_DAY } from '#kernel/rate-limits.ts'

/** Rejected reports that make a user untrusted. The trigger reports_so_many_a_day has the same numbers. */
export const WRONG_MIN = 5
/** A user is untrusted only with more rejected reports per upheld report than this. */
export const WRONG_A_RIGHT = 4

/** Further upheld reports make a user trusted again. */
export function isUntrusted({ upheld, turned_down }: ReporterRecord): boolean {
  return turned_down >= WRONG_MIN && turned_down > WRONG_A_RIGHT * upheld
}

export type Today = ReporterRecord & { today: number }

/** The number of reports a user made today, and how many earlier ones were upheld or rejected. */
export function reportsToday(uid: number, now: Date): Statement<Today> {
  return sql`
    SELECT (SELECT COUNT(*) FROM reports WHERE user_id = ${uid} AND day = ${dayOf(now)}) AS today,
      COALESCE(r.upheld, 0) AS upheld, COALESCE(r.turned_down, 0) AS turned_down
    FROM (SELECT ${uid} AS uid) LEFT JOIN reporters r ON r.user_id = uid`
}

export function mayReportToday({ today, ...record }: Today): boolean {
  return today < (isUntrusted(record) ? UNTRUSTED_REPORTS_A_DAY : REPORTS_A_DAY)
}
