import { type SQL, sql } from 'drizzle-orm'
import type { Database, Group, Statement } from '#db/client.ts'
import { group, last } from '#db/client.ts'
import type { LetterRequest, LetterSubscriber } from '#db/schema/publishing.ts'
import type { Admission } from '#features/accounts/registration/proof-of-work.ts'
import { nextDigest } from '#features/core/mail/notice-prefs.ts'
import type { MailOrigin } from '#features/core/mail/outbox.ts'
import { type Viewer, zoneOf } from '#features/core/people/viewer.ts'
import { hashesOf, openAddress, sealAddress } from '#features/publishing/letters/address.ts'
import { toSend } from '#features/publishing/letters/queue.ts'
import { requestIn, type StopScope, stopIn, subscriberIn } from '#features/publishing/letters/tokens.ts'
import {
  type Cadence,
  type NamedTopic,
  nameTopic,
  requireTopic,
  type Topic,
  type TopicRow,
  topicColumns,
} from '#features/publishing/letters/topics.ts'
import { after, DAY } from '#kernel/clock.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { LETTER_CONFIRMATIONS_A_DAY } from '#kernel/rate-limits.ts'
import { isTimeZone, SITE_ZONE } from '#kernel/time-zone.ts'

export interface Wanted {
  email: string
  topic: Topic
  cadence: Cadence
  /** The zone of the browser. */
  time_zone?: string | undefined
}

/** How long the mailed link works. After it, the request is deleted. */
export const REQUEST_KEPT_FOR = 2 * DAY

/**
 * Stores the request and queues the mail that asks for confirmation. The work is the same for known, unknown and refused addresses,
 * so status and time reveal nothing. The sender drops mails to addresses that must get none.
 */
export async function requestLetters(
  db: Database,
  secrets: Secrets,
  { email, topic, cadence, time_zone = '' }: Wanted,
  { site, language }: MailOrigin,
  now: Date,
  admission: Admission,
): Promise<void> {
  const admitting = await admission()
  await requireTopic(db, topic, language)
  const [sealed, hashes] = await Promise.all([sealAddress(secrets, email), hashesOf(secrets, email)])
  const zone = isTimeZone(time_zone) ? time_zone : SITE_ZONE
  const at = now.toISOString()
  await db.batch([
    ...admitting,
    sql`INSERT INTO letter_requests (email_hash, email, key_id, kind, ref, cadence, language, time_zone, site, created_at)
        SELECT ${sealed.hash}, ${sealed.text}, ${sealed.keyId}, ${topic.kind}, ${topic.ref}, ${cadence}, ${language}, ${zone},
          ${site}, ${at}
        WHERE (SELECT COUNT(*) FROM letter_requests
          WHERE email_hash IN ${hashes} AND created_at > ${after(now, -DAY).toISOString()}) < ${LETTER_CONFIRMATIONS_A_DAY}`,
    toSend(
      { kind: 'confirm', payload: sql`json_object('request', id)` },
      sql`letter_requests WHERE email_hash = ${sealed.hash} AND created_at = ${at} AND email = ${sealed.text}`,
      now,
    ),
  ])
}

/** The request of a mailed link, with its topic. Null if the link is wrong or old. */
export async function requestOf(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
  now: Date,
): Promise<{ request: LetterRequest; topic: NamedTopic } | null> {
  const id = await requestIn(secrets, token)
  if (id === null) return null
  const row = await db.first(sql<LetterRequest & TopicRow>`
    SELECT r.*, ${topicColumns(sql`r.kind`, sql`r.ref`)} FROM letter_requests r
    WHERE r.id = ${id} AND r.created_at > ${after(now, -REQUEST_KEPT_FOR).toISOString()}`)
  const topic = row && nameTopic(row, row, language)
  return row && topic && { request: row, topic }
}

/** Starts the subscription of a mailed link. A second use changes nothing. Returns the subscriber. */
export async function confirmLetters(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
  now: Date,
): Promise<{ id: number; topic: NamedTopic } | null> {
  const found = await requestOf(db, secrets, token, language, now)
  const email = found && (await openAddress(secrets, found.request))
  if (!found || email === null) return null
  const { request, topic } = found
  const hashes = await hashesOf(secrets, email)
  const isNew = sql`EXISTS (SELECT 1 FROM letter_requests WHERE id = ${request.id} AND confirmed_at IS NULL)`
  const results = await db.batch([
    ...subscribe({ ...request, email_text: request.email }, hashes, request, isNew, now),
    sql`UPDATE letter_requests SET confirmed_at = ${now.toISOString()} WHERE id = ${request.id} AND confirmed_at IS NULL`,
    subscriberBy(hashes),
  ])
  const [subscriber] = last(results)
  return subscriber === undefined ? null : { id: subscriber.id, topic }
}

type Facts = Pick<LetterSubscriber, 'email_hash' | 'key_id' | 'language' | 'time_zone' | 'site'> & {
  email_text: string
  user_id?: number
}

/** Statements that add the subscriber, if it is new, and the subscription, or change its cadence. */
export function subscribe(
  { email_hash, email_text, key_id, user_id, language, time_zone, site }: Facts,
  hashes: readonly string[],
  { kind, ref, cadence }: Topic & { cadence: Cadence },
  when: SQL,
  now: Date,
): Statement[] {
  const at = now.toISOString()
  const [from, next] = cadence === 'each' ? [null, null] : [at, nextDigest(cadence, time_zone, now).toISOString()]
  return [
    sql`INSERT INTO letter_subscribers (email_hash, email, key_id, user_id, language, time_zone, site, created_at)
        SELECT ${email_hash}, ${email_text}, ${key_id}, ${user_id ?? null}, ${language}, ${time_zone}, ${site}, ${at}
        WHERE ${when} AND NOT EXISTS (SELECT 1 FROM letter_subscribers WHERE email_hash IN ${hashes})`,
    sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, digest_from, digest_at, created_at)
        SELECT id, ${kind}, ${ref}, ${cadence}, ${from}, ${next}, ${at} FROM letter_subscribers
        WHERE email_hash IN ${hashes} AND ended IS NULL AND ${when}
        ON CONFLICT (subscriber_id, kind, ref) DO UPDATE
        SET cadence = excluded.cadence, digest_from = excluded.digest_from, digest_at = excluded.digest_at
        WHERE cadence <> excluded.cadence`,
  ]
}

const subscriberBy = (hashes: readonly string[]) =>
  sql<{ id: number }>`SELECT id FROM letter_subscribers WHERE email_hash IN ${hashes} AND ended IS NULL`

/** One press of a member: to the proven address of the account, without a mail. `off` ends the subscription. */
export async function chooseMyLetters(
  db: Database,
  secrets: Secrets,
  viewer: Viewer,
  { topic, cadence }: { topic: Topic; cadence: Cadence | 'off' },
  { site, language }: MailOrigin,
  now: Date,
): Promise<void> {
  if (cadence === 'off') {
    await db.batch([
      sql`DELETE FROM letter_subscriptions WHERE kind = ${topic.kind} AND ref = ${topic.ref}
          AND subscriber_id IN (SELECT id FROM letter_subscribers WHERE user_id = ${viewer.uid})`,
    ])
    return
  }
  if (viewer.email_verified_at === null) throw new AppError('email_unverified')
  await requireTopic(db, topic, language)
  const [sealed, hashes] = await Promise.all([sealAddress(secrets, viewer.email), hashesOf(secrets, viewer.email)])
  const facts = { email_hash: sealed.hash, email_text: sealed.text, key_id: sealed.keyId, user_id: viewer.uid }
  const [, , , found] = await db.batch([
    ...(subscribe(
      { ...facts, language, time_zone: zoneOf(viewer), site },
      hashes,
      { ...topic, cadence },
      sql`TRUE`,
      now,
    ) as [Statement, Statement]),
    // The address may have subscribed before it had an account.
    sql`UPDATE letter_subscribers SET user_id = ${viewer.uid} WHERE email_hash IN ${hashes} AND user_id IS NOT ${viewer.uid}`,
    subscriberBy(hashes),
  ])
  // Letters to this address were refused, or its reader complained.
  if (found.length === 0) throw new AppError('invalid_transition')
}

export interface Subscription extends NamedTopic {
  cadence: Cadence
}

type SubscriptionRow = TopicRow & { cadence: Cadence }

function subscriptionsWhere(where: SQL, language: Language): Group<Subscription[]> {
  const rows = sql<SubscriptionRow>`
    SELECT s.kind, s.ref, s.cadence, ${topicColumns(sql`s.kind`, sql`s.ref`)} FROM letter_subscriptions s
    WHERE ${where} ORDER BY s.subscriber_id, s.kind, s.ref`
  return group({ rows }, ({ rows }) =>
    rows.map((row) => ({
      ...(nameTopic(row, row, language) ?? { kind: row.kind, ref: row.ref, name: row.ref, path: '/' }),
      cadence: row.cadence,
    })),
  )
}

export function mySubscriptions(uid: number, language: Language): Group<Subscription[]> {
  return subscriptionsWhere(
    sql`s.subscriber_id IN (SELECT id FROM letter_subscribers WHERE user_id = ${uid})`,
    language,
  )
}

/** What the manage page shows. The address is masked: a forwarded letter also forwards its link. Null for a wrong or old link. */
export async function subscriberOf(
  db: Database,
  secrets: Secrets,
  token: string,
  language: Language,
): Promise<{ id: number; address: string; subscriptions: Subscription[] } | null> {
  const id = await subscriberIn(secrets, token)
  if (id === null) return null
  const { rows, subscriptions } = await db.read({
    rows: sql<LetterSubscriber>`SELECT * FROM letter_subscribers WHERE id = ${id} AND ended IS NULL`,
    subscriptions: subscriptionsWhere(sql`s.subscriber_id = ${id}`, language),
  })
  const address = rows[0] && (await openAddress(secrets, rows[0]))
  return address ? { id, address: address.replace(/^(.).*(?=@)/, '$1…'), subscriptions } : null
}

/** A change on the manage page. `all` ends everything. */
export async function manageLetters(
  db: Database,
  id: number,
  { topic, cadence }: { topic: Topic; cadence: Cadence | 'off' | 'all' },
  now: Date,
): Promise<void> {
  const one = sql`subscriber_id = ${id} AND kind = ${topic.kind} AND ref = ${topic.ref}`
  if (cadence === 'all') await db.batch([sql`DELETE FROM letter_subscriptions WHERE subscriber_id = ${id}`])
  else if (cadence === 'off') await db.batch([sql`DELETE FROM letter_subscriptions WHERE ${one}`])
  else {
    const zone = await db.first(
      sql<{ zone: string }>`SELECT time_zone AS zone FROM letter_subscribers WHERE id = ${id}`,
    )
    const isEach = cadence === 'each'
    const next = isEach ? null : nextDigest(cadence, zone?.zone ?? SITE_ZONE, now).toISOString()
    await db.batch([
      sql`UPDATE letter_subscriptions
          SET cadence = ${cadence}, digest_at = ${next}, digest_from = ${isEach ? null : now.toISOString()}
          WHERE ${one} AND cadence <> ${cadence}`,
    ])
  }
}

/** The stop link of a letter. A second use changes nothing. Returns false for a link that this site did not sign. */
export async function stopLetters(db: Database, secrets: Secrets, token: string): Promise<boolean> {
  const stop = await stopIn(secrets, token)
  if (stop === null) return false
  await db.batch([sql`DELETE FROM letter_subscriptions WHERE subscriber_id = ${stop.id} AND ${isStopped(stop.scope)}`])
  return true
}

function isStopped(scope: StopScope): SQL {
  if (scope === 'daily' || scope === 'weekly') return sql`cadence = ${scope}`
  const letter = Number(scope.slice('letter-'.length))
  return sql`(kind, ref) IN (SELECT kind, ref FROM (${topicsOfLetter(letter)}))`
}

/** Everything whose subscribers get a letter. */
export function topicsOfLetter(letter: number): Statement<Topic> {
  return sql`
    SELECT 'site' AS kind, '' AS ref
    UNION SELECT 'author', CAST(author_id AS TEXT) FROM letters WHERE id = ${letter}
    UNION SELECT 'series', CAST(sp.series_id AS TEXT)
      FROM letter_posts lp JOIN series_posts sp ON sp.post_id = lp.post_id WHERE lp.letter_id = ${letter}
    UNION SELECT 'tag', json_extract(value, '$[0]')
      FROM letter_posts lp JOIN posts p ON p.id = lp.post_id, json_each(p.tags) WHERE lp.letter_id = ${letter}`
}

/** For the cron. */
export function forgetRequests(now: Date): Statement {
  return sql`
    DELETE FROM letter_requests WHERE id IN (
      SELECT id FROM letter_requests WHERE created_at <= ${after(now, -REQUEST_KEPT_FOR).toISOString()} LIMIT 1000)`
}
