import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'

/** What a signature is for. A signature made for one purpose never passes for another. */
export type Purpose =
  | 'access'
  | 'refresh'
  | 'csrf-session'
  | 'csrf-anonymous'
  | 'restore'
  | 'unsubscribe'
  | 'passkey-login'
  | 'passkey-new'

/** The first signs, and what any of them has signed is accepted: while one takes the place of another there are two. */
export type Secrets = readonly [string, ...string[]]

/** `<text>.<HMAC-SHA-256>`: readable by anyone, made only by who holds a secret. */
export async function seal([secret]: Secrets, purpose: Purpose, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret), messageOf(purpose, text))
  return `${text}.${toBase64Url(new Uint8Array(mac))}`
}

/** The sealed text, or null when the seal is broken. WebCrypto compares in constant time. */
export async function unseal(secrets: Secrets, purpose: Purpose, sealed: string): Promise<string | null> {
  const dot = sealed.lastIndexOf('.')
  const text = sealed.slice(0, Math.max(dot, 0))
  const mac = fromBase64Url(sealed.slice(dot + 1))
  if (dot < 1 || mac === null) return null
  for (const secret of secrets) {
    if (await crypto.subtle.verify('HMAC', await keyOf(secret), mac, messageOf(purpose, text))) return text
  }
  return null
}

const encoder = new TextEncoder()
// Keys, not promises of keys: a Worker must not await what another request started.
const keys = new Map<string, CryptoKey>()

async function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  if (known) return known
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify'])
  keys.set(secret, key)
  return key
}

function messageOf(purpose: Purpose, text: string) {
  return encoder.encode(`${purpose}\0${text}`)
}
