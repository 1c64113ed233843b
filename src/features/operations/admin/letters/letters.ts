import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { behindId, type Database, found, type Group, group } from '#db/client.ts'
import type { LetterSubscriber } from '#db/schema/letters.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { endAll, openAddress, sealAddress } from '#features/publishing/letters/address.ts'
import { importAddresses, importedAddresses } from '#features/publishing/letters/import.ts'
import {
  requireTopic,
  type Topic,
  TopicInput,
  topicOf,
} from '#features/publishing/letters/topics.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { EmailInput } from '#kernel/email-address.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { csvLine, csvStream } from '#kernel/formats/csv.ts'
import type { Language } from '#kernel/i18n.ts'
import { cursorBy, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export const LetterShape = z
  .object({
    id: z.int(),
    author: z.object({ uid: z.int(), name: z.string(), blocked: z.boolean() }),
    subject: z.string().nullable(),
    state: z.enum(['waiting', 'sending', 'sent', 'dropped']),
    sent: z.int(),
    failed: z.int(),
    bounced: z.int(),
    complained: z.int(),
    problem: z
      .string()
      .nullable()
      .describe(
        'The error of the mail service because of which the letter waits. Null if there is none.',
      ),
    due_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AdminLetter' })
export type AdminLetter = z.infer<typeof LetterShape>

type Row = Omit<AdminLetter, 'author'> & UserColumns & { blocked: number }
type UserColumns = { uid: number; username: string | null; status: 'active' | 'banned' | 'deleted' }

export function lettersPage(request: PageRequest, language: Language): Group<Page<AdminLetter>> {
  const rows = sql<Row>`
    SELECT l.id, l.subject, l.state, l.sent, l.failed, l.bounced, l.complained, l.problem, l.due_at, l.ended_at,
      u.uid, u.username, u.status, a.blocked_at IS NOT NULL AS blocked
    FROM letters l JOIN users u ON u.uid = l.author_id LEFT JOIN letter_authors a ON a.user_id = l.author_id
    WHERE ${behindId(request, sql`l.id`) ?? sql`TRUE`} ORDER BY l.id DESC LIMIT ${request.limit + 1}`
  return group({ rows }, ({ rows }) =>
    pageOf(
      ['letters'],
      rows,
      request,
      cursorBy('id', 'id'),
      ({ uid, username, status, blocked, ...letter }) => {
        const name = displayName({ uid, username, status }, language)
        return { ...letter, author: { uid, name, blocked: blocked === 1 } }
      },
    ),
  )
}

/**
 * The number of subscribers, of letters in the outbox and of unfinished imports. The first two are
 * counted up to 10,000, so that the query stays cheap.
 */
export const lettersState = found(sql<{ subscribers: number; queued: number; imports: number }>`
  SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM letter_subscribers WHERE ended IS NULL LIMIT 10000)) AS subscribers,
    (SELECT COUNT(*) FROM (SELECT 1 FROM outbox INDEXED BY outbox_queued
      WHERE status = 'queued' AND channel = 'letter' LIMIT 10000)) AS queued,
    (SELECT COUNT(*) FROM letter_imports) AS imports`)

/**
 * Turns the letters of one author on or off. A letter that is being sent stops before the next
 * subscribers.
 */
export async function allowAuthor(
  db: Database,
  owner: AuditActor,
  uid: number,
  isAllowed: boolean,
  now: Date,
): Promise<void> {
  const { blocked } = await db.read(
    found(sql<{ blocked: number }>`
      SELECT EXISTS (SELECT 1 FROM letter_authors WHERE user_id = uid AND blocked_at IS NOT NULL) AS blocked
      FROM users WHERE uid = ${uid}`),
  )
  if ((blocked === 0) === isAllowed) return
  const change = { before: { value: blocked === 0 }, after: { value: isAllowed } }
  await db.batch([
    auditEntry(
      owner,
      { action: 'letters.author', target: ['user', uid], subject: uid, ...change },
      now,
    ),
    sql`INSERT INTO letter_authors (user_id, blocked_at) VALUES (${uid}, ${isAllowed ? null : now.toISOString()})
        ON CONFLICT (user_id) DO UPDATE SET blocked_at = excluded.blocked_at`,
  ])
}

export const ImportInput = TopicInput.extend({
  addresses: text({ min: 1, max: 900_000, trim: false }),
  agreed: z
    .preprocess((value) => value === 'on' || value === true, z.boolean())
    .describe(
      'Set it to true only if the list is yours and these people agreed to get letters. Otherwise each address gets a mail that asks for confirmation.',
    )
    .default(false),
})

const TARGET = ['site_setting', 'letters'] as const

export async function importList(
  db: Database,
  compute: Compute,
  secrets: Secrets,
  owner: AuditActor,
  { addresses, agreed, ...asked }: z.infer<typeof ImportInput>,
  origin: MailOrigin,
  now: Date,
): Promise<{ addresses: number }> {
  const topic = topicOf(asked)
  await requireTopic(db, topic, origin.language)
  const list = await importedAddresses(compute, addresses)
  const after = { count: list.length, agreed, ...topic }
  await db.batch([
    auditEntry(owner, { action: 'letters.import', target: TARGET, after }, now),
    await importAddresses(secrets, list, topic, agreed, origin, now),
  ])
  return { addresses: list.length }
}

/** Rows per query. Each row costs CPU time, because its address is decrypted. */
const ROWS_AT_ONCE = 500

type ExportRow = Pick<LetterSubscriber, 'id' | 'email' | 'key_id' | 'created_at'> & {
  cadence: string
  address?: string | null
}

/**
 * The addresses of the subscribers of a topic, as CSV. The audit log records the export before the
 * first row is read.
 */
export async function exportList(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  topic: Topic,
  now: Date,
): Promise<ReadableStream<Uint8Array>> {
  const { kind, ref } = topic
  await db.batch([
    auditEntry(owner, { action: 'letters.export', target: TARGET, after: topic }, now),
  ])
  const rowsAfter = async (last: ExportRow | null) => {
    const rows = await db.all(sql<ExportRow>`
      SELECT r.id, r.email, r.key_id, s.cadence, s.created_at FROM letter_subscribers r
      JOIN letter_subscriptions s ON s.subscriber_id = r.id AND s.kind = ${kind} AND s.ref = ${ref}
      WHERE r.id > ${last?.id ?? 0} AND r.ended IS NULL ORDER BY r.id LIMIT ${ROWS_AT_ONCE}`)
    return Promise.all(
      rows.map(async (row) => ({ ...row, address: await openAddress(secrets, row) })),
    )
  }
  const line = ({ address, cadence, created_at }: ExportRow) =>
    csvLine([address ?? '', cadence, created_at])
  return csvStream<ExportRow>(
    ['email', 'cadence', 'since'],
    ROWS_AT_ONCE,
    (last) => rowsAfter(last ?? null),
    line,
  )
}

export const EndInput = z.object({ email: EmailInput, complained: z.boolean().default(false) })

/**
 * Ends all subscriptions and requests of an address. For requests that reach the owner by mail, and
 * for complaints that a mail provider forwards.
 */
export async function endAddress(
  db: Database,
  secrets: Secrets,
  owner: AuditActor,
  { email, complained }: z.infer<typeof EndInput>,
  now: Date,
): Promise<void> {
  const { hashes } = await sealAddress(secrets, email)
  const isOf = sql`email_hash IN ${hashes}`
  const isKnown = sql`(EXISTS (SELECT 1 FROM letter_subscribers WHERE ${isOf} AND ended IS NULL)
    OR EXISTS (SELECT 1 FROM letter_requests WHERE ${isOf}))`
  const [, ended, asked] = await db.batch([
    auditEntry(
      owner,
      { action: 'letters.end', target: TARGET, after: { complained } },
      now,
      isKnown,
    ),
    complained
      ? endAll('complained', isOf)
      : // The trigger letter_subscriptions_count_gone deletes the subscriber.
        sql<{ id: number }>`DELETE FROM letter_subscriptions
          WHERE subscriber_id IN (SELECT id FROM letter_subscribers WHERE ${isOf}) RETURNING subscriber_id AS id`,
    sql<{ id: number }>`DELETE FROM letter_requests WHERE ${isOf} RETURNING id`,
  ])
  if (ended.length + asked.length === 0) throw new AppError('not_found')
}
