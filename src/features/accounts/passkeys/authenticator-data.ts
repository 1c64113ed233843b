import { type CBORType, decodePartialCBOR } from '@levischuck/tiny-cbor'

/** What an authenticator signs about itself (WebAuthn section 6.1). */
export interface AuthenticatorData {
  rpIdHash: Uint8Array
  isUserPresent: boolean
  isUserVerified: boolean
  counter: number
  /** Only in a registration. */
  credential: { id: Uint8Array; publicKey: Uint8Array } | null
}

const [USER_PRESENT, USER_VERIFIED, BACKUP_ALLOWED, BACKED_UP, HAS_CREDENTIAL, HAS_EXTENSIONS] = [
  0x01, 0x04, 0x08, 0x10, 0x40, 0x80,
] as const
const HASH_LENGTH = 32
const AAGUID_LENGTH = 16
const CREDENTIAL_ID_MAX = 1023

/** Throws if the bytes are not authenticator data. */
export function parseAuthenticatorData(bytes: Uint8Array): AuthenticatorData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const flags = view.getUint8(HASH_LENGTH)
  const has = (flag: number) => (flags & flag) !== 0
  if (has(BACKED_UP) && !has(BACKUP_ALLOWED)) throw new Error('the backup flags contradict each other')
  let at = HASH_LENGTH + 1
  const counter = view.getUint32(at)
  at += 4
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('the data is too short')
    at += length
    return bytes.slice(at - length, at)
  }
  const credential = () => {
    take(AAGUID_LENGTH)
    const length = view.getUint16(at)
    at += 2
    if (length > CREDENTIAL_ID_MAX) throw new Error('the credential id is too long')
    return { id: take(length), publicKey: take(lengthOfMap(bytes, at)) }
  }
  const data = {
    rpIdHash: bytes.slice(0, HASH_LENGTH),
    isUserPresent: has(USER_PRESENT),
    isUserVerified: has(USER_VERIFIED),
    counter,
    credential: has(HAS_CREDENTIAL) ? credential() : null,
  }
  if (has(HAS_EXTENSIONS)) take(lengthOfMap(bytes, at))
  if (at !== bytes.length) throw new Error('the data is too long')
  return data
}

/** The entries of a CBOR map. */
export function mapIn(value: CBORType): ReadonlyMap<string | number, CBORType> {
  if (!(value instanceof Map)) throw new Error('not a map')
  return value
}

function lengthOfMap(bytes: Uint8Array, at: number): number {
  const [value, length] = decodePartialCBOR(bytes, at)
  mapIn(value)
  return length
}
