import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/mail.ts'
import { AS_IT_COMES } from '#features/core/identity/identity.ts'
import { siteIdentity } from '#features/core/identity/known.ts'
import { linkIn, type Message, messageOf } from '#features/core/mail/message.ts'
import { notSent, sent } from '#features/core/mail/outcome.ts'
import type { MailService } from '#features/core/mail/service.ts'
import { MINUTE, SECOND } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'

/** The wait after the first attempt; it doubles with each further one, so many times. */
export const FIRST_WAIT = 5 * MINUTE
export const DOUBLINGS_MAX = 5
/** Sent side by side. */
const AT_ONCE = 10

export interface Delivery {
  /** Null where the site has none: mail is kept, for the owner to read. */
  service: MailService | null
  /** Told of a mail that is kept. */
  onKept(mail: { to: string; subject: string; link: string | null }): void
}

export type Claimed = Pick<
  OutboxRow,
  'id' | 'user_id' | 'address' | 'language' | 'site' | 'subject' | 'claim' | 'created_at'
> & { letter: string }

/**
 * Sends what is due, at most so many mails. Where the service is down it stops after a few: the rest is not tried in vain, and
 * keeps its place.
 */
export async function deliver(db: Database, delivery: Delivery, now: Date, most: number): Promise<void> {
  for (let tried = 0; tried < most; tried += AT_ONCE) {
    const limit = Math.min(AT_ONCE, most - tried)
    const { service } = delivery
    const goesOn = await (service ? sendSome(db, service, now, limit) : keepSome(db, delivery, now, limit))
    if (!goesOn) return
  }
}

/** Whether there is more to send, and it makes sense to try. */
async function sendSome(db: Database, service: MailService, now: Date, limit: number): Promise<boolean> {
  const mails = await claim(db, now, limit)
  const identity = mails.length > 0 ? await siteIdentity(db, now) : AS_IT_COMES
  const works = await Promise.all(mails.map((mail) => send(db, service, messageOf(mail, identity), mail, now)))
  return mails.length === limit && works.some(Boolean)
}

/** True unless the service itself has a problem. Each outcome is written down at once: what was taken over is not sent again. */
async function send(db: Database, service: MailService, message: Message, mail: Claimed, now: Date): Promise<boolean> {
  const outcome = await service.send(message)
  await db.batch(outcome.problem === null ? sent(mail, outcome.messageId, now) : notSent(mail, outcome, now))
  return outcome.problem === null || outcome.lies !== 'here'
}

/**
 * Nobody else takes a mail that is claimed. Should we be killed while sending, its next attempt is already set, so it is not
 * lost.
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
