import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { WebhookRow } from '#db/schema/operations.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const PREFIX = 'whsec_'
const PURPOSE = 'webhook-secret'

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** A new secret, as its receiver gets it and as it is stored. */
export async function newWebhookSecret(secrets: Secrets) {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const { keyId, text } = await encrypt(secrets, bytes, PURPOSE)
  return { shown: PREFIX + toBase64(bytes), secret: text, keyId }
}

type Stored = Pick<WebhookRow, 'secret' | 'old_secret' | 'old_until' | 'key_id'>

/** The signature with the secret, and for a day after a rotation also with the one before. */
export async function signatures(secrets: Secrets, hook: Stored, content: string, now: Date): Promise<string> {
  const isOldValid = hook.old_until !== null && hook.old_until > now.toISOString()
  const signed = [hook.secret, ...(isOldValid ? [hook.old_secret] : [])].map(async (text) => {
    const bytes = text && (await decrypt(secrets, { keyId: hook.key_id, text }, PURPOSE))
    if (!bytes) throw new Error('the secret of the webhook cannot be decrypted')
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(content))
    return `v1,${toBase64(new Uint8Array(signature))}`
  })
  return (await Promise.all(signed)).join(' ')
}

/** The stored secrets, encrypted with the newest secret of the site. Null if this is already so. */
export async function reencrypted(secrets: Secrets, hook: Stored): Promise<Omit<Stored, 'old_until'> | null> {
  const newest = await newestKeyId(secrets)
  if (hook.key_id === newest) return null
  const again = async (text: string | null) => {
    const bytes = text && (await decrypt(secrets, { keyId: hook.key_id, text }, PURPOSE))
    return bytes ? (await encrypt(secrets, bytes, PURPOSE)).text : null
  }
  const [secret, old_secret] = [await again(hook.secret), await again(hook.old_secret)]
  return secret === null ? null : { secret, old_secret, key_id: newest }
}

/** For the cron: re-encrypts secrets, so that older secrets of the site can be removed. */
export async function renewWebhookSecrets(db: Database, secrets: Secrets): Promise<void> {
  for (const hook of await db.all(sql<WebhookRow>`SELECT * FROM webhooks`)) {
    const renewed = await reencrypted(secrets, hook)
    if (renewed)
      await db.batch([
        sql`UPDATE webhooks SET secret = ${renewed.secret}, old_secret = ${renewed.old_secret}, key_id = ${renewed.key_id}
            WHERE id = ${hook.id} AND secret = ${hook.secret}`,
      ])
  }
}
