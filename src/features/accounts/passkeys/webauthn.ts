import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { PasskeyRow } from '#db/schema/accounts.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { after, MINUTE } from '#kernel/clock.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { type Purpose, type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { randomId } from '#kernel/ids.ts'

/** The site to which a passkey belongs. A passkey of another site is refused. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

/** The challenge in the response, or an empty text if it cannot be read. It is not verified yet. */
export function challengeIn(response: Registration | Assertion): string {
  try {
    return textOf(clientDataOf(response).challenge)
  } catch {
    return ''
  }
}

/** The base64url form in which WebAuthn options contain a text, such as a challenge. */
export function asBytes(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/**
 * The data to store for a new passkey, or null if the response is not valid (WebAuthn, section
 * 7.1). Any device is accepted.
 */
export async function verifiedRegistration(
  site: RelyingParty,
  response: Registration,
  challenge: string,
): Promise<NewPasskey | null> {
  return unlessInvalid(response, async ({ credentialOf }) => {
    const { id, publicKey, counter } = await credentialOf(response, expected(site, challenge))
    const transports = JSON.stringify(response.response.transports ?? [])
    return { credential_id: id, public_key: toBase64Url(publicKey), counter, transports }
  })
}

/**
 * The new signature counter, and whether the device has verified its user. Null if the response is
 * not valid (WebAuthn, section 7.2). Devices without a counter always send 0. For all others, a
 * counter that does not increase is the sign of a cloned device, and the response is not valid.
 */
export async function verifiedAssertion(
  site: RelyingParty,
  response: Assertion,
  challenge: string,
  {
    credential_id,
    public_key,
    counter,
  }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<{ counter: number; isUserVerified: boolean } | null> {
  return unlessInvalid(response, async ({ signatureOf }) => {
    const credential = { id: credential_id, publicKey: bytesOf(public_key), counter }
    const { newCounter, userVerified } = await signatureOf(
      response,
      expected(site, challenge),
      credential,
    )
    return { counter: newCounter, isUserVerified: userVerified }
  })
}

/**
 * The library throws for invalid input; this function then returns null. The library is loaded with
 * the first passkey, because it would slow down every cold start.
 */
async function unlessInvalid<Result>(
  response: Registration | Assertion,
  verify: (library: typeof import('#features/accounts/passkeys/verify.ts')) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { crossOrigin, topOrigin } = clientDataOf(response)
    // A response from a frame is refused, because no other site can show this site in a frame.
    if (crossOrigin || topOrigin) return null
    return await verify(await import('#features/accounts/passkeys/verify.ts'))
  } catch {
    return null
  }
}

const expected = ({ id, origin }: RelyingParty, challenge: string) => ({
  expectedChallenge: asBytes(challenge),
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: false,
})

export function invalidResponse(): AppError {
  return new AppError('validation_failed', {
    fields: { response: fieldProblem('passkey_not_fitting') },
  })
}

function clientDataOf({ response }: Registration | Assertion) {
  return JSON.parse(textOf(response.clientDataJSON)) as {
    challenge: string
    crossOrigin?: boolean
    topOrigin?: string
  }
}

function textOf(base64Url: string): string {
  return new TextDecoder().decode(bytesOf(base64Url))
}

/** The bytes of a base64url text. Empty if it is not base64url. */
function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return fromBase64Url(base64Url) ?? new Uint8Array()
}

export const PASSKEY_CHALLENGE_LIFETIME = 5 * MINUTE

type Ceremony = Extract<Purpose, `passkey-${string}`>

/**
 * The text that a device signs. A challenge contains its bearer (the browser that logs in, or the
 * session that adds a passkey) and its expiry. Both are sealed with the site secret, so challenges
 * without a response need no storage.
 */
export async function newChallenge(
  secrets: Secrets,
  ceremony: Ceremony,
  bearer: string,
  now: Date,
): Promise<string> {
  const expires = after(now, PASSKEY_CHALLENGE_LIFETIME).getTime()
  return seal(secrets, ceremony, `${bearer}.${expires}.${randomId()}`)
}

export async function isLive(
  secrets: Secrets,
  ceremony: Ceremony,
  bearer: string,
  challenge: string,
  now: Date,
): Promise<boolean> {
  const [madeFor, expires] = (await unseal(secrets, ceremony, challenge))?.split('.') ?? []
  return madeFor === bearer && Number(expires) > now.getTime()
}

/** Marks the challenge as used. `changes()` is 0 after the statement if it was already used. */
export async function spend(
  challenge: string,
  now: Date,
  lifetime = PASSKEY_CHALLENGE_LIFETIME,
): Promise<Statement> {
  const expires = after(now, lifetime).toISOString()
  return sql`
    INSERT INTO spent_challenges (challenge_hash, expires_at) VALUES (${await hashOf(challenge)}, ${expires})
    ON CONFLICT DO NOTHING`
}
