import { toBase64Url } from '#kernel/crypto/base64url.ts'

/** An unguessable id: 128 random bits in 22 URL-safe characters. */
export function randomId(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
}

export const RANDOM_ID = /^[A-Za-z0-9_-]{22}$/
