import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/core.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import { linkIn, type Message, messageOf } from '#features/core/mail/message.ts'
import type { MailService, Problem } from '#features/core/mail/service.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { after, DAY, MINUTE, SECOND } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'

/** Delay after the first attempt. It doubles with each attempt, at most DOUBLINGS_MAX times. */
export const FIRST_WAIT = 5 * MINUTE
export const DOUBLINGS_MAX = 5
/** Mails sent in parallel. */
const PARALLEL = 10

export interface Delivery {
  /** Null if the site has no mail service. Mails are then kept for the owner to read. */
  service: MailService | null
  /** Called for each kept mail. */
  onKept(mail: { to: string; subject: string; link: string | null }): void
}

export type Claimed = Pick<
  OutboxRow,
  'id' | 'user_id' | 'address' | 'language' | 'site' | 'subject' | 'claim' | 'created_at'
> & { letter: string }

/**
 * Sends at most `most` mails that are due. Stops after one group of failures if the service is down, so that the other mails
 * keep their attempts.
 */
export async function deliver(db: Database, delivery: Delivery, now: Date, most: number): Promise<void> {
  for (let tried = 0; tried < most; tried += PARALLEL) {
    const limit = Math.min(PARALLEL, most - tried)
    const { service } = delivery
    const hasMore = await (service ? sendSome(db, service, now, limit) : keepSome(db, delivery, now, limit))
    if (!hasMore) return
  }
}

/** Returns whether more mails may be due and the service works. */
async function sendSome(db: Database, service: MailService, now: Date, limit: number): Promise<boolean> {
  const mails = await claim(db, now, limit)
  const identity = mails.length > 0 ? await siteIdentity(db, now) : DEFAULT_IDENTITY
  const works = await Promise.all(mails.map((mail) => send(db, service, messageOf(mail, identity), mail, now)))
  return mails.length === limit && works.some(Boolean)
}

/** Returns false if the service itself failed. Writes each outcome immediately, so that a sent mail is not sent again. */
async function send(db: Database, service: MailService, message: Message, mail: Claimed, now: Date): Promise<boolean> {
  const outcome = await service.send(message)
  await db.batch(outcome.problem === null ? sent(mail, outcome.messageId, now) : notSent(mail, outcome, now))
  return outcome.problem === null || outcome.fault !== 'service'
}

/**
 * Claims mails, so that no other run sends them. The claim also sets the next attempt, so a mail is not lost if this run is
 * killed.
 */
function claim(db: Database, now: Date, limit: number): Promise<Claimed[]> {
  const wait = sql`(${FIRST_WAIT / SECOND} << min(attempts, ${DOUBLINGS_MAX}))`
  return db.all(sql<Claimed>`
    UPDATE outbox SET claim = ${randomId()}, attempts = attempts + 1,
      next_attempt_at = strftime('%Y-%m-%dT%H:%M:%fZ', ${now.toISOString()}, '+' || ${wait} || ' seconds')
    WHERE id IN (${due(now, limit)})
    RETURNING id, user_id, address, language, site, subject, letter, claim, created_at`)
}

async function keepSome(db: Database, { onKept }: Delivery, now: Date, limit: number): Promise<boolean> {
  const kept = await db.all(sql<Claimed>`
    UPDATE outbox SET status = 'kept', settled_at = ${now.toISOString()} WHERE id IN (${due(now, limit)})
    RETURNING id, address, site, subject, letter`)
  for (const mail of kept) onKept({ to: mail.address, subject: mail.subject, link: linkIn(mail) })
  return kept.length === limit
}

function due(now: Date, limit: number) {
  return sql`
    SELECT id FROM outbox INDEXED BY outbox_due WHERE status = 'waiting' AND next_attempt_at <= ${now.toISOString()}
    ORDER BY next_attempt_at, id LIMIT ${limit}`
}

export const GIVE_UP_AFTER = DAY

export function sent(mail: Claimed, messageId: string | null, now: Date): Statement[] {
  return [
    settled(mail, sql`status = 'sent', letter = NULL, problem = NULL, message_id = ${messageId}`, now),
    sql`UPDATE users SET email_unreachable_at = NULL
        WHERE uid = ${mail.user_id} AND email = ${mail.address} AND email_unreachable_at IS NOT NULL`,
  ]
}

/** Schedules no retry, because the claim has set the next attempt. After GIVE_UP_AFTER, the mail fails. */
function notSent(mail: Claimed, outcome: Problem, now: Date): Statement[] {
  if (!outcome.isTransient || after(new Date(mail.created_at), GIVE_UP_AFTER) <= now) return failed(mail, outcome, now)
  return [sql`UPDATE outbox SET claim = NULL, problem = ${outcome.problem} WHERE ${isOurs(mail)}`]
}

/** /admin/mail shows the problem to the owner. */
function failed(mail: Claimed, { problem, fault }: Problem, now: Date): Statement[] {
  const fails = settled(mail, sql`status = 'failed', problem = ${problem}`, now)
  return fault === 'address' ? [fails, ...unreachable(mail, now)] : [fails]
}

/** Notifies the user on the site that the address is unreachable, once until a mail arrives. */
export function unreachable({ user_id, address }: Pick<Claimed, 'user_id' | 'address'>, now: Date): Statement[] {
  const isNew = sql`uid = ${user_id} AND email = ${address} AND email_unreachable_at IS NULL`
  const about = { event: 'email_unreachable', address } as const
  return [
    systemNotice({ to: user_id, about, when: sql`EXISTS (SELECT 1 FROM users WHERE ${isNew})` }, now),
    sql`UPDATE users SET email_unreachable_at = ${now.toISOString()} WHERE ${isNew}`,
  ]
}

function settled(mail: Claimed, outcome: Statement, now: Date): Statement {
  return sql`UPDATE outbox SET ${outcome}, claim = NULL, settled_at = ${now.toISOString()} WHERE ${isOurs(mail)}`
}

/** False if the mail was settled while it was being sent, because its token became invalid. */
function isOurs({ id, claim }: Claimed): Statement {
  return sql`id = ${id} AND claim = ${claim} AND status = 'waiting'`
}
