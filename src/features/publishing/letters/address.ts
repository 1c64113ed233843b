import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterSubscriber } from '#db/schema/letters.ts'
import type { Topic } from '#features/publishing/letters/topics.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
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
 * A mailing list, which its stop link ends: a digest with all topics of this cadence, or the one
 * subscription that caused a letter.
 */
export type MailingList = 'daily' | 'weekly' | Topic

/**
 * The name of a list in stop links and in `List-Id`, such as `author-10001`. The key of a tag is
 * encoded, because it may contain any character.
 */
export function listName(list: MailingList): string {
  if (typeof list === 'string') return list
  const { kind, ref } = list
  // The whole site has no reference.
  if (ref === '') return kind
  return `${kind}-${kind === 'tag' ? toBase64Url(new TextEncoder().encode(ref)) : ref}`
}

/**
 * The path of a link in a mail. Its token is signed, not stored, and contains no address. An id is
 * never used again, so an old link cannot reach another subscriber.
 */
export async function letterLink(
  secrets: Secrets,
  page: 'confirm' | 'manage',
  id: number,
): Promise<string> {
  return `/letters/${page}?token=${await seal(secrets, `letter-${page}`, String(id))}`
}

/**
 * The path of the link that ends one mailing list of a subscriber. For a digest it contains the
 * time of the letter, because it ends the subscriptions that the digest has gathered and no later
 * one.
 */
export async function stopLink(
  secrets: Secrets,
  id: number,
  list: MailingList,
  now: Date,
): Promise<string> {
  const time = typeof list === 'string' ? `-${now.getTime()}` : ''
  return `/letters/stop?token=${await seal(secrets, 'letter-stop', `${id}.${listName(list)}${time}`)}`
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

export interface StopLink {
  /** The id of the subscriber. */
  id: number
  /** Older links have the id of a letter. */
  list: MailingList | { letter: number }
  /** The time of a digest, which has no later subscriptions. Null in older links. */
  sentAt: string | null
}

/** The content of a stop link. Null for a link that this site did not sign. */
export async function stopIn(secrets: Secrets, token: string): Promise<StopLink | null> {
  const content = await unseal(secrets, 'letter-stop', token)
  if (content === null) return null
  const [id, name] = cutAt(content, '.')
  const [kind, ref] = cutAt(name, '-')
  const list = listOf(kind, ref)
  const isDated = typeof list === 'string' && ref !== ''
  return { id: Number(id), list, sentAt: isDated ? new Date(Number(ref)).toISOString() : null }
}

/** The text before and after the first separator. Without one, the second part is empty. */
function cutAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function listOf(kind: string, ref: string): StopLink['list'] {
  if (kind === 'daily' || kind === 'weekly') return kind
  if (kind === 'letter') return { letter: Number(ref) }
  if (kind === 'tag')
    return { kind, ref: new TextDecoder().decode(fromBase64Url(ref) ?? new Uint8Array()) }
  return { kind: kind as Topic['kind'], ref }
}
