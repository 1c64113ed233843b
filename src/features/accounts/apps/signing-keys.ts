import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { KeyRow } from '#db/schema/accounts.ts'
import { after, DAY } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { decrypt, encrypt } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { randomId } from '#kernel/ids.ts'

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const PURPOSE = 'signing-key'
/**
 * A new key signs only after this time, so that applications with a cached key set have read the
 * new key by then.
 */
const PUBLISHED_BEFORE = DAY
const REPLACED_AFTER = 90 * DAY

interface Signer {
  /** The id of the key, for the header of the token. */
  kid: string
  /** The signature of a text, in base64url. */
  sign: (text: string) => Promise<string>
}

/** The public keys, for `/oauth/jwks`. */
export async function publicKeys(db: Database): Promise<object[]> {
  const rows = await db.all(sql<KeyRow>`SELECT * FROM oauth_keys ORDER BY created_at`)
  return rows.map(({ kid, public_key }) => {
    const { kty, n, e } = JSON.parse(public_key)
    return { kty, n, e, kid, alg: 'RS256', use: 'sig' }
  })
}

/**
 * The key that signs now. If there is none, or if the site secret that encrypted it is lost, a new
 * key is made.
 */
export async function signer(db: Database, secrets: Secrets, now: Date): Promise<Signer> {
  const rows = await db.all(sql<KeyRow>`
    SELECT * FROM oauth_keys ORDER BY created_at <= ${after(now, -PUBLISHED_BEFORE).toISOString()} DESC, created_at DESC`)
  for (const row of rows) {
    const key = await privateKeyOf(secrets, row)
    if (key !== null) return signerWith(row.kid, key)
  }
  const { row, key } = await newKey(secrets, now)
  await db.batch([insert(row)])
  return signerWith(row.kid, key)
}

/**
 * For the command that registers the first application: creates the first key, so that the first
 * login does not wait for it.
 */
export async function firstKey(db: Database, secrets: Secrets, now: Date): Promise<Statement[]> {
  const known = await db.first(sql`SELECT 1 FROM oauth_keys LIMIT 1`)
  return known === null ? [insert((await newKey(secrets, now)).row)] : []
}

/**
 * For the cron: adds a key when the newest one is old, and deletes a key when its successor has
 * signed for a day (ID tokens live for an hour). A site without applications has no keys.
 */
export async function rotateSigningKeys(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const successor = after(now, -2 * PUBLISHED_BEFORE).toISOString()
  const [, rows] = await db.batch([
    sql`DELETE FROM oauth_keys
        WHERE created_at < (SELECT MAX(created_at) FROM oauth_keys WHERE created_at <= ${successor})`,
    sql<KeyRow>`SELECT * FROM oauth_keys ORDER BY created_at DESC`,
  ])
  const newest = rows[0]?.created_at
  if (newest !== undefined && newest <= after(now, -REPLACED_AFTER).toISOString()) {
    await db.batch([insert((await newKey(secrets, now)).row)])
  }
}

async function newKey(secrets: Secrets, now: Date): Promise<{ row: KeyRow; key: CryptoKey }> {
  const parameters = { ...RSA, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(parameters, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const secret = new Uint8Array((await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer)
  const { keyId, text } = await encrypt(secrets, secret, PURPOSE)
  const public_key = JSON.stringify(await crypto.subtle.exportKey('jwk', publicKey))
  const row = {
    kid: randomId(),
    public_key,
    private_key: text,
    key_id: keyId,
    created_at: now.toISOString(),
  }
  return { row, key: privateKey }
}

function insert({ kid, public_key, private_key, key_id, created_at }: KeyRow) {
  return sql`
    INSERT INTO oauth_keys (kid, public_key, private_key, key_id, created_at)
    VALUES (${kid}, ${public_key}, ${private_key}, ${key_id}, ${created_at})`
}

async function privateKeyOf(
  secrets: Secrets,
  { key_id, private_key }: KeyRow,
): Promise<CryptoKey | null> {
  const bytes = await decrypt(secrets, { keyId: key_id, text: private_key }, PURPOSE)
  return bytes && crypto.subtle.importKey('pkcs8', bytes, RSA, false, ['sign'])
}

function signerWith(kid: string, key: CryptoKey): Signer {
  const sign = async (text: string) =>
    toBase64Url(new Uint8Array(await crypto.subtle.sign(RSA, key, new TextEncoder().encode(text))))
  return { kid, sign }
}
