import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { Session } from '#db/schema/accounts.ts'
import { type Viewer, viewerColumns } from '#features/core/people/viewer.ts'
import { after, DAY, MINUTE } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'

export const SESSION_IDLE_LIFETIME = 30 * DAY
export const SESSION_LIFETIME = 90 * DAY
/**
 * Maximum number of sessions of a user. A new session beyond it ends the least recently used one
 * (trigger sessions_oldest_goes).
 */
export const SESSIONS_MAX = 20
/** Longer user agents are truncated. */
export const USER_AGENT_MAX = 500
const LAST_USE_PRECISION = MINUTE

export interface Origin {
  ip: string
  userAgent: string
  /** How the user has signed in: `password`, `passkey` or the issuer of a provider. */
  signedInBy?: string
}

/** Inserts a session for the user that `user` selects (a subquery with `uid` and `status`). */
export function openSession(
  user: Statement,
  origin: Origin,
  now: Date,
): { sid: string; statement: Statement } {
  const sid = randomId()
  const at = now.toISOString()
  const expires = after(now, SESSION_IDLE_LIFETIME).toISOString()
  const statement = sql`
    INSERT INTO sessions (sid, user_id, status, ip, user_agent, rotated_at, created_at, confirmed_at, last_used_at,
      expires_at, signed_in_by)
    SELECT ${sid}, uid, status, ${origin.ip}, ${origin.userAgent}, ${at}, ${at}, ${at}, ${at}, ${expires},
      ${origin.signedInBy ?? null}
    FROM (${user})`
  return { sid, statement }
}

export type LiveSession = Pick<
  Session,
  'sid' | 'generation' | 'rotated_at' | 'last_used_at' | 'expires_at'
> & {
  session_status: Session['status']
  session_created_at: string
  session_confirmed_at: string
}

export function liveSession(sid: string, now: Date): Statement<LiveSession & Viewer> {
  return sql`
    SELECT s.sid, s.generation, s.rotated_at, s.last_used_at, s.expires_at,
      s.status AS session_status, s.created_at AS session_created_at,
      coalesce(s.confirmed_at, s.created_at) AS session_confirmed_at,
      ${viewerColumns(now)}
    FROM sessions s JOIN users u ON u.uid = s.user_id
    WHERE s.sid = ${sid} AND s.expires_at > ${now.toISOString()} AND u.status <> 'deleted'`
}

/**
 * The uid of the session's user, as SQL for a statement in the same batch as `liveSession`. It is
 * NULL if the session has ended.
 */
export function liveUserOf(sid: string, uid: number, now: Date): Statement {
  return sql`(
    SELECT user_id FROM sessions
    WHERE sid = ${sid} AND expires_at > ${now.toISOString()} AND user_id = ${uid})`
}

export function viewerOf(row: LiveSession & Viewer): Viewer {
  const { sid, generation, rotated_at, last_used_at, expires_at, ...rest } = row
  const { session_status, session_created_at, session_confirmed_at, ...viewer } = rest
  return viewer
}

/**
 * The statement that records a use of the session. Null if none is needed, which is the usual case.
 */
export function recordUse(row: LiveSession & Viewer, now: Date): Statement | null {
  const isFresh = now.getTime() - Date.parse(row.last_used_at) < LAST_USE_PRECISION
  if (isFresh && row.session_status === row.status) return null
  // The status is read again, because the row may come from a replica.
  return sql`
    UPDATE sessions SET last_used_at = ${now.toISOString()}, status = (SELECT status FROM users WHERE uid = user_id)
    WHERE sid = ${row.sid}`
}

export async function isLive(db: Database, sid: string, now: Date): Promise<boolean> {
  const row = await db.first(
    sql`SELECT 1 FROM sessions WHERE sid = ${sid} AND expires_at > ${now.toISOString()}`,
  )
  return row !== null
}

/** A session that was just opened or refreshed, with its user. */
export interface SignedIn {
  sid: string
  generation: number
  expires_at: string
  /** When the user last logged in or confirmed their identity. */
  confirmedAt: string
  viewer: Viewer
}

/**
 * Converts the row that a batch reads after it has opened or refreshed a session. Throws
 * `session_expired` if there is no row, because then no session was opened.
 */
export function signedIn(row: (LiveSession & Viewer) | undefined): SignedIn {
  if (row === undefined) throw new AppError('session_expired')
  const { sid, generation, expires_at } = row
  return {
    sid,
    generation,
    expires_at,
    confirmedAt: row.session_confirmed_at,
    viewer: viewerOf(row),
  }
}
