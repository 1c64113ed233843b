import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterImport, LetterSubscriber } from '#db/schema/publishing.ts'
import { EmailInput } from '#features/accounts/login/inputs.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { hashesOf, openAddress, type SealedAddress, sealAddress } from '#features/publishing/letters/address.ts'
import { toSend } from '#features/publishing/letters/queue.ts'
import { subscribe } from '#features/publishing/letters/subscribe.ts'
import type { Topic } from '#features/publishing/letters/topics.ts'
import { newestKeyId } from '#kernel/crypto/encryption.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'
import { eachCsvRow } from '#kernel/formats/csv.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

/** Addresses of one import. */
export const IMPORTED_ADDRESSES_MAX = 10_000
/** Addresses that one run of the cron adds. */
const ADDRESSES_A_RUN = 200

/** The addresses of a CSV file, each once: the first cell of each row that is an address. */
export function addressesIn(csv: string): string[] {
  const found = new Set<string>()
  for (const row of eachCsvRow(csv)) {
    const address = row.map((cell) => EmailInput.safeParse(cell).data).find(Boolean)
    if (address) found.add(address)
    if (found.size > IMPORTED_ADDRESSES_MAX)
      throw new AppError('validation_failed', {
        fields: { addresses: fieldProblemWith('too_many', IMPORTED_ADDRESSES_MAX) },
      })
  }
  if (found.size === 0) throw new AppError('validation_failed', { fields: { addresses: fieldProblem('not_an_email') } })
  return [...found]
}

/** The statement stores the list encrypted. The cron adds the addresses. */
export async function importAddresses(
  secrets: Secrets,
  addresses: readonly string[],
  { kind, ref }: Topic,
  isConfirmed: boolean,
  { site, language }: MailOrigin,
  now: Date,
): Promise<Statement> {
  const { text, keyId } = await sealAddress(secrets, addresses.join('\n'))
  return sql`
    INSERT INTO letter_imports (kind, ref, addresses, key_id, confirmed, language, site, created_at)
    VALUES (${kind}, ${ref}, ${text}, ${keyId}, ${isConfirmed ? 1 : 0}, ${language}, ${site}, ${now.toISOString()})`
}

/** For the cron: adds the next addresses of an import. An interrupted run repeats its part, which changes nothing. */
export async function continueImports(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const waiting = await db.first(sql<LetterImport>`SELECT * FROM letter_imports ORDER BY id LIMIT 1`)
  if (waiting === null) return
  const { id, done, kind, ref, confirmed, language, site } = waiting
  const list = (await openAddress(secrets, { email: waiting.addresses, key_id: waiting.key_id }))?.split('\n') ?? []
  const part = list.slice(done, done + ADDRESSES_A_RUN)
  const statements: Statement[] = []
  for (const email of part) {
    const [sealed, hashes] = await Promise.all([sealAddress(secrets, email), hashesOf(secrets, email)])
    const facts = { email_hash: sealed.hash, email_text: sealed.text, key_id: sealed.keyId, language, site }
    if (confirmed === 1)
      statements.push(
        ...subscribe({ ...facts, time_zone: SITE_ZONE }, hashes, { kind, ref, cadence: 'each' }, sql`TRUE`, now),
      )
    else statements.push(...ask({ sealed, hashes }, { kind, ref }, { language, site }, now))
  }
  const isEnd = done + part.length >= list.length
  await db.batch([
    ...statements,
    isEnd
      ? sql`DELETE FROM letter_imports WHERE id = ${id}`
      : sql`UPDATE letter_imports SET done = ${done + part.length} WHERE id = ${id} AND done = ${done}`,
  ])
}

/** A mail that asks for confirmation, unless the address has one already or gets these letters. */
function ask(
  { sealed, hashes }: { sealed: SealedAddress; hashes: readonly string[] },
  { kind, ref }: Topic,
  { language, site }: MailOrigin,
  now: Date,
): Statement[] {
  const at = now.toISOString()
  return [
    sql`INSERT INTO letter_requests (email_hash, email, key_id, kind, ref, cadence, language, time_zone, site, created_at)
        SELECT ${sealed.hash}, ${sealed.text}, ${sealed.keyId}, ${kind}, ${ref}, 'each', ${language}, ${SITE_ZONE}, ${site}, ${at}
        WHERE NOT EXISTS (SELECT 1 FROM letter_requests WHERE email_hash IN ${hashes})
          AND NOT EXISTS (SELECT 1 FROM letter_subscribers r JOIN letter_subscriptions s ON s.subscriber_id = r.id
            WHERE r.email_hash IN ${hashes} AND s.kind = ${kind} AND s.ref = ${ref})`,
    toSend(
      { kind: 'confirm', payload: sql`json_object('request', id)` },
      sql`letter_requests WHERE email_hash = ${sealed.hash} AND created_at = ${at} AND email = ${sealed.text}`,
      now,
    ),
  ]
}

const RENEWED_A_RUN = 500

/** For the cron: hashes and encrypts addresses with the newest secret, so that older secrets can be removed. */
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
