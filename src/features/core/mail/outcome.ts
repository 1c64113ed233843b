import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { Claimed } from '#features/core/mail/deliver.ts'
import type { Problem } from '#features/core/mail/service.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { after, DAY } from '#kernel/clock.ts'

export const TRIED_FOR = DAY

export function sent(mail: Claimed, messageId: string | null, now: Date): Statement[] {
  return [
    settled(mail, sql`status = 'sent', letter = NULL, problem = NULL, message_id = ${messageId}`, now),
    sql`UPDATE users SET email_unreachable_at = NULL
        WHERE uid = ${mail.user_id} AND email = ${mail.address} AND email_unreachable_at IS NOT NULL`,
  ]
}

/** When it is tried again was set when it was claimed. After a day it has failed. */
export function notSent(mail: Claimed, outcome: Problem, now: Date): Statement[] {
  if (!outcome.mayPass || after(new Date(mail.created_at), TRIED_FOR) <= now) return failed(mail, outcome, now)
  return [sql`UPDATE outbox SET claim = NULL, problem = ${outcome.problem} WHERE ${isOurs(mail)}`]
}

/** The owner sees it at /admin/mail. */
function failed(mail: Claimed, { problem, lies }: Problem, now: Date): Statement[] {
  const fails = settled(mail, sql`status = 'failed', problem = ${problem}`, now)
  return lies === 'with the address' ? [fails, ...unreachable(mail, now)] : [fails]
}

/** An address that takes no mail is told to its user in the site, once until a mail arrives. */
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

/** A mail whose token died while it was being sent is settled already. */
function isOurs({ id, claim }: Claimed): Statement {
  return sql`id = ${id} AND claim = ${claim} AND status = 'waiting'`
}
