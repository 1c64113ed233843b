import {
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import {
  cose,
  decodeAttestationObject,
  decodeCredentialPublicKey,
  isoBase64URL,
  isoCBOR,
  verifySignature,
} from '@simplewebauthn/server/helpers'
import {
  ALGORITHMS,
  type Assertion,
  type Registration,
} from '#features/accounts/passkeys/shapes.ts'

interface Expected {
  expectedChallenge: string
  expectedOrigin: string
  expectedRPID: string
  requireUserVerification: boolean
}

/**
 * The credential of a valid registration. Throws if the registration is invalid or the key is weak.
 */
export async function credentialOf(
  response: Registration,
  expected: Expected,
): Promise<WebAuthnCredential> {
  const { clientDataJSON, attestationObject } = response.response
  const sent = {
    ...response,
    response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
    clientExtensionResults: {},
  }
  const result = await verifyRegistrationResponse({
    ...expected,
    response: sent,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!result.verified) throw new Error('the registration is invalid')
  const { credential } = result.registrationInfo
  if (credential.id !== response.id) throw new Error('another credential')
  refuseWeakKey(credential.publicKey)
  // This call throws if WebCrypto cannot import the key. The library does not check that in a
  // registration.
  await verifySignature({
    signature: ANY_SIGNATURE,
    data: new Uint8Array(),
    credentialPublicKey: credential.publicKey,
  })
  return credential
}

/**
 * What a valid login proves. Throws if the login is not valid, or if its counter did not increase.
 */
export async function signatureOf(
  response: Assertion,
  expected: Expected,
  credential: WebAuthnCredential,
): Promise<VerifiedAuthenticationResponse['authenticationInfo']> {
  if (response.id !== credential.id) throw new Error('another credential')
  refuseWeakKey(credential.publicKey)
  const sent = { ...response, clientExtensionResults: {} }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: sent,
    credential,
  })
  if (!verified) throw new Error('the signature is wrong')
  return authenticationInfo
}

/**
 * Removes the attestation statement instead of verifying it, because the site accepts any device.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const parts = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(parts))
}

/**
 * A signature only for importing a key. It is in DER, as ECDSA requires, and 64 bytes long, because
 * workerd throws for an Ed25519 signature of another length.
 */
const ANY_NUMBER = [2, 29, ...Array<number>(29).fill(1)]
const ANY_SIGNATURE = new Uint8Array([0x30, 62, ...ANY_NUMBER, ...ANY_NUMBER])

const { COSEALG, COSECRV, COSEKEYS } = cose
const RSA_BYTES = { min: 2048 / 8, max: 4096 / 8 }

/**
 * Throws unless the key is of P-256, of Ed25519, or of RSA with 2,048 to 4,096 bits. The library
 * accepts keys of any size.
 */
function refuseWeakKey(publicKey: Uint8Array<ArrayBuffer>): void {
  const key = decodeCredentialPublicKey(publicKey)
  const algorithm = key.get(COSEKEYS.alg)
  const isStrong = () => {
    if (cose.isCOSEPublicKeyEC2(key))
      return algorithm === COSEALG.ES256 && key.get(COSEKEYS.crv) === COSECRV.P256
    if (cose.isCOSEPublicKeyOKP(key)) {
      const isEd25519 = algorithm === COSEALG.EdDSA && key.get(COSEKEYS.crv) === COSECRV.ED25519
      return isEd25519 && !isOfSmallOrder(key.get(COSEKEYS.x))
    }
    if (!cose.isCOSEPublicKeyRSA(key) || algorithm !== COSEALG.RS256) return false
    const [modulus = new Uint8Array(), exponent] = [key.get(COSEKEYS.n), key.get(COSEKEYS.e)]
    const isLong =
      modulus[0] !== 0 && modulus.length >= RSA_BYTES.min && modulus.length <= RSA_BYTES.max
    return isLong && String(exponent) === '1,0,1'
  }
  if (!isStrong()) throw new Error('the key is weak or not supported')
}

/**
 * The encodings of the points of order 1, 2, 4 and 8, without the sign bit. A signature verifies
 * for several texts with such a key, and WebCrypto accepts the key. The list is that of libsodium
 * (`ge25519_has_small_order`).
 */
const SMALL_ORDER = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

function isOfSmallOrder(point: Uint8Array = new Uint8Array()): boolean {
  const digits = [...point].map((byte, index) =>
    (index === 31 ? byte & 0x7f : byte).toString(16).padStart(2, '0'),
  )
  return point.length !== 32 || SMALL_ORDER.has(digits.join(''))
}
