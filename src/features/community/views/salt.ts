import { toBase64Url } from '#kernel/crypto/base64url.ts'

export type Salt = Uint8Array<ArrayBuffer>

/**
 * Random, new each day and different in every object. So a hash cannot be compared with one of
 * another day or of another object.
 */
export function newSalt(): Salt {
  return crypto.getRandomValues(new Uint8Array(16))
}

/** 72 bits of the hash of an address, with or without a browser. */
export async function dayHash(salt: Salt, who: string): Promise<string> {
  const text = new TextEncoder().encode(who)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...salt, ...text]))
  return toBase64Url(new Uint8Array(digest, 0, 9))
}
