import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { PushKeyRow } from '#db/schema/core.ts'
import { after, DAY } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'

const EC = { name: 'ECDSA', namedCurve: 'P-256' }
const PURPOSE = 'push-key'

/** A key pair of the site for push services (RFC 8292). */
export interface Vapid {
  publicKey: string
  privateKey: CryptoKey
}

/** The current pair, and after a rotation the one before. */
export type Vapids = readonly [Vapid, ...Vapid[]]

/** How long the pair before signs messages to the subscriptions that were made with it. */
const OLD_KEPT_FOR = 30 * DAY

/**
 * The key pairs of the site. If the site secret is lost, a new pair is made, which ends all
 * subscriptions.
 */
export async function vapidsOf(db: Database, secrets: Secrets, now: Date): Promise<Vapids> {
  const row = await storedKey(db)
  const current = row && (await opened(secrets, row.key_id, row.public_key, row.private_key))
  if (current) {
    const old = await opened(secrets, row.key_id, row.old_public_key, row.old_private_key)
    return old ? [current, old] : [current]
  }
  const pair = await newPair(secrets)
  await db.batch([
    sql`DELETE FROM push_keys WHERE private_key = ${row?.private_key ?? null}`,
    sql`DELETE FROM push_subscriptions WHERE changes() > 0`,
    sql`INSERT INTO push_keys (id, public_key, private_key, key_id, created_at)
        VALUES (1, ${pair.publicKey}, ${pair.text}, ${pair.keyId}, ${now.toISOString()}) ON CONFLICT DO NOTHING`,
  ])
  // Read the stored pair, because a concurrent request may have made another one.
  return vapidsOf(db, secrets, now)
}

/**
 * For the cron: makes a new pair for a new site secret, because others may have the pair before.
 * Browsers find the new public key in `/sw.js`. The pair before is deleted after `OLD_KEPT_FOR`.
 */
export async function rotatePushKey(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const row = await storedKey(db)
  if (row !== null && row.key_id !== (await newestKeyId(secrets))) {
    const bytes = await decrypt(secrets, { keyId: row.key_id, text: row.private_key }, PURPOSE)
    if (bytes === null) return
    const [pair, old] = [await newPair(secrets), await encrypt(secrets, bytes, PURPOSE)]
    await db.batch([
      sql`UPDATE push_keys SET public_key = ${pair.publicKey}, private_key = ${pair.text}, key_id = ${pair.keyId},
            created_at = ${now.toISOString()}, old_public_key = public_key, old_private_key = ${old.text}
          WHERE private_key = ${row.private_key}`,
    ])
  }
  const oldest = after(now, -OLD_KEPT_FOR).toISOString()
  await db.batch([
    sql`UPDATE push_keys SET old_public_key = NULL, old_private_key = NULL WHERE old_public_key <> '' AND created_at <= ${oldest}`,
    sql`DELETE FROM push_subscriptions
        WHERE vapid_key NOT IN (SELECT public_key FROM push_keys UNION ALL SELECT old_public_key FROM push_keys WHERE old_public_key <> '')`,
  ])
}

export const publicKeyOf = async (db: Database): Promise<string | null> =>
  (await storedKey(db))?.public_key ?? null

const storedKey = (db: Database) => db.first(sql<PushKeyRow>`SELECT * FROM push_keys`)

async function newPair(secrets: Secrets) {
  const pair = (await crypto.subtle.generateKey(EC, true, ['sign', 'verify'])) as CryptoKeyPair
  const exported = async (format: 'raw' | 'pkcs8', key: CryptoKey) =>
    new Uint8Array((await crypto.subtle.exportKey(format, key)) as ArrayBuffer)
  const { keyId, text } = await encrypt(secrets, await exported('pkcs8', pair.privateKey), PURPOSE)
  return { publicKey: toBase64Url(await exported('raw', pair.publicKey)), keyId, text }
}

/**
 * A key pair with its decrypted private key. Null if there is no such pair, or if no secret
 * decrypts it.
 */
async function opened(
  secrets: Secrets,
  keyId: string,
  publicKey: string | null,
  text: string | null,
) {
  const bytes = text && (await decrypt(secrets, { keyId, text }, PURPOSE))
  if (!bytes || publicKey === null) return null
  return {
    publicKey,
    privateKey: await crypto.subtle.importKey('pkcs8', bytes, EC, false, ['sign']),
  }
}
