import { sql } from 'drizzle-orm'
import { type Compute, INLINE_MAX } from '#compute/client.ts'
import type { Database, Statement } from '#db/client.ts'
import type { LetterImport } from '#db/schema/letters.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { openAddress, sealAddress } from '#features/publishing/letters/address.ts'
import { ask, subscribe } from '#features/publishing/letters/subscribe.ts'
import type { Topic } from '#features/publishing/letters/topics.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { addressesIn } from '#kernel/formats/addresses.ts'
import { SITE_ZONE } from '#kernel/time-zone.ts'

const ADDRESSES_A_RUN = 200

/** The addresses of a CSV file. A long file is read in the compute Worker. */
export async function importedAddresses(compute: Compute, csv: string): Promise<string[]> {
  return csv.length <= INLINE_MAX ? addressesIn(csv) : compute.run('addresses', csv, 'addresses')
}

/**
 * A statement that stores the list, encrypted as a whole. The cron adds the addresses in parts:
 * with `isConfirmed` as subscribers, otherwise each gets a mail that asks for confirmation.
 */
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

/**
 * For the cron: adds the next addresses of an import. An interrupted run repeats its part, which
 * changes nothing.
 */
export async function continueImports(db: Database, secrets: Secrets, now: Date): Promise<void> {
  const waiting = await db.first(
    sql<LetterImport>`SELECT * FROM letter_imports ORDER BY id LIMIT 1`,
  )
  if (waiting === null) return
  const { id, done, confirmed, kind, ref } = waiting
  const list =
    (await openAddress(secrets, { email: waiting.addresses, key_id: waiting.key_id }))?.split(
      '\n',
    ) ?? []
  const part = list.slice(done, done + ADDRESSES_A_RUN)
  const choice = { topic: { kind, ref }, cadence: 'each' } as const
  const statements = await Promise.all(
    part.map(async (email) => {
      const address = await sealAddress(secrets, email)
      const reader = { ...waiting, address, time_zone: SITE_ZONE }
      if (confirmed === 1) return subscribe(reader, choice, sql`TRUE`, now)
      // No mail to an address that has already been asked, or that already gets these letters.
      const isNew = sql`NOT EXISTS (SELECT 1 FROM letter_requests WHERE email_hash IN ${address.hashes})
        AND NOT EXISTS (SELECT 1 FROM letter_subscribers r JOIN letter_subscriptions s ON s.subscriber_id = r.id
          WHERE r.email_hash IN ${address.hashes} AND s.kind = ${kind} AND s.ref = ${ref})`
      return ask(reader, choice, isNew, now)
    }),
  )
  const isEnd = done + part.length >= list.length
  await db.batch([
    ...statements.flat(),
    isEnd
      ? sql`DELETE FROM letter_imports WHERE id = ${id}`
      : sql`UPDATE letter_imports SET done = ${done + part.length} WHERE id = ${id} AND done = ${done}`,
  ])
}
