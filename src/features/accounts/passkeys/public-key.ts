import { type CBORType, decodeCBOR } from '@levischuck/tiny-cbor'
import { mapIn } from '#features/accounts/passkeys/authenticator-data.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'

/** COSE numbers of EdDSA, ES256 and RS256. All common devices support one of them. */
export const ALGORITHMS = [-8, -7, -257]

type Bytes = Uint8Array<ArrayBuffer>

export interface PublicKey {
  verify(signature: Bytes, data: Bytes): Promise<boolean>
}

/** Imports a key in COSE encoding (RFC 9053). Throws if it is not a key of one of ALGORITHMS. */
export async function importPublicKey(cose: Uint8Array): Promise<PublicKey> {
  const key = mapIn(decodeCBOR(cose))
  const isKey = (type: number, algorithm: number) => key.get(1) === type && key.get(3) === algorithm
  const [first, second, third] = [key.get(-1), key.get(-2), key.get(-3)]
  if (isKey(2, -7) && first === 1) {
    const jwk = { kty: 'EC', crv: 'P-256', x: encoded(second), y: encoded(third) }
    return verifier(jwk, { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }, fixedLength)
  }
  if (isKey(1, -8) && first === 6) {
    return verifier({ kty: 'OKP', crv: 'Ed25519', x: encoded(second) }, { name: 'Ed25519' })
  }
  if (isKey(3, -257)) {
    const jwk = { kty: 'RSA', n: encoded(first), e: encoded(second) }
    return verifier(jwk, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' })
  }
  throw new Error('the key is not supported')
}

async function verifier(
  jwk: JsonWebKey,
  algorithm: SubtleCryptoImportKeyAlgorithm,
  inWebCrypto = (signature: Bytes) => signature,
): Promise<PublicKey> {
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  return { verify: (signature, data) => crypto.subtle.verify(algorithm, key, inWebCrypto(signature), data) }
}

function encoded(value: CBORType): string {
  if (!(value instanceof Uint8Array)) throw new Error('a number of the key is missing')
  return toBase64Url(value)
}

const [SEQUENCE, INTEGER] = [0x30, 0x02]
const SHORT_LENGTH_MAX = 0x7f
const NUMBER_LENGTH = 32

/** Authenticators send an ECDSA signature in DER: SEQUENCE { INTEGER r, INTEGER s }. WebCrypto expects 32 bytes each. */
function fixedLength(der: Bytes): Bytes {
  const [body, afterBody] = readElement(SEQUENCE, der)
  const [r, afterR] = readElement(INTEGER, body)
  const [s, afterS] = readElement(INTEGER, afterR)
  if (afterBody.length > 0 || afterS.length > 0) throw new Error('not a signature')
  const signature = new Uint8Array(2 * NUMBER_LENGTH)
  for (const [index, number] of [r, s].entries()) {
    // A zero in front keeps a number positive whose first bit is set.
    const digits = number.subarray(number[0] === 0 ? 1 : 0)
    if (digits.length > NUMBER_LENGTH) throw new Error('not a signature')
    signature.set(digits, (index + 1) * NUMBER_LENGTH - digits.length)
  }
  return signature
}

/** Splits the bytes into the content of the first element and the rest. */
function readElement(tag: number, bytes: Uint8Array): [content: Uint8Array, rest: Uint8Array] {
  const [found, length = bytes.length] = bytes
  if (found !== tag || length > SHORT_LENGTH_MAX || bytes.length < 2 + length) throw new Error('not a signature')
  return [bytes.subarray(2, 2 + length), bytes.subarray(2 + length)]
}
