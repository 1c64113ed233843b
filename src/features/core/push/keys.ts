import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { PushKeyRow } from '#db/schema/core.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256' }
const PURPOSE = 'push-key'

/** The key pair of the site for push services (RFC 8292). */
export interface Vapid {
  publicKey: string
  privateKey: CryptoKey
}

/** Made by the first use. If the site secret that encrypts it is lost, a new pair replaces it and all subscriptions end. */
export async function vapidOf(db: Database, secrets: Secrets, now: Date): Promise<Vapid> {
  const row = await storedKey(db)
  const bytes = row && (await privateBytes(secrets, row))
  if (bytes)
    return { publicKey: row.public_key, privateKey: await crypto.subtle.importKey('pkcs8', bytes, EC, false, ['sign']) }
  const pair = (await crypto.subtle.generateKey(EC, true, ['sign', 'verify'])) as CryptoKeyPair
  const exported = (format: 'raw' | 'pkcs8', key: CryptoKey) =>
    crypto.subtle.exportKey(format, key) as Promise<ArrayBuffer>
  const { keyId, text } = await encrypt(secrets, new Uint8Array(await exported('pkcs8', pair.privateKey)), PURPOSE)
  const publicKey = toBase64Url(new Uint8Array(await exported('raw', pair.publicKey)))
  await db.batch([
    sql`DELETE FROM push_keys WHERE private_key = ${row?.private_key ?? null}`,
    sql`DELETE FROM push_subscriptions WHERE changes() > 0`,
    sql`INSERT INTO push_keys (id, public_key, private_key, key_id, created_at)
        VALUES (1, ${publicKey}, ${text}, ${keyId}, ${now.toISOString()}) ON CONFLICT DO NOTHING`,
  ])
  // A concurrent request may have made the pair.
  return vapidOf(db, secrets, now)
}

/** For the cron: re-encrypts with the newest site secret. */
export async function renewPushKey(db: Database, secrets: Secrets): Promise<void> {
  const row = await storedKey(db)
  if (row === null || row.key_id === (await newestKeyId(secrets))) return
  const bytes = await privateBytes(secrets, row)
  if (bytes === null) return
  const { keyId, text } = await encrypt(secrets, bytes, PURPOSE)
  await db.batch([sql`UPDATE push_keys SET private_key = ${text}, key_id = ${keyId}`])
}

const storedKey = (db: Database) => db.first(sql<PushKeyRow>`SELECT * FROM push_keys`)

const privateBytes = (secrets: Secrets, { key_id, private_key }: PushKeyRow) =>
  decrypt(secrets, { keyId: key_id, text: private_key }, PURPOSE)
