import { after, MINUTE, SECOND } from '#kernel/clock.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { RANDOM_ID } from '#kernel/ids.ts'

export const ACCESS_LIFETIME = 15 * MINUTE

/**
 * A signed session id with an expiry and the uid, which never changes in a session. Not stored: every use checks the row of the
 * session.
 */
export async function accessToken(secrets: Secrets, sid: string, uid: number, now: Date): Promise<string> {
  return seal(secrets, 'access', `${sid}.${Math.floor(after(now, ACCESS_LIFETIME).getTime() / SECOND)}.${uid}`)
}

interface AccessClaim {
  sid: string
  /** Null in a token of an older version. */
  uid: number | null
  expired: boolean
}

export async function readAccessToken(secrets: Secrets, token: string, now: Date): Promise<AccessClaim | null> {
  const claim = splitClaim(await unseal(secrets, 'access', token), 1)
  if (claim === null) return null
  const [expires = 0, uid = null] = claim.numbers
  return { sid: claim.sid, uid, expired: expires * SECOND <= now.getTime() }
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
  return claim && { sid: claim.sid, generation: claim.numbers[0] ?? 0 }
}

/** Both kinds of token contain a session id and a number, and `optional` further numbers. */
function splitClaim(text: string | null, optional = 0): { sid: string; numbers: number[] } | null {
  const [sid = '', ...numbers] = text?.split('.') ?? []
  const isOurs = RANDOM_ID.test(sid) && numbers.every((number) => /^\d{1,15}$/.test(number))
  if (!isOurs || numbers.length < 1 || numbers.length > 1 + optional) return null
  return { sid, numbers: numbers.map(Number) }
}
