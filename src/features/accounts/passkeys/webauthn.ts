import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PasskeyRow } from '#db/schema/passkeys.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'

/** The site that passkeys are for. One of another site does not fit. */
export interface RelyingParty {
  /** The host name alone. */
  id: string
  origin: string
}

/** EdDSA, ES256 and RS256, by their numbers in COSE: whatever devices make is one of them. */
export const ALGORITHMS = [-8, -7, -257]

/** The challenge that was signed, as the site wrote it; empty where there is none to read. Nothing is verified yet. */
export function challengeIn({ response }: Registration | Assertion): string {
  try {
    const { challenge } = JSON.parse(textOf(response.clientDataJSON)) as { challenge: string }
    return textOf(challenge)
  } catch {
    return ''
  }
}

/** A challenge as browsers want it. */
export function asBytes(text: string): string {
  return toBase64Url(new TextEncoder().encode(text))
}

/** What is kept of a new passkey, or null where the registration does not fit. Its device may be any: nothing attests it. */
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

/** The device's new count, or null where the signature, the site, the challenge or the count does not fit. */
export async function verifiedCount(
  site: RelyingParty,
  response: Assertion,
  challenge: string,
  { credential_id, public_key, counter }: Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter'>,
): Promise<number | null> {
  try {
    const publicKey = fromBase64Url(public_key) ?? new Uint8Array()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site, challenge),
      response: { ...response, clientExtensionResults: {} },
      credential: { id: credential_id, publicKey, counter },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** The library throws whatever is wrong with what it verifies, its own error or that of a parser. */
function expected(site: RelyingParty, challenge: string) {
  return {
    expectedChallenge: asBytes(challenge),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }
}

function textOf(base64Url: string): string {
  return new TextDecoder().decode(fromBase64Url(base64Url) ?? new Uint8Array())
}
