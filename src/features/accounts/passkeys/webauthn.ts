import { decodeCBOR } from '@levischuck/tiny-cbor'
import type { PasskeyRow } from '#db/schema/passkeys.ts'
import {
  type AuthenticatorData,
  mapIn,
  parseAuthenticatorData,
} from '#features/accounts/passkeys/authenticator-data.ts'
import { importPublicKey } from '#features/accounts/passkeys/public-key.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { sha256 } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

/** The site that a passkey belongs to. A passkey of another site is refused. */
export interface RelyingParty {
  /** The host name. */
  id: string
  origin: string
}

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

/**
 * The data to store for a new passkey, or null if the response is invalid (WebAuthn section 7.1). Any device is accepted, so an
 * attestation statement is ignored.
 */
export async function verifiedRegistration(
  site: RelyingParty,
  { id, rawId, response }: Registration,
  challenge: string,
) {
  return unlessInvalid(async () => {
    checkClientData(site, response, 'webauthn.create', challenge)
    const authData = mapIn(decodeCBOR(bytesOf(response.attestationObject))).get('authData')
    if (!(authData instanceof Uint8Array)) throw new Error('the authenticator data is missing')
    const { credential, counter } = await checkedData(site, authData)
    if (credential === null) throw new Error('the credential is missing')
    const credential_id = toBase64Url(credential.id)
    if (id !== credential_id || rawId !== credential_id) throw new Error('another credential')
    await importPublicKey(credential.publicKey)
    const transports = JSON.stringify(response.transports ?? [])
    return { credential_id, public_key: toBase64Url(credential.publicKey), counter, transports }
  })
}

/** The new signature counter, and whether the device verified its user. Null if the response is invalid (WebAuthn section 7.2). */
export async function verifiedAssertion(
  site: RelyingParty,
  { id, rawId, response }: Assertion,
  challenge: string,
  { credential_id, public_key, counter }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<{ counter: number; isUserVerified: boolean } | null> {
  return unlessInvalid(async () => {
    if (id !== credential_id || rawId !== credential_id) throw new Error('another credential')
    checkClientData(site, response, 'webauthn.get', challenge)
    const authData = bytesOf(response.authenticatorData)
    const data = await checkedData(site, authData)
    // Devices without a counter always send 0. Otherwise a counter that does not increase is the sign of a cloned device.
    if ((data.counter > 0 || counter > 0) && data.counter <= counter) throw new Error('the counter did not increase')
    const signed = new Uint8Array([...authData, ...(await sha256(bytesOf(response.clientDataJSON)))])
    const key = await importPublicKey(bytesOf(public_key))
    if (!(await key.verify(bytesOf(response.signature), signed))) throw new Error('the signature is wrong')
    return { counter: data.counter, isUserVerified: data.isUserVerified }
  })
}

/** Parsers and checks throw for invalid input, each at its own place. */
async function unlessInvalid<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}

function checkClientData(
  { origin }: RelyingParty,
  { clientDataJSON }: { clientDataJSON: string },
  type: 'webauthn.create' | 'webauthn.get',
  challenge: string,
): void {
  const data = JSON.parse(textOf(clientDataJSON))
  const isExpected = data.type === type && data.challenge === asBytes(challenge) && data.origin === origin
  // The site is never shown in a frame of another site.
  if (!isExpected || data.crossOrigin || data.topOrigin) throw new Error('not the answer to this request')
}

async function checkedData(site: RelyingParty, bytes: Uint8Array): Promise<AuthenticatorData> {
  const data = parseAuthenticatorData(bytes)
  if (toBase64Url(data.rpIdHash) !== toBase64Url(await sha256(site.id))) {
    throw new Error('another site')
  }
  if (!data.isUserPresent) throw new Error('the user was not present')
  return data
}

export function invalidResponse(): AppError {
  return new AppError('validation_failed', { fields: { response: fieldProblem('passkey_not_fitting') } })
}

function textOf(base64Url: string): string {
  return new TextDecoder().decode(bytesOf(base64Url))
}

/** Empty if the text is not base64url. */
function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  return fromBase64Url(base64Url) ?? new Uint8Array()
}
