import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'

/** The purpose of a signature. A signature for one purpose is not valid for another. */
export type Purpose =
  | 'access'
  | 'bookmark'
  | 'device'
  | 'refresh'
  | 'csrf-session'
  | 'csrf-anonymous'
  | 'restore'
  | 'reset-done'
  | 'unsubscribe'
  | 'passkey-login'
  | 'passkey-new'
  | 'provider-connect'
  | 'provider-confirm'
  | 'proof-of-work'
  | 'letter-address'
  | 'letter-confirm'
  | 'letter-manage'
  | 'letter-stop'
  | 'letter-resume'

/** Sign with `secrets[0]`; verify with any of them (two exist during a rotation). */
export type Secrets = readonly [string, ...string[]]

/**
 * Returns `<text>.<HMAC-SHA-256>`. The text stays readable; only the signature depends on the
 * secret.
 */
export async function seal([secret]: Secrets, purpose: Purpose, text: string): Promise<string> {
  return `${text}.${await keyedHash(secret, purpose, text)}`
}

/** Equal texts have equal hashes, but computing a hash requires the secret. */
export async function keyedHash(secret: string, purpose: Purpose, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), messageOf(purpose, text))
  return toBase64Url(new Uint8Array(mac))
}

/** The signed text, or null if the signature is invalid. WebCrypto compares in constant time. */
export async function unseal(
  secrets: Secrets,
  purpose: Purpose,
  sealed: string,
): Promise<string | null> {
  const dot = sealed.lastIndexOf('.')
  const text = sealed.slice(0, Math.max(dot, 0))
  const mac = fromBase64Url(sealed.slice(dot + 1))
  if (dot < 1 || mac === null) return null
  for (const secret of secrets) {
    if (await crypto.subtle.verify('HMAC', await keyOf(secret), mac, messageOf(purpose, text)))
      return text
  }
  return null
}

const encoder = new TextEncoder()
// The cache has keys, not promises: a Worker must not await a promise of another request.
const keys = new Map<string, CryptoKey>()

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
    'verify',
  ])
  keys.set(secret, key)
  return key
}

function messageOf(purpose: Purpose, text: string) {
  return encoder.encode(`${purpose}\0${text}`)
}
