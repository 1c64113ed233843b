import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { endSession } from '#features/accounts/sessions/devices.ts'
import {
  type LiveSession,
  liveSession,
  SESSION_IDLE_LIFETIME,
  SESSION_LIFETIME,
  type SignedIn,
  signedIn,
} from '#features/accounts/sessions/open.ts'
import { readRefreshToken } from '#features/accounts/sessions/tokens.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { after, SECOND } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'

/** The previous token stays valid for this time, so that two tabs can refresh concurrently. */
const REFRESH_GRACE = 60 * SECOND

/**
 * Rotates the refresh token. During the grace period the previous token returns the current one. An older token was probably
 * stolen, so it ends the session.
 */
export async function refreshSession(db: Database, secrets: Secrets, token: string, now: Date): Promise<SignedIn> {
  const claim = await readRefreshToken(secrets, token)
  const session = claim && (await db.first(liveSession(claim.sid, now)))
  if (!claim || !session) throw new AppError('session_expired')
  if (claim.generation === session.generation) return rotate(db, session, now)
  const isGraced = now.getTime() - Date.parse(session.rotated_at) <= REFRESH_GRACE
  if (claim.generation === session.generation - 1 && isGraced) return signedIn(session)
  await db.batch([endSession(session.uid, session.sid)])
  throw new AppError('session_expired')
}

async function rotate(db: Database, session: LiveSession & Viewer, now: Date): Promise<SignedIn> {
  const at = now.toISOString()
  const latest = after(new Date(session.session_created_at), SESSION_LIFETIME)
  const idle = after(now, SESSION_IDLE_LIFETIME)
  const expires = (idle < latest ? idle : latest).toISOString()
  // Only one of two concurrent requests increments the generation; both get the same new token.
  const [, [current]] = await db.batch([
    sql`UPDATE sessions
        SET generation = generation + 1, rotated_at = ${at}, last_used_at = ${at}, expires_at = ${expires},
          status = ${session.status}
        WHERE sid = ${session.sid} AND generation = ${session.generation}`,
    liveSession(session.sid, now),
  ])
  return signedIn(current)
}
