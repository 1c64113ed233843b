import type { PasskeyRow } from '#db/schema/accounts.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** COSE numbers of EdDSA, ES256 and RS256. All common devices support one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** The site that a passkey belongs to. A passkey of another site is refused. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

/** The challenge in the response, or an empty string if it is unreadable. Not verified yet. */
export function challengeIn(response: Registration | Assertion): string {
  try {
    return textOf(clientDataOf(response).challenge)
  } catch {
    return ''
  }
}

/** Encodes a challenge for WebAuthn options. */
export function asBytes(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

/** The data to store for a new passkey, or null if the response is invalid. */
export async function verifiedRegistration(site: RelyingParty, response: Registration, challenge: string) {
  return unlessInvalid(response, async ({ credentialOf }) => {
    const { id, publicKey, counter } = await credentialOf(response, expected(site, challenge))
    const transports = JSON.stringify(response.response.transports ?? [])
    return { credential_id: id, public_key: toBase64Url(publicKey), counter, transports }
  })
}

/** The new signature counter, and whether the device verified its user. Null if the response is invalid. */
export async function verifiedAssertion(
  site: RelyingParty,
  response: Assertion,
  challenge: string,
  { credential_id, public_key, counter }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<{ counter: number; isUserVerified: boolean } | null> {
  return unlessInvalid(response, async ({ signatureOf }) => {
    const credential = { id: credential_id, publicKey: bytesOf(public_key), counter }
    const { newCounter, userVerified } = await signatureOf(response, expected(site, challenge), credential)
    return { counter: newCounter, isUserVerified: userVerified }
  })
}

/**
 * The library throws for invalid input. It is loaded with the first passkey, because it would slow down every cold start.
 * The site is never shown in a frame of another site, so a response from one is invalid.
 */
async function unlessInvalid<Result>(
  response: Registration | Assertion,
  verify: (library: typeof import('#features/accounts/passkeys/verify.ts')) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { crossOrigin, topOrigin } = clientDataOf(response)
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
  return new AppError('validation_failed', { fields: { response: fieldProblem('passkey_not_fitting') } })
}

function clientDataOf({ response }: Registration | Assertion) {
  return JSON.parse(textOf(response.clientDataJSON)) as { challenge: string; crossOrigin?: boolean; topOrigin?: string }
}

function textOf(base64Url: string): string {
  return new TextDecoder().decode(bytesOf(base64Url))
}

/** Empty if the text is not base64url. */
function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return fromBase64Url(base64Url) ?? new Uint8Array()
}
