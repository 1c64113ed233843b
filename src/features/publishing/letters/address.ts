import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterSubscriber } from '#db/schema/letters.ts'
import { decrypt, encrypt, newestKeyId } from '#kernel/crypto/encryption.ts'
import { keyedHash, type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'

/**
 * Topics that one address can follow. The trigger letter_subscriptions_are_limited has the same
 * number.
 */
export const SUBSCRIPTIONS_MAX = 200

/** An address as the database has it: encrypted, and a keyed hash to find it. */
export interface SealedAddress {
  hash: string
  /**
   * One for each secret: while secrets are rotated, older rows have the hash of the older secret.
   */
  hashes: string[]
  text: string
  keyId: string
}

export async function sealAddress(secrets: Secrets, email: string): Promise<SealedAddress> {
  const hashes = await Promise.all(
    secrets.map((secret) => keyedHash(secret, 'letter-address', email)),
  )
  return { hash: hashes[0] ?? '', hashes, ...(await encrypt(secrets, email, 'letter-address')) }
}

/**
 * The address in plain text. Null if the address was deleted (`email` is null), or if the secret
 * that encrypted it was removed.
 */
export async function openAddress(
  secrets: Secrets,
  { email, key_id }: { email: string | null; key_id: string },
): Promise<string | null> {
  const bytes =
    email === null ? null : await decrypt(secrets, { keyId: key_id, text: email }, 'letter-address')
  return bytes && new TextDecoder().decode(bytes)
}

/**
 * Ends all subscriptions of these subscribers for good and deletes their addresses. Only the hash
 * of an address stays, so that it cannot be subscribed again. The trigger letter_subscribers_end
 * deletes the subscriptions.
 */
export function endAll(reason: 'bounced' | 'complained', which: SQL): Statement<{ id: number }> {
  return sql`
    UPDATE letter_subscribers SET ended = ${reason}, email = NULL, user_id = NULL WHERE ${which} AND ended IS NULL RETURNING id`
}

const RENEWED_A_RUN = 500

/**
 * For the cron: hashes and encrypts a part of the addresses with the newest secret, so that older
 * secrets can be removed after some runs.
 */
export async function renewAddresses(db: Database, secrets: Secrets): Promise<void> {
  if (secrets.length === 1) return
  const newest = await newestKeyId(secrets)
  const old = await db.all(sql<LetterSubscriber>`
    SELECT * FROM letter_subscribers WHERE key_id <> ${newest} AND email IS NOT NULL LIMIT ${RENEWED_A_RUN}`)
  for (const row of old) {
    const email = await openAddress(secrets, row)
    if (email === null) continue
    const { hash, text, keyId } = await sealAddress(secrets, email)
    await db.batch([
      sql`UPDATE letter_subscribers SET email_hash = ${hash}, email = ${text}, key_id = ${keyId}
          WHERE id = ${row.id} AND email = ${row.email}`,
    ])
  }
}

/**
 * The subscriptions that a stop link ends: all with this cadence, or those to the topics that
 * caused this letter.
 */
export type StopScope = 'daily' | 'weekly' | `letter-${number}`

/**
 * The path of a link in a mail. Its token is signed, not stored, and contains no address. An id is
 * never used again, so an old link cannot reach another subscriber.
 */
export async function letterLink(
  secrets: Secrets,
  page: 'confirm' | 'manage' | 'stop',
  id: number,
  scope?: StopScope,
): Promise<string> {
  const text = scope === undefined ? String(id) : `${id}.${scope}`
  return `/letters/${page}?token=${await seal(secrets, `letter-${page}`, text)}`
}

/**
 * The id in a link: of a request (`confirm`) or of a subscriber (`manage`). Null for a link that
 * this site did not sign.
 */
export async function idIn(
  secrets: Secrets,
  page: 'confirm' | 'manage',
  token: string,
): Promise<number | null> {
  const text = await unseal(secrets, `letter-${page}`, token)
  return text === null ? null : Number(text)
}

/** The subscriber and the scope of a stop link. Null for a link that this site did not sign. */
export async function stopIn(
  secrets: Secrets,
  token: string,
): Promise<{ id: number; scope: StopScope } | null> {
  const [id = '', scope] = (await unseal(secrets, 'letter-stop', token))?.split('.') ?? []
  return scope === undefined ? null : { id: Number(id), scope: scope as StopScope }
}
