import { sql } from 'drizzle-orm'
import { concerningReturned, type Database } from '#db/client.ts'
import { isLive } from '#features/accounts/sessions/open.ts'
import { readAccessToken, readRefreshToken } from '#features/accounts/sessions/tokens.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

interface Presented {
  access: string | null
  refresh: string | null
}

/**
 * The session ids in the tokens of a request, also in an expired access token. The sessions may have ended.
 */
export async function claimedSids(secrets: Secrets, { access, refresh }: Presented, now: Date): Promise<string[]> {
  const claims = [
    access === null ? null : await readAccessToken(secrets, access, now),
    refresh === null ? null : await readRefreshToken(secrets, refresh),
  ]
  return [...new Set(claims.flatMap((claim) => claim?.sid ?? []))]
}

/** The session of the request, or null if it has ended. */
export async function ownLiveSid(db: Database, secrets: Secrets, tokens: Presented, now: Date): Promise<string | null> {
  for (const sid of await claimedSids(secrets, tokens, now)) {
    if (await isLive(db, sid, now)) return sid
  }
  return null
}

/** Ends the session of the request, if there is one. */
export async function logout(db: Database, secrets: Secrets, tokens: Presented, now: Date): Promise<void> {
  const sids = await claimedSids(secrets, tokens, now)
  await db.batch(sids.map((sid) => concerningReturned(sql`DELETE FROM sessions WHERE sid = ${sid} RETURNING user_id`)))
}
