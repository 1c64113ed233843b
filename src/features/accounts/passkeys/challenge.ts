import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { type Purpose, type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { randomId } from '#kernel/ids.ts'

export const PASSKEY_CHALLENGE_LIFETIME = 5 * MINUTE

type Ceremony = Extract<Purpose, `passkey-${string}`>

/**
 * The text that a device signs. A challenge contains its bearer (the browser that logs in, or the session that adds a passkey) and
 * its expiry, sealed with the site secret, so unanswered challenges need no storage.
 */
export async function newChallenge(secrets: Secrets, ceremony: Ceremony, bearer: string, now: Date): Promise<string> {
  const expires = after(now, PASSKEY_CHALLENGE_LIFETIME).getTime()
  return seal(secrets, ceremony, `${bearer}.${expires}.${randomId()}`)
}

export async function isLive(secrets: Secrets, ceremony: Ceremony, bearer: string, challenge: string, now: Date) {
  const [madeFor, expires] = (await unseal(secrets, ceremony, challenge))?.split('.') ?? []
  return madeFor === bearer && Number(expires) > now.getTime()
}

/** Marks the challenge as used. `changes()` is 0 after the statement if it was already used. */
export async function spend(challenge: string, now: Date, lifetime = PASSKEY_CHALLENGE_LIFETIME): Promise<Statement> {
  const expires = after(now, lifetime).toISOString()
  return sql`
    INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES (${await hashOf(challenge)}, ${expires})
    ON CONFLICT DO NOTHING`
}
