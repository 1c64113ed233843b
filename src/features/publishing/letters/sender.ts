/**
 * Letters are a channel of the outbox with one target, so they leave one after the other. A row
 * sends the next 20 subscribers of a letter, each recorded in `letter_sends` with the cursor of the
 * letter, and its outcome adds the row that continues. If a quota is used up, the outcome adds it
 * with a later time. A subscriber whose server asks to wait gets a row of their own.
 */

import { type SQL, sql } from 'drizzle-orm'
import { type Compute, type ComputeBindings, computeOf } from '#compute/client.ts'
import type { Database, Statement } from '#db/client.ts'
import type { LetterRow, LetterSubscriber } from '#db/schema/letters.ts'
import {
  type Identity,
  languagesOf,
  PRODUCT_NAME,
  siteIdentity,
} from '#features/core/identity/identity.ts'
import { SITE_NAME } from '#features/core/mail/mail-text.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { nextDigest } from '#features/core/mail/notice-prefs.ts'
import { reportIn } from '#features/core/mail/reports.ts'
import {
  type LetterBindings,
  letterServiceOf,
  type MailService,
  type SendResult,
} from '#features/core/mail/service.ts'
import { WAITS } from '#features/core/outbox/deliver.ts'
import type { Claimed, Outcome, Sender } from '#features/core/outbox/sender.ts'
import {
  endAll,
  letterLink,
  listName,
  type MailingList,
  openAddress,
  sealAddress,
  stopLink,
} from '#features/publishing/letters/address.ts'
import { letterOfPost } from '#features/publishing/letters/author.ts'
import {
  type Letter,
  letterOf,
  messageTo,
  NO_SUBSCRIBER,
} from '#features/publishing/letters/layout.ts'
import {
  asLetterPost,
  postsOfDigest,
  postsOfLetter,
  toSend,
} from '#features/publishing/letters/plan.ts'
import { letterTexts } from '#features/publishing/letters/sentences.ts'
import { openRequest } from '#features/publishing/letters/subscribe.ts'
import { BY_PRECISION, type Topic, topicsOfLetter } from '#features/publishing/letters/topics.ts'
import { after, HOUR, MINUTE } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { type Language, offeredLanguage } from '#kernel/i18n.ts'

/**
 * The number of subscribers that get a letter before the next row of the outbox is sent. If the
 * provider takes 20 seconds for each mail, the timeout of SMTP, a part still needs less time than
 * the claim of the row lasts.
 */
const PART = 20
/** How long letters wait after a failure of the provider. */
const PAUSE_FAILED = 5 * MINUTE
/**
 * How long letters wait after the provider refused more mails for now, and while letters are off.
 */
export const PAUSE_QUOTA = HOUR
/** Problems that mean that the provider refuses more mails for now. */
const QUOTA = /quota|limit|too many|rate/i
/**
 * After this number of failures at one subscriber, the next one gets the letter: the mail server of
 * that address may be the cause.
 */
const FAILURES_MAX = 3
/**
 * After this number of consecutive letters that the mail server of an address refuses for good, the
 * address gets no more.
 */
export const BOUNCES_MAX = 2
/**
 * The wait before the next attempt for a digest that a mail server refuses for now. The next digest
 * also contains the posts since then.
 */
const DIGEST_AGAIN = 2 * HOUR

interface Context {
  db: Database
  compute: Compute
  service: MailService
  secrets: Secrets
  identity: Identity
  now: Date
}

interface Payload {
  request?: number
  post?: number
  language?: Language
  site?: string
  /** Of `part` and `digests`: failures of the provider at the next subscriber. */
  failures?: number
  /**
   * Of `part`: the number of the attempt for deferred subscribers, and the id behind which it
   * continues.
   */
  again?: number
  from?: number
}

export function letterSender(
  env: LetterBindings & ComputeBindings,
  secrets: Secrets,
): Sender<'letter'> {
  return {
    channel: 'letter',
    parallel: 3,
    open: async (db, _, now) => {
      const service = letterServiceOf(env)
      const identity = await siteIdentity(db, now)
      const compute = computeOf(env, { who: () => 'cron' })
      return async (row) => {
        const kind: string = row.kind
        const payload: Payload = JSON.parse(row.payload ?? '{}')
        // No mail service is configured. A letter that has started waits until there is one again.
        // Everything else is dropped.
        if (service === null)
          return kind === 'part' ? continued(row, payload, now, PAUSE_QUOTA) : { status: 'dropped' }
        const context = { db, compute, service, secrets, identity, now }
        if (kind === 'part') return sendPart(context, row, payload)
        if (kind === 'digests') return sendDigests(context, row, payload)
        return kind === 'confirm' ? sendConfirmation(context, payload) : sendTest(context, payload)
      }
    },
  }
}

async function sendConfirmation(
  { db, service, secrets, identity, now }: Context,
  { request: id = 0 }: Payload,
) {
  const found = await openRequest(db, id, null, now)
  const address = found && (await openAddress(secrets, found.request))
  if (!found || !address || found.request.confirmed_at !== null)
    return { status: 'dropped' } as const
  const { request, topic } = found
  const { hashes } = await sealAddress(secrets, address)
  const ended = await db.first(
    sql`SELECT 1 AS x FROM letter_subscribers WHERE email_hash IN ${hashes} AND ended IS NOT NULL`,
  )
  if (ended) return { status: 'dropped' } as const
  const { site } = request
  const language = offeredLanguage(languagesOf(identity), request.language)
  const { subject, line, topics, label, note } = letterTexts[language].confirmMail
  const action = { label, path: await letterLink(secrets, 'confirm', id) }
  const mail = {
    address,
    language,
    site,
    subject: subject.replace(SITE_NAME, identity.name ?? PRODUCT_NAME),
    // The address may belong to a stranger, so the mail has no text of a member, such as the name
    // of a series. The page of its link shows the name.
    letter: JSON.stringify({ lines: [line(topics[topic.kind])], action, notes: [note] }),
  }
  return outcomeOf(await service.send(messageOf(mail, identity)))
}

async function sendTest(
  { db, compute, service, secrets, identity, now }: Context,
  { post = 0, language = 'en', site = '' }: Payload,
): Promise<Outcome> {
  const made = await letterOfPost(db, compute, post, { language, site }, identity)
  if (made?.email == null) return { status: 'dropped' }
  // A working link that ends nothing: no subscriber has the id 0.
  const stop = await stopLink(secrets, 0, { kind: 'site', ref: '' }, now)
  return outcomeOf(
    await service.send(messageTo(made.email, made.letter, { ...NO_SUBSCRIBER, stop })),
  )
}

function outcomeOf(result: SendResult): Outcome {
  if (result.problem === null) return { status: 'sent', messageId: result.messageId }
  const { problem, fault, isTransient } = result
  return {
    status: isTransient || fault === 'service' ? 'retry' : 'failed',
    problem,
    isDown: fault === 'service',
  }
}

const RECIPIENT = sql.raw('r.id, r.email, r.key_id, r.language, r.site, r.bounces')
type Recipient = Pick<LetterSubscriber, 'id' | 'email' | 'key_id' | 'language' | 'site' | 'bounces'>
type State = 'sent' | 'deferred' | 'bounced' | 'failed'

interface Mailing<To extends Recipient> {
  recipients: readonly To[]
  /** Null if there is nothing to send to this recipient. */
  letterFor(to: To): Letter | null | Promise<Letter | null>
  list(to: To): MailingList
  /** Statements that are committed with the number of bounces of the recipient. */
  record(to: To, state: State, messageId: string | null): Statement[]
  /** Statements that are committed if the provider fails. */
  paused?(problem: string): Statement[]
}

/**
 * Sends to the recipients one after the other, and records each result at once, so that a killed
 * Worker sends at most one letter twice. Returns an outcome if the rest must wait for the provider,
 * otherwise null.
 */
async function sendEach<To extends Recipient>(
  context: Context,
  row: Claimed,
  payload: Payload,
  { recipients, letterFor, list, record, paused }: Mailing<To>,
): Promise<Outcome | null> {
  const { db, now } = context
  let { failures = 0 } = payload
  for (const to of recipients) {
    const letter = await letterFor(to)
    const result = letter === null ? NOTHING : await sendTo(context, to, letter, list(to))
    const isDown = result.problem !== null && result.fault === 'service'
    if (isDown && ++failures < FAILURES_MAX) {
      const pause = QUOTA.test(result.problem) ? PAUSE_QUOTA : PAUSE_FAILED
      return continued(row, { ...payload, failures }, now, pause, paused?.(result.problem))
    }
    failures = 0
    const state = stateOf(result)
    const hasArrived = letter !== null && state === 'sent' && to.bounces > 0
    await db.batch([
      ...record(to, state, result.problem === null ? result.messageId : null),
      ...(state === 'bounced' ? bounced(to.id) : []),
      ...(hasArrived ? [sql`UPDATE letter_subscribers SET bounces = 0 WHERE id = ${to.id}`] : []),
    ])
    if (isDown) return continued(row, { ...payload, failures, from: to.id }, now, PAUSE_FAILED)
  }
  return null
}

const NOTHING = { problem: null, messageId: null } as const

async function sendTo(
  { service, secrets, now }: Context,
  to: Recipient,
  letter: Letter,
  list: MailingList,
): Promise<SendResult> {
  const address = await openAddress(secrets, to)
  if (address === null)
    return { problem: 'the address cannot be decrypted', fault: 'mail', isTransient: false }
  const [stop, manage] = await Promise.all([
    stopLink(secrets, to.id, list, now),
    letterLink(secrets, 'manage', to.id),
  ])
  return service.send(messageTo(address, letter, { stop, manage, list: listName(list) }))
}

function stateOf(result: SendResult): State {
  if (result.problem === null) return 'sent'
  if (result.isTransient || result.fault === 'service') return 'deferred'
  return result.fault === 'address' ? 'bounced' : 'failed'
}

/** Counts a bounce, and ends the subscriptions of an address with too many in a row. */
function bounced(subscriber: number): Statement[] {
  return [
    sql`UPDATE letter_subscribers SET bounces = bounces + 1 WHERE id = ${subscriber}`,
    endAll('bounced', sql`id = ${subscriber} AND bounces >= ${BOUNCES_MAX}`),
  ]
}

/**
 * Closes this row of the outbox as sent, and adds a row that sends the rest after the pause. So a
 * postponed letter does not count as an attempt that failed.
 */
function continued(
  row: Claimed,
  payload: Payload,
  now: Date,
  pause = 0,
  also: Statement[] = [],
): Outcome {
  const { ref } = row
  // Only these two kinds of letters have parts.
  const kind = row.kind as 'part' | 'digests'
  const following = { kind, ...(ref !== null && { ref }), payload: sql`${JSON.stringify(payload)}` }
  return { status: 'sent', also: [...also, toSend(following, null, now, after(now, pause))] }
}

/**
 * Sends a letter to its next subscribers, and later again to those whose mail servers asked to
 * wait.
 */
async function sendPart(context: Context, row: Claimed, payload: Payload): Promise<Outcome> {
  const { db, now } = context
  const { again = 0, from = 0 } = payload
  const letter = await db.first(sql<LetterRow>`
    SELECT * FROM letters WHERE id = ${row.ref} AND state = ${again === 0 ? 'sending' : 'sent'}`)
  if (letter === null) return { status: 'dropped' }
  const { id, cursor } = letter
  const end = (state: 'sent' | 'dropped') => [
    sql`UPDATE letters SET state = ${state}, ended_at = ${now.toISOString()}, problem = NULL WHERE id = ${id}`,
  ]
  const letterFor = await composed(context, letter)
  if (letterFor === null) return { status: 'dropped', also: end(cursor > 0 ? 'sent' : 'dropped') }
  const topics = (await db.all(topicsOfLetter(id))).toSorted(
    (a, b) => BY_PRECISION.indexOf(a.kind) - BY_PRECISION.indexOf(b.kind),
  )
  const recipients = await db.all(
    again === 0 ? nextRecipients(topics, cursor) : deferredRecipients(id, topics, from),
  )
  const waits = await sendEach(context, row, payload, {
    recipients,
    letterFor,
    list: ({ cause }: PartRecipient) => topics[cause] ?? { kind: 'site', ref: '' },
    record: (to, state, messageId) => recorded(id, to, state, messageId),
    paused: (problem) => [sql`UPDATE letters SET problem = ${problem} WHERE id = ${id}`],
  })
  if (waits) return waits
  if (recipients.length === PART)
    return continued(row, { again, from: recipients.at(-1)?.id ?? 0 }, now)
  return {
    status: 'sent',
    also: [...(again === 0 ? end('sent') : []), ...sendDeferred(id, again, now)],
  }
}

/**
 * Returns a function that composes the letter in the language of each subscriber, once per
 * language. Null if no post of the letter is public any more.
 */
async function composed({ db, compute, identity }: Context, { id }: LetterRow) {
  const posts = await db.all(postsOfLetter(id))
  const [first] = posts
  if (first === undefined) return null
  const made = new Map<string, Letter>()
  return async ({ site, ...recipient }: Pick<Recipient, 'language' | 'site'>): Promise<Letter> => {
    const language = offeredLanguage(languagesOf(identity), recipient.language)
    const key = `${language} ${site}`
    const known = made.get(key)
    if (known) return known
    const subject =
      first.title + (posts.length > 1 ? letterTexts[language].mail.more(posts.length - 1) : '')
    const shown = posts.map((post) => asLetterPost(post, language))
    const letter = await letterOf(
      compute,
      // All posts of a letter have one author.
      { subject, posts: shown, author: shown[0]?.author, language, site },
      identity,
    )
    made.set(key, letter)
    return letter
  }
}

/** `cause` is the index of the topic that the stop link ends. */
type PartRecipient = Recipient & { cause: number }

/** The next subscribers after the cursor. Each topic is one range of an index. */
function nextRecipients(topics: readonly Topic[], cursor: number): Statement<PartRecipient> {
  const ranges = topics.map(
    ({ kind, ref }, cause) => sql`
    SELECT * FROM (
      SELECT subscriber_id, ${cause} AS cause FROM letter_subscriptions INDEXED BY letter_subscriptions_of_topic
      WHERE kind = ${kind} AND ref = ${ref} AND cadence = 'each' AND subscriber_id > ${cursor}
      ORDER BY subscriber_id LIMIT ${PART})`,
  )
  return sql`
    SELECT ${RECIPIENT}, q.cause FROM (
      SELECT subscriber_id, MIN(cause) AS cause FROM (${sql.join(ranges, sql` UNION ALL `)})
      GROUP BY subscriber_id ORDER BY subscriber_id LIMIT ${PART}) q
    CROSS JOIN letter_subscribers r ON r.id = q.subscriber_id ORDER BY r.id`
}

/**
 * The subscribers whose mail servers asked to wait, without those who have stopped the letters
 * meanwhile.
 */
function deferredRecipients(
  letter: number,
  topics: readonly Topic[],
  from: number,
): Statement<PartRecipient> {
  return sql`
    SELECT ${RECIPIENT}, (
        SELECT MIN(t.key) FROM json_each(${JSON.stringify(topics)}) t CROSS JOIN letter_subscriptions s
          ON s.subscriber_id = r.id AND s.kind = t.value ->> 'kind' AND s.ref = t.value ->> 'ref'
        WHERE s.cadence = 'each') AS cause
    FROM letter_sends d JOIN letter_subscribers r ON r.id = d.subscriber_id
    WHERE d.letter_id = ${letter} AND d.state = 'deferred' AND d.subscriber_id > ${from} AND r.ended IS NULL
      AND cause IS NOT NULL
    ORDER BY r.id LIMIT ${PART}`
}

function recorded(
  letter: number,
  to: Recipient,
  state: State,
  messageId: string | null,
): Statement[] {
  const figure: SQL[] =
    state === 'deferred' ? [] : [sql`${sql.identifier(state)} = ${sql.identifier(state)} + 1`]
  const changes = [sql`cursor = MAX(cursor, ${to.id})`, sql`problem = NULL`, ...figure]
  return [
    sql`INSERT INTO letter_sends (letter_id, subscriber_id, state, message_id)
        VALUES (${letter}, ${to.id}, ${state}, ${messageId})
        ON CONFLICT (letter_id, subscriber_id) DO UPDATE SET state = excluded.state, message_id = excluded.message_id
        WHERE letter_sends.state = 'deferred'`,
    sql`UPDATE letters SET ${sql.join(changes, sql`, `)} WHERE id = ${letter}`,
  ]
}

/**
 * Queues the next attempt for deferred subscribers, if there are any. After the last attempt they
 * count as failed.
 */
function sendDeferred(letter: number, again: number, now: Date): Statement[] {
  const deferred = sql`letter_sends WHERE letter_id = ${letter} AND state = 'deferred'`
  const wait = WAITS[again]
  if (wait === undefined)
    return [
      sql`UPDATE letters SET failed = failed + (SELECT COUNT(*) FROM ${deferred}) WHERE id = ${letter}`,
      sql`UPDATE letter_sends SET state = 'failed' WHERE letter_id = ${letter} AND state = 'deferred'`,
    ]
  const payload = sql`json_object('again', ${again + 1})`
  return [
    toSend(
      { kind: 'part', ref: letter, payload },
      sql`(SELECT 1 FROM ${deferred} LIMIT 1)`,
      now,
      after(now, wait),
    ),
  ]
}

interface DueDigest extends Recipient {
  cadence: 'daily' | 'weekly'
  zone: string
  /** JSON: kind, ref and digest_from of each subscription. */
  topics: string
}

async function sendDigests(context: Context, row: Claimed, payload: Payload): Promise<Outcome> {
  const { db, compute, identity, now } = context
  const at = now.toISOString()
  const recipients = await db.all(dueDigests(at))
  const waits = await sendEach(context, row, payload, {
    recipients,
    async letterFor({ topics, cadence, site, ...recipient }) {
      const language = offeredLanguage(languagesOf(identity), recipient.language)
      const posts = await db.all(postsOfDigest(topics, at))
      const [first] = posts
      if (first === undefined) return null
      const subject = letterTexts[language].mail.digest[cadence](posts.length, first.title)
      const listed = posts.map((post) => ({ ...asLetterPost(post, language), body: null }))
      return letterOf(compute, { subject, posts: listed, language, site }, identity)
    },
    list: listOfDigest,
    record({ id, cadence, zone }, state) {
      const isDue = sql`subscriber_id = ${id} AND cadence = ${cadence} AND digest_at <= ${at}`
      return state === 'deferred'
        ? [
            sql`UPDATE letter_subscriptions SET digest_at = ${after(now, DIGEST_AGAIN).toISOString()} WHERE ${isDue}`,
          ]
        : [
            sql`UPDATE letter_subscriptions
                SET digest_from = ${at}, digest_at = ${nextDigest(cadence, zone, now).toISOString()} WHERE ${isDue}`,
          ]
    },
  })
  return waits ?? (recipients.length > 0 ? continued(row, {}, now) : { status: 'sent' })
}

/**
 * A digest of one subscription belongs to this subscription, and its stop link ends it. A digest of
 * several belongs to the cadence, and its stop link ends what the reader sees: the whole digest.
 */
function listOfDigest({ cadence, topics }: DueDigest): MailingList {
  const [only, ...others] = JSON.parse(topics) as Topic[]
  return only === undefined || others.length > 0 ? cadence : { kind: only.kind, ref: only.ref }
}

function dueDigests(at: string): Statement<DueDigest> {
  return sql`
    SELECT ${RECIPIENT}, s.cadence, r.time_zone AS zone,
      json_group_array(json_object('kind', s.kind, 'ref', s.ref, 'since', s.digest_from)) AS topics
    FROM letter_subscriptions s JOIN letter_subscribers r ON r.id = s.subscriber_id
    WHERE s.subscriber_id IN (
        SELECT subscriber_id FROM letter_subscriptions INDEXED BY letter_subscriptions_due
        WHERE digest_at <= ${at} ORDER BY digest_at LIMIT ${PART})
      AND s.digest_at <= ${at}
    GROUP BY s.subscriber_id, s.cadence`
}

/**
 * Records a bounce or a complaint that the provider reports after a letter was sent. Other reports,
 * unknown letters and a second report change nothing.
 */
export async function recordLetterReport(db: Database, event: unknown): Promise<void> {
  const report = reportIn(event)
  if (report === null || (report.kind !== 'complained' && !report.isAddressFault)) return
  const state = report.kind === 'complained' ? 'complained' : 'bounced'
  const send = await db.first(sql<{ letter_id: number; subscriber_id: number }>`
    SELECT letter_id, subscriber_id FROM letter_sends INDEXED BY letter_sends_of_message
    WHERE message_id = ${report.messageId} AND state = 'sent'`)
  if (send === null) return
  const { letter_id, subscriber_id: id } = send
  await db.batch([
    sql`UPDATE letter_sends SET state = ${state} WHERE letter_id = ${letter_id} AND subscriber_id = ${id}`,
    sql`UPDATE letters SET ${sql.identifier(state)} = ${sql.identifier(state)} + 1, sent = sent - ${state === 'bounced' ? 1 : 0}
        WHERE id = ${letter_id}`,
    ...(state === 'bounced' ? bounced(id) : [endAll('complained', sql`id = ${id}`)]),
  ])
}
