import type { WebhookRow } from '#db/schema/operations.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const PREFIX = 'whsec_'
const PURPOSE = 'webhook-secret'

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

interface NewSecret {
  /** `whsec_…`, for the owner. It is shown only once. */
  shown: string
  /** The encrypted secret, as it is stored. */
  secret: string
  /** The site secret that encrypted it. */
  keyId: string
}

export async function newWebhookSecret(secrets: Secrets): Promise<NewSecret> {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const { keyId, text } = await encrypt(secrets, bytes, PURPOSE)
  return { shown: PREFIX + toBase64(bytes), secret: text, keyId }
}

type Stored = Pick<WebhookRow, 'secret' | 'old_secret' | 'old_until' | 'key_id'>

/**
 * The value of the header `webhook-signature`. During a rotation it contains a signature by each of
 * the two secrets.
 */
export async function signatures(
  secrets: Secrets,
  hook: Stored,
  content: string,
  now: Date,
): Promise<string> {
  const isOldValid = hook.old_until !== null && hook.old_until > now.toISOString()
  const signed = [hook.secret, ...(isOldValid ? [hook.old_secret] : [])].map(async (text) => {
    const bytes = text && (await decrypt(secrets, { keyId: hook.key_id, text }, PURPOSE))
    if (!bytes) throw new Error('the secret of the webhook cannot be decrypted')
    const key = await crypto.subtle.importKey(
      'raw',
      bytes,
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
    return `v1,${toBase64(new Uint8Array(signature))}`
  })
  return (await Promise.all(signed)).join(' ')
}

/**
 * The current secret, to be stored as the old one. It is encrypted again, because both secrets of a
 * row have one `key_id`. Null if the site secret that encrypted it is lost.
 */
export async function oldSecretOf(
  secrets: Secrets,
  { secret, key_id }: Stored,
): Promise<string | null> {
  const bytes = await decrypt(secrets, { keyId: key_id, text: secret }, PURPOSE)
  return bytes && (await encrypt(secrets, bytes, PURPOSE)).text
}
