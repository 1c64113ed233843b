import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { RANDOM_ID } from '#kernel/ids.ts'

export const ACCESS_LIFETIME = 15 * MINUTE

/** A signed session id with an expiry. Not stored: every use loads the row of the session. */
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

/** The database stores only the generation, so a copy of the database cannot be used to refresh a session. */
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

/** Both kinds of token contain a session id and a number. */
function splitClaim(text: string | null): { sid: string; number: number } | null {
  const [sid = '', number = '', ...rest] = text?.split('.') ?? []
  if (!RANDOM_ID.test(sid) || !/^\d{1,15}$/.test(number) || rest.length > 0) return null
  return { sid, number: Number(number) }
}
