import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { RANDOM_ID } from '#kernel/ids.ts'

export const ACCESS_LIFETIME = 15 * MINUTE

/** Names a session until it expires. Not stored: every use loads the session's row. */
export async function accessToken(secrets: Secrets, sid: string, now: Date): Promise<string> {
  return seal(secrets, 'access', `${sid}.${Math.floor(after(now, ACCESS_LIFETIME).getTime() / SECOND)}`)
}

interface AccessClaim {
  sid: string
  expired: boolean
}

export async function readAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaim | null> {
  const claim = splitClaim(await unseal(secrets, 'access', token))
  return claim && { sid: claim.sid, expired: claim.number * SECOND <= now.getTime() }
}

/** The database keeps the generation, never the token: whoever copies the database cannot renew a session. */
export async function refreshToken(secrets: Secrets, sid: string, generation: number): Promise<string> {
  return seal(secrets, 'refresh', `${sid}.${generation}`)
}

interface RefreshClaim {
  sid: string
  generation: number
}

export async function readRefreshToken(secrets: Secrets, token: string): Promise<RefreshClaim | null> {
  const claim = splitClaim(await unseal(secrets, 'refresh', token))
  return claim && { sid: claim.sid, generation: claim.number }
}

/** Both kinds of token hold the id of a session and a number. */
function splitClaim(text: string | null): { sid: string; number: number } | null {
  const [sid = '', number = '', ...rest] = text?.split('.') ?? []
  if (!RANDOM_ID.test(sid) || !/^\d{1,15}$/.test(number) || rest.length > 0) return null
  return { sid, number: Number(number) }
}
