import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import { keyedHash, type Secrets } from '#kernel/crypto/signatures.ts'

/** Topics that one address can follow. The trigger letter_subscriptions_are_limited has the same number. */
export const SUBSCRIPTIONS_MAX = 200

/** An address as the database has it: encrypted, and a keyed hash to find it. */
export interface SealedAddress {
  hash: string
  text: string
  keyId: string
}

export async function sealAddress(secrets: Secrets, email: string): Promise<SealedAddress> {
  const { keyId, text } = await encrypt(
    secrets,
    new TextEncoder().encode(email) as Uint8Array<ArrayBuffer>,
    'letter-address',
  )
  return { hash: await keyedHash(secrets[0], 'letter-address', email), keyId, text }
}

/** Null if the secret is gone. */
export async function openAddress(
  secrets: Secrets,
  { email, key_id }: { email: string | null; key_id: string },
): Promise<string | null> {
  const bytes = email === null ? null : await decrypt(secrets, { keyId: key_id, text: email }, 'letter-address')
  return bytes && new TextDecoder().decode(bytes)
}

/** One for each secret: while secrets are rotated, older rows have the hash of the older secret. */
export function hashesOf(secrets: Secrets, email: string): Promise<string[]> {
  return Promise.all(secrets.map((secret) => keyedHash(secret, 'letter-address', email)))
}
