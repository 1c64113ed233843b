import { toBase64Url } from '#kernel/crypto/base64url.ts'

/**
 * A random token and its hash. Only the hash is stored, so a copy of the database contains no
 * tokens.
 */
export interface Secret {
  token: string
  hash: string
}

/** 32 random bytes, URL-safe. */
export async function newSecret(): Promise<Secret> {
  const token = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  return { token, hash: await hashOf(token) }
}

/** SHA-256 in hex. A random token needs no slow hash. */
export async function hashOf(data: string | Uint8Array): Promise<string> {
  return [...(await sha256(data))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Constant-time comparison. */
export function sameSecret(a: string, b: string): boolean {
  const encoder = new TextEncoder()
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  return left.length === right.length && crypto.subtle.timingSafeEqual(left, right)
}

export async function sha256(data: string | Uint8Array): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}
