import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { Claimed } from '#features/core/mail/deliver.ts'
import type { Problem } from '#features/core/mail/service.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { after, DAY } from '#kernel/clock.ts'

export const GIVE_UP_AFTER = DAY

export function sent(mail: Claimed, messageId: string | null, now: Date): Statement[] {
  return [
    settled(mail, sql`status = 'sent', letter = NULL, problem = NULL, message_id = ${messageId}`, now),
    sql`UPDATE users SET email_unreachable_at = NULL
        WHERE uid = ${mail.user_id} AND email = ${mail.address} AND email_unreachable_at IS NOT NULL`,
  ]
}

/** Schedules no retry, because the claim has set the next attempt. After GIVE_UP_AFTER, the mail fails. */
export function notSent(mail: Claimed, outcome: Problem, now: Date): Statement[] {
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
