import { sql } from 'drizzle-orm'
import { concerningReturned, type Statement } from '#db/client.ts'

export function endSession(uid: number, sid: string): Statement {
  return concerningReturned(sql`DELETE FROM sessions WHERE sid = ${sid} AND user_id = ${uid} RETURNING user_id`)
}

export function endAllSessions(uid: number | Statement): Statement {
  return concerningReturned(sql`DELETE FROM sessions WHERE user_id = ${uid} RETURNING user_id`)
}

export function endOtherSessions(uid: number, sid: string): Statement {
  return concerningReturned(sql`DELETE FROM sessions WHERE user_id = ${uid} AND sid <> ${sid} RETURNING user_id`)
}

/** For the cron: deletes a batch of expired sessions. */
export function endExpiredSessions(now: Date): Statement {
  return concerningReturned(sql`DELETE FROM sessions WHERE expires_at <= ${now.toISOString()} RETURNING user_id`)
}
