import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { checkedInAt } from '#features/economy/levels/check-in.ts'
import { dayOf } from '#kernel/clock.ts'

/**
 * The check of a session as part of the batch of a command. The trigger session_checks_refuse
 * aborts the batch with `session_expired` or `banned` if the session has ended, belongs to another
 * user, or its user is banned or deleted. It also checks the user in on the first request of the
 * day.
 */
export function sessionGuard(sid: string, uid: number, now: Date): Statement[] {
  return [
    sql`INSERT INTO session_checks (sid, user_id, at, day)
        VALUES (${sid}, ${uid}, ${now.toISOString()}, ${dayOf(now)})`,
    checkedInAt(uid, now),
  ]
}
