import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { type Purpose, type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { randomId } from '#kernel/ids.ts'

export const PASSKEY_CHALLENGE_LIFETIME = 5 * MINUTE

type Ceremony = Extract<Purpose, `passkey-${string}`>

/**
 * What a device signs. A challenge names its bearer (a browser that logs in, or a session that adds a passkey) and its end, so
 * nothing is stored for the many that are never answered.
 */
export async function newChallenge(secrets: Secrets, ceremony: Ceremony, bearer: string, now: Date): Promise<string> {
  const expires = after(now, PASSKEY_CHALLENGE_LIFETIME).getTime()
  return seal(secrets, ceremony, `${bearer}.${expires}.${randomId()}`)
}

export async function isLive(secrets: Secrets, ceremony: Ceremony, bearer: string, challenge: string, now: Date) {
  const [madeFor, expires] = (await unseal(secrets, ceremony, challenge))?.split('.') ?? []
  return madeFor === bearer && Number(expires) > now.getTime()
}

/** `changes()` is 1 behind the statement, unless the challenge was answered before. */
export async function spend(challenge: string, now: Date): Promise<Statement> {
  const expires = after(now, PASSKEY_CHALLENGE_LIFETIME).toISOString()
  return sql`
    INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES (${await hashOf(challenge)}, ${expires})
    ON CONFLICT DO NOTHING`
}
