import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

/** TOTP secrets have no purpose: they are older than this parameter. */
type Purpose =
  | ''
  | 'client-secret'
  | 'provider-sign-in'
  | 'signing-key'
  | 'push-key'
  | 'letter-address'
  | 'webhook-secret'

/** Ciphertext, with the id of the site secret that encrypted it. */
export interface Encrypted {
  /** Identifies the secret without revealing it. */
  keyId: string
  text: string
}

/**
 * Encrypts with AES-GCM and a key that is derived from the newest secret. A copy of the database
 * alone does not reveal the plain text. `purpose` is authenticated: a ciphertext for one purpose
 * cannot be decrypted for another one.
 */
export async function encrypt(
  [secret]: Secrets,
  plain: Uint8Array<ArrayBuffer> | string,
  purpose: Purpose = '',
): Promise<Encrypted> {
  const { id, key } = await keyOf(secret)
  const bytes = typeof plain === 'string' ? encoder.encode(plain) : plain
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const hidden = new Uint8Array(await crypto.subtle.encrypt(aesGcm(iv, purpose), key, bytes))
  return { keyId: id, text: `${toBase64Url(iv)}.${toBase64Url(hidden)}` }
}

/**
 * The plain text. Null if none of the secrets has encrypted it, if the purpose is a different one,
 * or if the ciphertext was changed.
 */
export async function decrypt(
  secrets: Secrets,
  { keyId, text }: Encrypted,
  purpose: Purpose = '',
): Promise<Uint8Array<ArrayBuffer> | null> {
  const [iv, hidden] = text.split('.').map(fromBase64Url)
  if (!iv || !hidden) return null
  for (const secret of secrets) {
    const { id, key } = await keyOf(secret)
    if (id === keyId) return opened(key, aesGcm(iv, purpose), hidden)
  }
  return null
}

/**
 * The id of the secret that encrypts new texts. A stored text with another id must be encrypted
 * again.
 */
export async function newestKeyId([secret]: Secrets): Promise<string> {
  return (await keyOf(secret)).id
}

async function opened(
  key: CryptoKey,
  parameters: ReturnType<typeof aesGcm>,
  hidden: Uint8Array<ArrayBuffer>,
) {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, hidden))
  } catch {
    return null
  }
}

const encoder = new TextEncoder()

function aesGcm(iv: Uint8Array<ArrayBuffer>, purpose: Purpose) {
  return { name: 'AES-GCM', iv, additionalData: encoder.encode(purpose) }
}

interface EncryptionKey {
  id: string
  key: CryptoKey
}

// The cache has keys, not promises: a Worker must not await a promise of another request.
const keys = new Map<string, EncryptionKey>()

/**
 * Derives the id and the key from the same secret with different labels, so that neither reveals
 * the other.
 */
async function keyOf(secret: string): Promise<EncryptionKey> {
  const known = keys.get(secret)
  if (known) return known
  const base = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, [
    'deriveKey',
    'deriveBits',
  ])
  const derived = (info: string) =>
    ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(info) }) as const
  const id = toBase64Url(
    new Uint8Array(await crypto.subtle.deriveBits(derived('encryption id'), base, 64)),
  )
  const aes = { name: 'AES-GCM', length: 256 }
  const key = await crypto.subtle.deriveKey(derived('encryption'), base, aes, false, [
    'encrypt',
    'decrypt',
  ])
  keys.set(secret, { id, key })
  return { id, key }
}
