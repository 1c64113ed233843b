import { sql } from 'drizzle-orm'
import { concerningReturned, type Database } from '#db/client.ts'
import { endSession } from '#features/accounts/sessions/devices.ts'
import {
  isLive,
  type LiveSession,
  liveSession,
  SESSION_IDLE_LIFETIME,
  SESSION_LIFETIME,
  type SignedIn,
  signedIn,
} from '#features/accounts/sessions/open.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { RANDOM_ID } from '#kernel/ids.ts'

export const ACCESS_LIFETIME = 15 * MINUTE

interface AccessClaim {
  sid: string
  uid: number
  expired: boolean
}

interface RefreshClaim {
  sid: string
  /** Which token of the session it is: each refresh increments the generation. */
  generation: number
}

/**
 * A signed session id with expiry and uid. The token is not stored: every use checks the row of the
 * session.
 */
export async function accessToken(
  secrets: Secrets,
  sid: string,
  uid: number,
  now: Date,
): Promise<string> {
  return seal(
    secrets,
    'access',
    `${sid}.${Math.floor(after(now, ACCESS_LIFETIME).getTime() / SECOND)}.${uid}`,
  )
}

/** The content of an access token, also of an expired one. Null if this site has not signed it. */
export async function readAccessToken(
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<AccessClaim | null> {
  const claim = splitClaim(await unseal(secrets, 'access', token), 2)
  if (claim === null) return null
  const [expires = 0, uid = 0] = claim.numbers
  return { sid: claim.sid, uid, expired: expires * SECOND <= now.getTime() }
}

/**
 * The database stores only the generation, so a copy of the database cannot be used to refresh a
 * session.
 */
export async function refreshToken(
  secrets: Secrets,
  sid: string,
  generation: number,
): Promise<string> {
  return seal(secrets, 'refresh', `${sid}.${generation}`)
}

/** The content of a refresh token. Null if this site has not signed it. */
export async function readRefreshToken(
  secrets: Secrets,
  token: string,
): Promise<RefreshClaim | null> {
  const claim = splitClaim(await unseal(secrets, 'refresh', token), 1)
  return claim && { sid: claim.sid, generation: claim.numbers[0] ?? 0 }
}

/** Both kinds of token contain a session id and some numbers. */
function splitClaim(text: string | null, count: number): { sid: string; numbers: number[] } | null {
  const [sid = '', ...numbers] = text?.split('.') ?? []
  const isOurs = RANDOM_ID.test(sid) && numbers.every((number) => /^\d{1,15}$/.test(number))
  return isOurs && numbers.length === count ? { sid, numbers: numbers.map(Number) } : null
}

interface Presented {
  access: string | null
  refresh: string | null
}

/**
 * The session ids in the tokens of a request, also in an expired access token. The sessions may
 * have ended.
 */
export async function claimedSids(
  secrets: Secrets,
  { access, refresh }: Presented,
  now: Date,
): Promise<string[]> {
  const claims = [
    access === null ? null : await readAccessToken(secrets, access, now),
    refresh === null ? null : await readRefreshToken(secrets, refresh),
  ]
  return [...new Set(claims.flatMap((claim) => claim?.sid ?? []))]
}

/** The session of the request, or null if it has ended. */
export async function ownLiveSid(
  db: Database,
  secrets: Secrets,
  tokens: Presented,
  now: Date,
): Promise<string | null> {
  for (const sid of await claimedSids(secrets, tokens, now)) {
    if (await isLive(db, sid, now)) return sid
  }
  return null
}

/** Ends the session of the request, if there is one. */
export async function logout(
  db: Database,
  secrets: Secrets,
  tokens: Presented,
  now: Date,
): Promise<void> {
  const sids = await claimedSids(secrets, tokens, now)
  await db.batch(
    sids.map((sid) =>
      concerningReturned(sql`DELETE FROM sessions WHERE sid = ${sid} RETURNING user_id`),
    ),
  )
}

/** The previous token stays valid for this time, so that two tabs can refresh concurrently. */
const REFRESH_GRACE = 60 * SECOND

/**
 * Rotates the refresh token. During the grace period, the previous token returns the current one.
 * An older token was probably stolen, so it ends the session.
 */
export async function refreshSession(
  db: Database,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<SignedIn> {
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
  // Only one of two concurrent requests increments the generation. Both get the same new token.
  const [, [current]] = await db.batch([
    sql`UPDATE sessions
        SET generation = generation + 1, rotated_at = ${at}, last_used_at = ${at}, expires_at = ${expires},
          status = ${session.status}
        WHERE sid = ${session.sid} AND generation = ${session.generation}`,
    liveSession(session.sid, now),
  ])
  return signedIn(current)
}
