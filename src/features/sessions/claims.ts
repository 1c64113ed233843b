import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isLive } from '#features/sessions/open.ts'
import { readAccessToken, readRefreshToken } from '#features/sessions/tokens.ts'

/** The tokens a request brings. */
export interface Presented {
  access: string | null
  refresh: string | null
}

/**
 * The session that a request names by either token, also by an expired access token. The session itself may have ended.
 */
export async function claimedSids(secret: string, { access, refresh }: Presented, now: Date): Promise<string[]> {
  const claims = [
    access === null ? null : await readAccessToken(secret, access, now),
    refresh === null ? null : await readRefreshToken(secret, refresh),
  ]
  return [...new Set(claims.flatMap((claim) => claim?.sid ?? []))]
}

/** The session a request belongs to, if that is still alive. */
export async function ownLiveSid(db: Database, secret: string, tokens: Presented, now: Date): Promise<string | null> {
  for (const sid of await claimedSids(secret, tokens, now)) {
    if (await isLive(db, sid, now)) return sid
  }
  return null
}

/** Ends the session a request belongs to; fine when there is none. */
export async function logout(db: Database, secret: string, tokens: Presented, now: Date): Promise<void> {
  const sids = await claimedSids(secret, tokens, now)
  await db.batch(sids.map((sid) => sql`DELETE FROM sessions WHERE sid = ${sid}`))
}
