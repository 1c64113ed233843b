import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import type { Mail } from '#features/core/mail/outbox.ts'
import { unreachable } from '#features/core/mail/sender.ts'
import { PROBLEM_MAX } from '#features/core/outbox/deliver.ts'

/**
 * See https://developers.cloudflare.com/email-service/platform/event-subscriptions/. Other event
 * types are ignored.
 */
const Report = z.object({
  type: z.enum([
    'cf.email.sending.message.bounced',
    'cf.email.sending.message.rejected',
    'cf.email.sending.message.complained',
  ]),
  payload: z.object({
    messageId: z.string().min(1),
    recipient: z.string(),
    bounce: z.object({ reason: z.string().optional() }).optional(),
    rejection: z.object({ party: z.string().optional(), detail: z.string().optional() }).optional(),
  }),
})

/** Null for other events. `isAddressFault`: the address itself does not accept mail. */
export function reportIn(event: unknown) {
  const report = Report.safeParse(event)
  if (!report.success) return null
  const { messageId, recipient, bounce, rejection } = report.data.payload
  const kind = report.data.type.slice(report.data.type.lastIndexOf('.') + 1)
  const problem = [kind, bounce?.reason ?? rejection?.detail]
    .filter(Boolean)
    .join(': ')
    .slice(0, PROBLEM_MAX)
  const isAddressFault = kind === 'bounced' || rejection?.party === 'recipient'
  return { kind, messageId, recipient, problem, isAddressFault }
}

/** Ignores duplicate reports, reports of unknown mails and invalid reports. */
export async function recordDeliveryReport(db: Database, event: unknown, now: Date): Promise<void> {
  const report = reportIn(event)
  if (report === null) return
  const { kind, messageId, recipient, problem, isAddressFault } = report
  const mail = await db.first(sql<Pick<Mail, 'id' | 'user_id' | 'address'>>`
    SELECT id, user_id, address FROM outbox
    WHERE message_id = ${messageId} AND address = ${recipient.toLowerCase()} AND status = 'sent'`)
  if (mail === null) return
  // A complaint means that the mail arrived but is unwanted, so unsubscribe the user.
  const follows = kind === 'complained' ? unsubscribe(mail.user_id) : markFailed(mail, problem, now)
  await db.batch([...follows, ...(isAddressFault ? unreachable(mail, now) : [])])
}

/** /admin/mail shows the problem to the owner. */
function markFailed({ id }: Pick<Mail, 'id'>, problem: string, now: Date) {
  return [
    sql`UPDATE outbox SET status = 'failed', problem = ${problem}, settled_at = ${now.toISOString()}
        WHERE id = ${id} AND status = 'sent'`,
  ]
}
