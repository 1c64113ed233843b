import { sql } from 'drizzle-orm'
import { type BatchGuard, isRead } from '#db/client.ts'
import { toQuery } from '#db/query.ts'
import { dayOf } from '#kernel/clock.ts'

/** A session that the first batch of a command checks. */
export interface SessionGuard {
  guard: BatchGuard
  /** Whether a batch with the check has committed. */
  hasPassed: () => boolean
}

/**
 * Adds the check of the session to the first batch that writes, so that a command needs no round trip for it. The trigger
 * session_checks_refuse aborts the batch if the session has ended or its user is banned or has not checked in today. In the last
 * case the user is checked in and the same statements are sent again.
 */
export function sessionGuard(
  { sid, uid, now }: { sid: string; uid: number; now: Date },
  { isLoaded, checkIn }: { isLoaded: () => boolean; checkIn: () => Promise<unknown> },
): SessionGuard {
  const check = toQuery(sql`
    INSERT INTO session_checks (sid, user_id, at, day) VALUES (${sid}, ${uid}, ${now.toISOString()}, ${dayOf(now)})`)
  let hasPassed = false
  return {
    guard: async (queries, send) => {
      if (hasPassed || isLoaded() || queries.every(({ sql }) => isRead(sql))) return send(queries)
      const checked = () => send([check, ...queries])
      const [, ...rows] = await checked().catch(async (error) => {
        if (!isCheckInDue(error)) throw error
        await checkIn()
        return checked()
      })
      hasPassed = true
      return rows
    },
    hasPassed: () => hasPassed,
  }
}

function isCheckInDue(error: unknown): boolean {
  return error instanceof Error && error.message.includes('check_in_due')
}
