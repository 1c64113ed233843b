import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'

/** Overrides of what a device signs. By default everything is valid for the test site. */
export interface Situation {
  origin?: string
  rpId?: string
  type?: string
  flags?: number
  counter?: number
  credentialId?: Uint8Array
  userHandle?: string
  crossOrigin?: boolean
  /** The format of an attestation statement. */
  attestation?: string
  /** Another public key, in COSE encoding. */
  cose?: number[]
}

const SITE = { origin: 'http://joule.test', rpId: 'joule.test' }
export const [PRESENT, VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]

const HASH = { hash: 'SHA-256' }
const RSA = { ...HASH, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }

/** How WebCrypto names the algorithms of passkeys. */
const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', ...HASH },
  EdDSA: { name: 'Ed25519' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', ...RSA },
}

/** A response of WebAuthn as a browser sends it to the site. */
interface PasskeyResponse<Fields> {
  id: string
  rawId: string
  type: string
  response: Fields
}

export interface Device {
  /** The id of the passkey in base64url. */
  name: string
  /** The public key in COSE encoding, as base64url. */
  publicKey(): Promise<string>
  /** The response to the registration options. */
  register(
    options: { challenge: string; user: { id: string } },
    situation?: Situation,
  ): Promise<PasskeyResponse<{ clientDataJSON: string; attestationObject: string }>>
  /** The response to the login options. */
  sign(
    options: { challenge: string },
    situation?: Situation,
  ): Promise<
    PasskeyResponse<{
      clientDataJSON: string
      authenticatorData: string
      signature: string
      userHandle: string
    }>
  >
}

/** A virtual authenticator with one passkey. It signs anything, without the checks of a browser. */
export async function newDevice({
  counter = 0,
  algorithm = 'ES256',
  modulusLength = 2048,
}: {
  counter?: number
  algorithm?: keyof typeof ALGORITHMS
  modulusLength?: number
} = {}): Promise<Device> {
  const made = { ...ALGORITHMS[algorithm], ...(algorithm === 'RS256' && { modulusLength }) }
  const pair = (await crypto.subtle.generateKey(made, true, ['sign', 'verify'])) as CryptoKeyPair
  const id = crypto.getRandomValues(new Uint8Array(32))
  const name = toBase64Url(id)
  let [count, userHandle] = [counter, '']

  return {
    name,
    publicKey: async () => toBase64Url(Uint8Array.from(await coseKey(pair.publicKey))),
    async register(
      options: { challenge: string; user: { id: string } },
      situation: Situation = {},
    ) {
      userHandle = options.user.id
      const credentialId = situation.credentialId ?? id
      const key = situation.cose ?? (await coseKey(pair.publicKey))
      const attested = [
        ...new Uint8Array(16),
        ...twoBytes(credentialId.length),
        ...credentialId,
        ...key,
      ]
      const flags = situation.flags ?? PRESENT | HAS_KEY
      const data = [
        ...(await authenticatorData(situation, flags, situation.counter ?? count)),
        ...attested,
      ]
      const attestationObject = toBase64Url(
        Uint8Array.from([
          0xa3,
          ...text('fmt'),
          ...text(situation.attestation ?? 'none'),
          ...text('attStmt'),
          0xa0,
          ...text('authData'),
          ...bytes(data),
        ]),
      )
      const clientDataJSON = toBase64Url(
        clientData('webauthn.create', options.challenge, situation),
      )
      const given = toBase64Url(credentialId)
      return {
        id: given,
        rawId: given,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
      }
    },
    async sign({ challenge }: { challenge: string }, situation: Situation = {}) {
      if (count > 0) count++
      const data = await authenticatorData(
        situation,
        situation.flags ?? PRESENT | VERIFIED,
        situation.counter ?? count,
      )
      const client = clientData('webauthn.get', challenge, situation)
      const signed = Uint8Array.from([
        ...data,
        ...new Uint8Array(await crypto.subtle.digest('SHA-256', client)),
      ])
      const signature = new Uint8Array(
        await crypto.subtle.sign(ALGORITHMS[algorithm], pair.privateKey, signed),
      )
      const response = {
        clientDataJSON: toBase64Url(client),
        authenticatorData: toBase64Url(Uint8Array.from(data)),
        signature: toBase64Url(algorithm === 'ES256' ? inDer(signature) : signature),
        userHandle: situation.userHandle ?? userHandle,
      }
      return { id: name, rawId: name, type: 'public-key', response }
    },
  }
}

function clientData(
  type: string,
  challenge: string,
  situation: Situation,
): Uint8Array<ArrayBuffer> {
  const { origin = SITE.origin, crossOrigin = false } = situation
  const data = { type: situation.type ?? type, challenge, origin, crossOrigin }
  return new TextEncoder().encode(JSON.stringify(data)) as Uint8Array<ArrayBuffer>
}

async function authenticatorData(
  { rpId = SITE.rpId }: Situation,
  flags: number,
  counter: number,
): Promise<number[]> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rpId)))
  return [
    ...hash,
    flags,
    counter >>> 24,
    (counter >>> 16) & 255,
    (counter >>> 8) & 255,
    counter & 255,
  ]
}

/** The public key in COSE encoding. */
async function coseKey(key: CryptoKey): Promise<number[]> {
  const {
    kty,
    x = '',
    y = '',
    n = '',
    e = '',
  } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey
  const number = (value: string) => bytes([...(fromBase64Url(value) ?? [])])
  if (kty === 'EC') return [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, ...number(x), 0x22, ...number(y)]
  if (kty === 'OKP') return [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, ...number(x)]
  return [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, ...number(n), 0x21, ...number(e)]
}

/** CBOR encoding of a short text and of bytes. */
const text = (value: string) => [0x60 + value.length, ...new TextEncoder().encode(value)]
export const bytes = (value: number[]) => {
  if (value.length < 24) return [0x40 + value.length, ...value]
  return value.length < 256
    ? [0x58, value.length, ...value]
    : [0x59, ...twoBytes(value.length), ...value]
}
const twoBytes = (value: number) => [value >> 8, value & 255]

/**
 * WebCrypto returns r and s with a fixed length; devices send them in DER, without leading zeros.
 */
function inDer(signature: Uint8Array): Uint8Array {
  const numbers = [signature.slice(0, 32), signature.slice(32)].flatMap((number) => {
    const short = [...number].slice(number.findIndex((byte) => byte > 0))
    const content = (short[0] ?? 0) > 127 ? [0, ...short] : short
    return [2, content.length, ...content]
  })
  return Uint8Array.from([0x30, numbers.length, ...numbers])
}
