import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PasskeyRow } from '#db/schema/passkeys.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** The site that a passkey belongs to. A passkey of another site is refused. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

/** COSE numbers of EdDSA, ES256 and RS256. All common devices support one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** The challenge in the response, or an empty string if it is unreadable. Not verified yet. */
export function challengeIn({ response }: Registration | Assertion): string {
  try {
    const { challenge } = JSON.parse(textOf(response.clientDataJSON)) as { challenge: string }
    return textOf(challenge)
  } catch {
    return ''
  }
}

/** Encodes a challenge for WebAuthn options. */
export function asBytes(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

/** The data to store for a new passkey, or null if the response is invalid. Any device is accepted: there is no attestation. */
export async function verifiedRegistration(site: RelyingParty, response: Registration, challenge: string) {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expected(site, challenge),
      response: { ...response, clientExtensionResults: {}, response: { ...response.response, transports: [] } },
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = JSON.stringify(response.response.transports ?? [])
    return { credential_id: id, public_key: toBase64Url(publicKey), counter, transports }
  } catch {
    return null
  }
}

/** The new signature counter, and whether the device verified its user. Null if the response is invalid. */
export async function verifiedAssertion(
  site: RelyingParty,
  response: Assertion,
  challenge: string,
  { credential_id, public_key, counter }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<{ counter: number; isUserVerified: boolean } | null> {
  try {
    const publicKey = fromBase64Url(public_key) ?? new Uint8Array()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site, challenge),
      response: { ...response, clientExtensionResults: {} },
      credential: { id: credential_id, publicKey, counter },
    })
    if (!verified) return null
    return { counter: authenticationInfo.newCounter, isUserVerified: authenticationInfo.userVerified }
  } catch {
    // The library and its parsers throw for invalid input.
    return null
  }
}

function expected(site: RelyingParty, challenge: string) {
  return {
    expectedChallenge: asBytes(challenge),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }
}

export function invalidResponse(): AppError {
  return new AppError('validation_failed', { fields: { response: fieldProblem('passkey_not_fitting') } })
}

function textOf(base64Url: string): string {
  return new TextDecoder().decode(fromBase64Url(base64Url) ?? new Uint8Array())
}
