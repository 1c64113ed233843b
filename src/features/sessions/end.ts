import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

export function endSession(uid: number, sid: string): Statement {
  return sql`DELETE FROM sessions WHERE sid = ${sid} AND user_id = ${uid}`
}

export function endAllSessions(uid: number | Statement): Statement {
  return sql`DELETE FROM sessions WHERE user_id = ${uid}`
}

export function endOtherSessions(uid: number, sid: string): Statement {
  return sql`DELETE FROM sessions WHERE user_id = ${uid} AND sid <> ${sid}`
}

/** For the cron: a batch of sessions whose time is over. */
export function endExpiredSessions(now: Date): Statement {
  return sql`DELETE FROM sessions WHERE expires_at <= ${now.toISOString()}`
}
