import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { LetterRequest, LetterRow, LetterSubscriber } from '#db/schema/publishing.ts'
import { type Identity, PRODUCT_NAME, siteIdentity } from '#features/core/identity/identity.ts'
import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { reportIn } from '#features/core/mail/reports.ts'
import { type LetterBindings, letterServiceOf, type MailService, type SendResult } from '#features/core/mail/service.ts'
import type { Claimed, Outcome, Sender } from '#features/core/outbox/sender.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { hashesOf, openAddress } from '#features/publishing/letters/address.ts'
import { type Letter, type LetterPost, letterOf, messageTo } from '#features/publishing/letters/layout.ts'
import { MAY_BE_SENT, postsOfLetter, postsWithAuthors } from '#features/publishing/letters/plan.ts'
import { toSend } from '#features/publishing/letters/queue.ts'
import { letterSentences } from '#features/publishing/letters/sentences.ts'
import { REQUEST_KEPT_FOR, topicsOfLetter } from '#features/publishing/letters/subscribe.ts'
import { confirmPath, managePath, type StopScope, stopPath } from '#features/publishing/letters/tokens.ts'
import { nameTopic, type Topic, type TopicRow, topicColumns } from '#features/publishing/letters/topics.ts'
import { after, HOUR, MINUTE } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * Subscribers that get a letter before the next row of the outbox is sent. A provider that takes 20 seconds for each, the timeout of
 * SMTP, needs less time for all than the claim of the row lasts.
 */
export const PART = 20
/** How long letters wait after the provider failed, or refused more for now. */
export const PAUSE_FAILED = 5 * MINUTE
export const PAUSE_QUOTA = HOUR
/** After so many failures at one subscriber, the letter goes on: the mail server of that address may be the cause. */
const FAILURES_MAX = 3
/** Letters in a row that the mail server of an address refuses for good, before it gets no more. */
export const BOUNCES_MAX = 2

interface Context {
  db: Database
  service: MailService
  secrets: Secrets
  identity: Identity
  now: Date
}

interface Payload {
  request?: number
  subscriber?: number
  failures?: number
  cadence?: 'daily' | 'weekly'
  posts?: number[]
  post?: number
  language?: Language
  site?: string
}

export function letterSender(env: LetterBindings, secrets: Secrets): Sender<'letter'> {
  return {
    channel: 'letter',
    parallel: 1,
    open: async (db, _, now) => {
      const service = letterServiceOf(env)
      const identity = await siteIdentity(db, now)
      return async (row) => {
        const kind: string = row.kind
        const payload: Payload = JSON.parse(row.payload ?? '{}')
        // Letters are off: a letter goes on when they are on again.
        if (service === null) return kind === 'part' ? again(row, {}, now, PAUSE_QUOTA) : { status: 'dropped' }
        const context = { db, service, secrets, identity, now }
        if (kind === 'confirm') return sendConfirmation(context, payload)
        if (kind === 'part') return sendPart(context, row, payload)
        if (kind === 'digest') return sendDigest(context, payload)
        return kind === 'one' ? sendAgain(context, row, payload) : sendTest(context, payload)
      }
    },
  }
}

async function sendConfirmation(
  { db, service, secrets, identity, now }: Context,
  { request }: Payload,
): Promise<Outcome> {
  const row = await db.first(sql<LetterRequest & TopicRow>`
    SELECT r.*, ${topicColumns(sql`r.kind`, sql`r.ref`)} FROM letter_requests r WHERE r.id = ${request ?? 0}
      AND r.confirmed_at IS NULL AND r.created_at > ${after(now, -REQUEST_KEPT_FOR).toISOString()}`)
  const address = row && (await openAddress(secrets, row))
  const topic = row && nameTopic(row, row, row.language)
  if (!row || !address || !topic) return { status: 'dropped' }
  const hashes = await hashesOf(secrets, address)
  const ended = await db.first(
    sql`SELECT 1 AS x FROM letter_subscribers WHERE email_hash IN ${hashes} AND ended IS NOT NULL`,
  )
  if (ended) return { status: 'dropped' }
  const { subject, line, label, note } = letterSentences[row.language].confirmMail
  // The address may belong to a stranger, so the name must not contain an address of another site.
  const name = /^[#\p{L}\p{N}_ -]+$/u.test(topic.name) ? topic.name : letterSentences[row.language].kinds[topic.kind]
  const content = {
    lines: [line(name)],
    action: { label, path: await confirmPath(secrets, row.id) },
    notes: [note],
  }
  const { language, site } = row
  const siteName = identity.name ?? PRODUCT_NAME
  const outcome = await service.send(
    messageOf(
      { address, language, site, subject: subject.replace(SITE_NAME, siteName), letter: JSON.stringify(content) },
      identity,
    ),
  )
  return outcomeOf(outcome)
}

/** Without statements about the subscriber. */
function outcomeOf(outcome: SendResult): Outcome {
  if (outcome.problem === null) return { status: 'sent', messageId: outcome.messageId }
  const { problem, fault, isTransient } = outcome
  return { status: isTransient || fault === 'service' ? 'retry' : 'failed', problem, isDown: fault === 'service' }
}

const POST_COLUMNS = sql<PostColumns>`
  p.id, p.author_id, p.title, p.summary, u.username, u.status AS author_status,
  iif(a.content = 'whole', p.body, NULL) AS body`

interface PostColumns extends Omit<LetterPost, 'author'> {
  author_id: number
  username: string | null
  author_status: 'active' | 'banned' | 'deleted'
}

function asLetterPost({ author_id, username, author_status, ...post }: PostColumns, language: Language): LetterPost {
  return { ...post, author: displayName({ uid: author_id, username, status: author_status }, language) }
}

const RECIPIENT = sql.raw('r.id, r.email, r.key_id, r.language, r.site, r.bounces')
type Recipient = Pick<LetterSubscriber, 'id' | 'email' | 'key_id' | 'language' | 'site' | 'bounces'>

/** The letter in the language of each subscriber. Posts that are no longer public are left out. */
async function composed({ db, identity }: Context, letter: LetterRow): Promise<((to: Recipient) => Letter) | null> {
  const posts = await db.all(postsOfLetter(POST_COLUMNS, letter.id))
  const [first] = posts
  if (first === undefined) return null
  const made = new Map<string, Letter>()
  return ({ language, site }) => {
    const key = `${language} ${site}`
    const known = made.get(key)
    if (known) return known
    const more = posts.length > 1 ? letterSentences[language].mail.more(posts.length - 1) : ''
    const about = { subject: first.title + more, list: `author-${letter.author_id}`, language, site }
    const fresh = letterOf({ ...about, posts: posts.map((post) => asLetterPost(post, language)) }, identity)
    made.set(key, fresh)
    return fresh
  }
}

async function sendTo(
  { service, secrets }: Context,
  to: Recipient,
  letter: Letter,
  scope: StopScope,
): Promise<SendResult> {
  const address = await openAddress(secrets, to)
  if (address === null) return { problem: 'the address cannot be decrypted', fault: 'mail', isTransient: false }
  const [stop, manage] = await Promise.all([stopPath(secrets, to, scope), managePath(secrets, to)])
  return service.send(messageTo(address, letter, { stop, manage }))
}

/** Sends a letter to the next subscribers, one after the other, and records each at once: a kill repeats at most one. */
async function sendPart(context: Context, row: Claimed, { failures = 0 }: Payload): Promise<Outcome> {
  const { db, now } = context
  const letter = await db.first(sql<LetterRow>`SELECT * FROM letters WHERE id = ${row.ref} AND state = 'sending'`)
  if (letter === null) return { status: 'dropped' }
  const { id } = letter
  const end = (state: 'sent' | 'dropped') => [
    sql`UPDATE letters SET state = ${state}, ended_at = ${now.toISOString()}, problem = NULL WHERE id = ${id}`,
  ]
  const letterFor = await composed(context, letter)
  if (letterFor === null) return { status: 'dropped', also: end(letter.cursor > 0 ? 'sent' : 'dropped') }
  const recipients = await db.all(nextRecipients(await db.all(topicsOfLetter(id)), letter.cursor))
  let failed = failures
  for (const to of recipients) {
    const outcome = await sendTo(context, to, letterFor(to), `letter-${id}`)
    const isServiceDown = outcome.problem !== null && outcome.fault === 'service'
    if (isServiceDown && ++failed < FAILURES_MAX) {
      const pause = QUOTA.test(outcome.problem) ? PAUSE_QUOTA : PAUSE_FAILED
      return again(row, { failures: failed }, now, pause, [
        sql`UPDATE letters SET problem = ${outcome.problem} WHERE id = ${id}`,
      ])
    }
    failed = 0
    await db.batch(recorded(id, to, outcome, now))
    if (isServiceDown) return again(row, {}, now, PAUSE_FAILED)
  }
  return recipients.length < PART ? { status: 'sent', also: end('sent') } : again(row, {}, now)
}

const QUOTA = /quota|limit|too many|rate/i

/** This row is done, and a new one continues at the cursor. */
function again(row: Claimed, payload: Payload, now: Date, pause = 0, also: Statement[] = []): Outcome {
  const next = { kind: 'part', ref: row.ref ?? 0, payload: sql`${JSON.stringify(payload)}` } as const
  return { status: 'sent', also: [...also, toSend(next, null, now, after(now, pause))] }
}

/** Each topic is one range of an index, read from the cursor. */
function nextRecipients(topics: readonly Topic[], cursor: number): Statement<Recipient> {
  const ranges = topics.map(
    ({ kind, ref }) => sql`
    SELECT * FROM (
      SELECT subscriber_id FROM letter_subscriptions INDEXED BY letter_subscriptions_of_topic
      WHERE kind = ${kind} AND ref = ${ref} AND cadence = 'each' AND subscriber_id > ${cursor}
      ORDER BY subscriber_id LIMIT ${PART})`,
  )
  return sql`
    SELECT ${RECIPIENT} FROM (${sql.join(ranges, sql` UNION `)} ORDER BY 1 LIMIT ${PART}) q
    JOIN letter_subscribers r ON r.id = q.subscriber_id ORDER BY r.id`
}

/** Rows: the send and its index, and the cursor with the figures. */
function recorded(letter: number, to: Recipient, outcome: SendResult, now: Date): Statement[] {
  const state = stateOf(outcome)
  const count = (of: SQL) => sql`${of} = ${of} + 1`
  const figure = {
    sent: [count(sql`sent`)],
    failed: [count(sql`failed`)],
    bounced: [count(sql`bounced`)],
    deferred: [],
  }
  const changes = [sql`cursor = MAX(cursor, ${to.id})`, sql`problem = NULL`, ...figure[state]]
  return [
    sql`INSERT INTO letter_sends (letter_id, subscriber_id, state, message_id)
        VALUES (${letter}, ${to.id}, ${state}, ${outcome.problem === null ? outcome.messageId : null})
        ON CONFLICT DO NOTHING`,
    sql`UPDATE letters SET ${sql.join(changes, sql`, `)} WHERE id = ${letter}`,
    ...(state === 'bounced' ? bounced(to.id) : []),
    ...(state === 'sent' && to.bounces > 0 ? [sql`UPDATE letter_subscribers SET bounces = 0 WHERE id = ${to.id}`] : []),
    ...(state === 'deferred'
      ? [
          toSend(
            { kind: 'one', ref: letter, payload: sql`json_object('subscriber', ${to.id})` },
            null,
            now,
            after(now, MINUTE),
          ),
        ]
      : []),
  ]
}

function stateOf(outcome: SendResult): 'sent' | 'deferred' | 'bounced' | 'failed' {
  if (outcome.problem === null) return 'sent'
  if (outcome.isTransient || outcome.fault === 'service') return 'deferred'
  return outcome.fault === 'address' ? 'bounced' : 'failed'
}

/** The trigger letter_subscribers_end ends the subscriptions. */
export function bounced(subscriber: number): Statement[] {
  return [
    sql`UPDATE letter_subscribers SET bounces = bounces + 1 WHERE id = ${subscriber}`,
    sql`UPDATE letter_subscribers SET ended = 'bounced', email = NULL, user_id = NULL
        WHERE id = ${subscriber} AND bounces >= ${BOUNCES_MAX} AND ended IS NULL`,
  ]
}

/** One subscriber whose mail server asked to wait. The outbox tries for about a day. */
async function sendAgain(context: Context, row: Claimed, { subscriber = 0 }: Payload): Promise<Outcome> {
  const { db } = context
  const letter = await db.first(sql<LetterRow>`SELECT * FROM letters WHERE id = ${row.ref}`)
  // Not if the reader has stopped the letters meanwhile.
  const to = await db.first(sql<Recipient>`
    SELECT ${RECIPIENT} FROM letter_subscribers r WHERE r.id = ${subscriber} AND r.ended IS NULL
      AND EXISTS (SELECT 1 FROM letter_subscriptions s WHERE s.subscriber_id = r.id
        AND (s.kind, s.ref) IN (SELECT kind, ref FROM (${topicsOfLetter(row.ref ?? 0)})))`)
  const letterFor = letter && (await composed(context, letter))
  if (!letter || !to || !letterFor) return { status: 'dropped' }
  const outcome = await sendTo(context, to, letterFor(to), `letter-${letter.id}`)
  const settled = (state: 'sent' | 'failed' | 'bounced', messageId: string | null = null) => [
    sql`UPDATE letter_sends SET state = ${state}, message_id = ${messageId}
        WHERE letter_id = ${letter.id} AND subscriber_id = ${to.id}`,
    sql`UPDATE letters SET ${sql.identifier(state)} = ${sql.identifier(state)} + 1 WHERE id = ${letter.id}`,
  ]
  if (outcome.problem === null) return { status: 'sent', also: settled('sent', outcome.messageId) }
  const result = outcomeOf(outcome)
  if (!('problem' in result)) return result
  const isBounce = stateOf(outcome) === 'bounced'
  return { ...result, ifFailed: [...settled(isBounce ? 'bounced' : 'failed'), ...(isBounce ? bounced(to.id) : [])] }
}

async function sendDigest(
  context: Context,
  { subscriber = 0, cadence = 'daily', posts = [] }: Payload,
): Promise<Outcome> {
  const { db, identity } = context
  const { rows, to } = await db.read({
    rows: sql<PostColumns>`
      SELECT ${POST_COLUMNS} FROM ${postsWithAuthors}
      WHERE p.id IN (SELECT value FROM json_each(${JSON.stringify(posts)})) AND ${MAY_BE_SENT}
      ORDER BY p.published_at DESC, p.id DESC`,
    to: sql<Recipient>`
      SELECT ${RECIPIENT} FROM letter_subscribers r WHERE r.id = ${subscriber} AND r.ended IS NULL
        AND EXISTS (SELECT 1 FROM letter_subscriptions WHERE subscriber_id = r.id AND cadence = ${cadence})`,
  })
  const [recipient] = to
  if (recipient === undefined || rows.length === 0) return { status: 'dropped' }
  const { language, site } = recipient
  const listed = rows.map((row) => ({ ...asLetterPost(row, language), body: null }))
  const subject = letterSentences[language].mail.digest[cadence](listed.length, listed[0]?.title ?? '')
  const outcome = await sendTo(
    context,
    recipient,
    letterOf({ subject, posts: listed, list: cadence, language, site }, identity),
    cadence,
  )
  const result = outcomeOf(outcome)
  return stateOf(outcome) === 'bounced' ? { ...result, also: bounced(recipient.id) } : result
}

/** "Send a test to me": the author's own post, to the author. */
async function sendTest(
  { db, service, identity }: Context,
  { post: id = 0, language = 'en', site = '' }: Payload,
): Promise<Outcome> {
  const post = await db.first(sql<PostColumns & { email: string }>`
    SELECT ${POST_COLUMNS}, u.email FROM ${postsWithAuthors}
    WHERE p.id = ${id} AND u.email IS NOT NULL AND u.email_verified_at IS NOT NULL AND p.deleted_at IS NULL`)
  if (post === null) return { status: 'dropped' }
  const { email, ...columns } = post
  const about = {
    subject: letterSentences[language].mail.test(post.title),
    list: `author-${post.author_id}`,
    language,
    site,
  }
  const letter = letterOf({ ...about, posts: [asLetterPost(columns, language)] }, identity)
  return outcomeOf(await service.send(messageTo(email, letter, { stop: '/letters', manage: '/letters' })))
}

/** What the provider reports later about a sent letter. A second report changes nothing. */
export async function recordLetterReport(db: Database, event: unknown): Promise<void> {
  const report = reportIn(event)
  if (report === null || (report.kind !== 'complained' && !report.isAddressFault)) return
  const state = report.kind === 'complained' ? 'complained' : 'bounced'
  const send = await db.first(sql<{ letter_id: number; subscriber_id: number }>`
    SELECT letter_id, subscriber_id FROM letter_sends INDEXED BY letter_sends_of_message
    WHERE message_id = ${report.messageId} AND state = 'sent'`)
  if (send === null) return
  const { letter_id, subscriber_id } = send
  await db.batch([
    sql`UPDATE letter_sends SET state = ${state} WHERE letter_id = ${letter_id} AND subscriber_id = ${subscriber_id}`,
    sql`UPDATE letters SET ${sql.identifier(state)} = ${sql.identifier(state)} + 1, sent = sent - ${state === 'bounced' ? 1 : 0}
        WHERE id = ${letter_id}`,
    ...(state === 'bounced' ? bounced(subscriber_id) : complained(subscriber_id)),
  ])
}

function complained(subscriber: number): Statement[] {
  return [
    sql`UPDATE letter_subscribers SET ended = 'complained', email = NULL, user_id = NULL
        WHERE id = ${subscriber} AND ended IS NULL`,
  ]
}
