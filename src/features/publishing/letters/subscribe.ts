import { type SQL, sql } from 'drizzle-orm'
import { type Database, type Group, group, last, type Statement } from '#db/client.ts'
import type { LetterRequest, LetterSubscriber } from '#db/schema/letters.ts'
import type { Admission } from '#features/accounts/registration/proof-of-work.ts'
import { nextDigest } from '#features/core/mail/notice-prefs.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { type Viewer, zoneOf } from '#features/core/people/viewer.ts'
import {
  idIn,
  openAddress,
  type SealedAddress,
  type StopLink,
  sealAddress,
  stopIn,
} from '#features/publishing/letters/address.ts'
import { toSend } from '#features/publishing/letters/plan.ts'
import {
  BY_PRECISION,
  type Cadence,
  type NamedTopic,
  nameTopic,
  requireTopic,
  type Topic,
  type TopicRow,
  topicColumns,
  topicsOfLetter,
} from '#features/publishing/letters/topics.ts'
import { after, DAY } from '#kernel/clock.ts'
import { fromBase64Url, toBase64Url } from '#kernel/crypto/base64url.ts'
import { type Secrets, seal, unseal } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { LETTER_CONFIRMATIONS_A_DAY } from '#kernel/rate-limits.ts'
import { isTimeZone, SITE_ZONE } from '#kernel/time-zone.ts'

export interface Choice {
  topic: Topic
  cadence: Cadence
}

export interface Wanted extends Choice {
  email: string
  time_zone?: string | undefined
}

/** How long the mailed link works. Then the request is deleted. */
export const REQUEST_KEPT_FOR = 2 * DAY

/**
 * Stores the request and queues the mail that asks for confirmation. The work is the same for
 * known, unknown and refused addresses, so status and time reveal nothing. The sender drops mails
 * to addresses that must get none.
 */
export async function requestLetters(
  db: Database,
  secrets: Secrets,
  { email, time_zone = '', ...choice }: Wanted,
  origin: MailOrigin,
  now: Date,
  admission: Admission,
): Promise<void> {
  const admitting = await admission()
  await requireTopic(db, choice.topic, origin.language)
  const address = await sealAddress(secrets, email)
  const isAllowed = sql`(SELECT COUNT(*) FROM letter_requests
    WHERE email_hash IN ${address.hashes} AND created_at > ${after(now, -DAY).toISOString()}) < ${LETTER_CONFIRMATIONS_A_DAY}`
  const reader = { ...origin, address, time_zone: isTimeZone(time_zone) ? time_zone : SITE_ZONE }
  await db.batch([...admitting, ...ask(reader, choice, isAllowed, now)])
}

interface Reader extends MailOrigin {
  address: SealedAddress
  time_zone: string
  uid?: number
}

/** Statements that store a request and queue its mail, if the condition `when` is true. */
export function ask(reader: Reader, { topic, cadence }: Choice, when: SQL, now: Date): Statement[] {
  const { address, language, time_zone, site } = reader
  const at = now.toISOString()
  return [
    sql`INSERT INTO letter_requests (email_hash, email, key_id, kind, ref, cadence, language, time_zone, site, created_at)
        SELECT ${address.hash}, ${address.text}, ${address.keyId}, ${topic.kind}, ${topic.ref}, ${cadence}, ${language},
          ${time_zone}, ${site}, ${at} WHERE ${when}`,
    toSend(
      { kind: 'confirm', payload: sql`json_object('request', id)` },
      sql`letter_requests WHERE email_hash = ${address.hash} AND created_at = ${at} AND email = ${address.text}`,
      now,
    ),
  ]
}

/**
 * Statements that create the subscriber if the address is new, and then start the subscription or
 * change its cadence. They do nothing if the condition `when` is false, and an ended subscriber
 * stays ended.
 */
export function subscribe(
  reader: Reader,
  { topic, cadence }: Choice,
  when: SQL,
  now: Date,
): Statement[] {
  const { address, language, time_zone, site, uid = null } = reader
  const at = now.toISOString()
  const [from, next] = digestTimes(cadence, time_zone, now)
  return [
    sql`INSERT INTO letter_subscribers (email_hash, email, key_id, user_id, language, time_zone, site, created_at)
        SELECT ${address.hash}, ${address.text}, ${address.keyId}, ${uid}, ${language}, ${time_zone}, ${site}, ${at}
        WHERE ${when} AND NOT EXISTS (SELECT 1 FROM letter_subscribers WHERE email_hash IN ${address.hashes})`,
    sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, digest_from, digest_at, created_at)
        SELECT id, ${topic.kind}, ${topic.ref}, ${cadence}, ${from}, ${next}, ${at} FROM letter_subscribers
        WHERE email_hash IN ${address.hashes} AND ended IS NULL AND ${when}
        ON CONFLICT (subscriber_id, kind, ref) DO UPDATE
        SET cadence = excluded.cadence, digest_from = excluded.digest_from, digest_at = excluded.digest_at
        WHERE cadence <> excluded.cadence`,
  ]
}

/** The start of the first digest's period and its time; null for letters that are sent at once. */
function digestTimes(
  cadence: Cadence,
  zone: string,
  now: Date,
): [from: string | null, at: string | null] {
  return cadence === 'each'
    ? [null, null]
    : [now.toISOString(), nextDigest(cadence, zone, now).toISOString()]
}

const subscriberBy = ({ hashes }: SealedAddress) =>
  sql<{
    id: number
  }>`SELECT id FROM letter_subscribers WHERE email_hash IN ${hashes} AND ended IS NULL`

/** A request that can still be confirmed. */
interface OpenRequest {
  request: LetterRequest & TopicRow
  topic: NamedTopic
}

/** The request of a mailed link. Null if the link is wrong or old, or if its topic is gone. */
export async function requestOf(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
  now: Date,
): Promise<OpenRequest | null> {
  const id = await idIn(secrets, 'confirm', token)
  return id === null ? null : openRequest(db, id, language, now)
}

/** The request with this id. Without `language`, its topic is named in the request's own. */
export async function openRequest(
  db: Database,
  id: number,
  language: Language | null,
  now: Date,
): Promise<OpenRequest | null> {
  const row = await db.first(sql<LetterRequest & TopicRow>`
    SELECT r.*, ${topicColumns(sql`r.kind`, sql`r.ref`)} FROM letter_requests r
    WHERE r.id = ${id} AND r.created_at > ${after(now, -REQUEST_KEPT_FOR).toISOString()}`)
  const topic = row && nameTopic(row, language ?? row.language)
  return row && topic && { request: row, topic }
}

interface Confirmed {
  /** The id of the subscriber. */
  id: number
  topic: NamedTopic
}

/**
 * Starts the subscription of a mailed link. A second use changes nothing. Null if the link is wrong
 * or old, or if the address gets no letters any more.
 */
export async function confirmLetters(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
  now: Date,
): Promise<Confirmed | null> {
  const found = await requestOf(db, secrets, token, language, now)
  const email = found && (await openAddress(secrets, found.request))
  if (!found || email === null) return null
  const { request, topic } = found
  const address = await sealAddress(secrets, email)
  const isNew = sql`EXISTS (SELECT 1 FROM letter_requests WHERE id = ${request.id} AND confirmed_at IS NULL)`
  const results = await db.batch([
    ...subscribe({ ...request, address }, { topic, cadence: request.cadence }, isNew, now),
    sql`UPDATE letter_requests SET confirmed_at = ${now.toISOString()} WHERE id = ${request.id} AND confirmed_at IS NULL`,
    subscriberBy(address),
  ])
  const [subscriber] = last(results)
  return subscriber === undefined ? null : { id: subscriber.id, topic }
}

/**
 * Subscribes the verified address of a member's account, without a confirmation mail. `off` ends
 * the subscription.
 */
export async function chooseMyLetters(
  db: Database,
  secrets: Secrets,
  viewer: Viewer,
  { topic, cadence }: { topic: Topic; cadence: Cadence | 'off' },
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  if (cadence === 'off') {
    await db.batch([unsubscribe(subscribersOf(viewer.uid), isTopic(topic))])
    return
  }
  if (viewer.email_verified_at === null) throw new AppError('email_unverified')
  await requireTopic(db, topic, origin.language)
  const address = await sealAddress(secrets, viewer.email)
  const reader = { ...origin, address, uid: viewer.uid, time_zone: zoneOf(viewer) }
  const results = await db.batch([
    ...subscribe(reader, { topic, cadence }, sql`TRUE`, now),
    // The address may have subscribed before it had an account.
    sql`UPDATE letter_subscribers SET user_id = ${viewer.uid}
        WHERE email_hash IN ${address.hashes} AND user_id IS NOT ${viewer.uid}`,
    subscriberBy(address),
  ])
  // The address has ended for good: its mail server refused letters, or its reader complained.
  if (last(results).length === 0) throw new AppError('invalid_transition')
}

const subscribersOf = (uid: number) =>
  sql`(SELECT id FROM letter_subscribers WHERE user_id = ${uid})`
const isTopic = ({ kind, ref }: Topic) => sql`kind = ${kind} AND ref = ${ref}`
const unsubscribe = (subscribers: SQL, from: SQL) =>
  sql`DELETE FROM letter_subscriptions WHERE subscriber_id IN ${subscribers} AND ${from}`

export interface Subscription extends NamedTopic {
  cadence: Cadence
}

function subscriptionsOf(subscribers: SQL, language: Language): Group<Subscription[]> {
  const rows = sql<TopicRow & { cadence: Cadence }>`
    SELECT s.cadence, ${topicColumns(sql`s.kind`, sql`s.ref`)} FROM letter_subscriptions s
    WHERE s.subscriber_id IN ${subscribers} ORDER BY s.subscriber_id, s.kind, s.ref`
  return group({ rows }, ({ rows }) =>
    rows.map(({ cadence, ...row }) => {
      const { kind, ref } = row
      return { ...(nameTopic(row, language) ?? { kind, ref, name: ref, path: '/' }), cadence }
    }),
  )
}

export function mySubscriptions(uid: number, language: Language): Group<Subscription[]> {
  return subscriptionsOf(subscribersOf(uid), language)
}

/** A subscriber as the manage page shows it. */
interface ManagedSubscriber {
  id: number
  time_zone: string
  /** Masked, because a forwarded letter also forwards its link: `a…@example.com`. */
  address: string
  subscriptions: Subscription[]
}

/** The subscriber of a manage link. Null for a wrong or old link. */
export async function subscriberOf(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
): Promise<ManagedSubscriber | null> {
  const id = await idIn(secrets, 'manage', token)
  if (id === null) return null
  const { rows, subscriptions } = await db.read({
    rows: sql<LetterSubscriber>`SELECT * FROM letter_subscribers WHERE id = ${id} AND ended IS NULL`,
    subscriptions: subscriptionsOf(sql`(${id})`, language),
  })
  const [row] = rows
  const address = row && (await openAddress(secrets, row))
  return address
    ? {
        id,
        time_zone: row.time_zone,
        address: address.replace(/^(.).*(?=@)/, '$1…'),
        subscriptions,
      }
    : null
}

/** A change on the manage page. `off` ends this subscription, `all` ends every subscription. */
export async function manageLetters(
  db: Database,
  { id, time_zone }: Pick<LetterSubscriber, 'id' | 'time_zone'>,
  { topic, cadence }: { topic: Topic; cadence: Cadence | 'off' | 'all' },
  now: Date,
): Promise<void> {
  if (cadence === 'off' || cadence === 'all') {
    await db.batch([unsubscribe(sql`(${id})`, cadence === 'all' ? sql`TRUE` : isTopic(topic))])
    return
  }
  const [from, next] = digestTimes(cadence, time_zone, now)
  await db.batch([
    sql`UPDATE letter_subscriptions SET cadence = ${cadence}, digest_from = ${from}, digest_at = ${next}
        WHERE subscriber_id = ${id} AND ${isTopic(topic)} AND cadence <> ${cadence}`,
  ])
}

interface Stopped {
  /** The path that takes the stop back. Null if nothing was ended. */
  resume: string | null
}

/**
 * Ends the subscription of a stop link, and no other. The link of a digest of several subscriptions
 * ends those that the digest gathered. A second use changes nothing, except for older links
 * (`isOfList`). Null for a link that this site did not sign.
 */
export async function stopLetters(
  db: Database,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<Stopped | null> {
  const stop = await stopIn(secrets, token)
  if (stop === null) return null
  const ended = unsubscribe(sql`(${stop.id})`, isOfList(stop))
  const [[subscriber], choices] = await db.batch([
    sql<LetterSubscriber>`SELECT * FROM letter_subscribers WHERE id = ${stop.id} AND ended IS NULL`,
    sql<EndedChoice>`${ended} RETURNING kind, ref, cadence`,
  ])
  if (subscriber === undefined || choices.length === 0) return { resume: null }
  const { email, key_id, language, time_zone, site } = subscriber
  const content = { at: now.getTime(), email, key_id, language, time_zone, site, choices }
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(content)))
  return { resume: `/letters/resume?token=${await seal(secrets, 'letter-resume', text)}` }
}

type EndedChoice = Topic & { cadence: Cadence }

/**
 * The content of a resume link. The site forgets a subscriber without subscriptions at once, so the
 * link has all that is needed, with the address encrypted as in the database.
 */
type Resumed = Pick<LetterSubscriber, 'email' | 'key_id' | 'language' | 'time_zone' | 'site'> & {
  at: number
  choices: EndedChoice[]
}

/** How long a stop can be taken back. */
export const RESUMABLE_FOR = DAY

/**
 * Starts the subscriptions again that a stop link has ended. Returns false for a link that is older
 * than a day or that this site did not sign, and for an address that gets no letters any more.
 */
export async function resumeLetters(
  db: Database,
  secrets: Secrets,
  token: string,
  now: Date,
): Promise<boolean> {
  const text = await unseal(secrets, 'letter-resume', token)
  const bytes = text === null ? null : fromBase64Url(text)
  if (bytes === null) return false
  const stopped: Resumed = JSON.parse(new TextDecoder().decode(bytes))
  const email = await openAddress(secrets, stopped)
  if (email === null || now.getTime() - stopped.at > RESUMABLE_FOR) return false
  const address = await sealAddress(secrets, email)
  const { language, time_zone, site, choices } = stopped
  const results = await db.batch([
    ...choices.flatMap(({ cadence, ...topic }) =>
      subscribe({ address, language, time_zone, site }, { topic, cadence }, sql`TRUE`, now),
    ),
    // A member sees the subscription in the settings again.
    sql`UPDATE letter_subscribers SET user_id = (
          SELECT uid FROM users WHERE email = ${email} AND email_verified_at IS NOT NULL)
        WHERE email_hash IN ${address.hashes} AND ended IS NULL AND user_id IS NULL`,
    subscriberBy(address),
  ])
  return last(results).length > 0
}

/**
 * An older link has the id of a letter, not of the subscription that caused it. It ends the most
 * precise of the subscriptions that such a letter goes to. Ended subscriptions leave no row, so a
 * second use ends the next one: its owner still gets letters of this post by that subscription.
 */
function isOfList({ id, list, sentAt }: StopLink): SQL {
  if (typeof list === 'string') {
    const isGathered = sentAt === null ? sql`TRUE` : sql`created_at <= ${sentAt}`
    return sql`cadence = ${list} AND ${isGathered}`
  }
  if ('kind' in list) return isTopic(list)
  return sql`(kind, ref) = (
    SELECT s.kind, s.ref FROM letter_subscriptions s
    WHERE s.subscriber_id = ${id} AND s.cadence = 'each'
      AND (s.kind, s.ref) IN (SELECT kind, ref FROM (${topicsOfLetter(list.letter)}))
    ORDER BY instr(${BY_PRECISION.join(' ')}, s.kind), s.ref LIMIT 1)`
}

/** For the cron: deletes a part of the requests whose links no longer work. */
export function forgetRequests(now: Date): Statement {
  return sql`
    DELETE FROM letter_requests WHERE id IN (
      SELECT id FROM letter_requests WHERE created_at <= ${after(now, -REQUEST_KEPT_FOR).toISOString()} LIMIT 1000)`
}
