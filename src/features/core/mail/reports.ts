import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '#db/client.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import type { Mail } from '#features/core/mail/outbox.ts'
import { unreachable } from '#features/core/mail/sender.ts'
import { PROBLEM_MAX } from '#features/core/outbox/deliver.ts'

/**
 * A delivery report of Cloudflare Email Sending:
 * https://developers.cloudflare.com/email-service/platform/event-subscriptions/. Events of other
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

export interface DeliveryReport {
  kind: string
  messageId: string
  recipient: string
  /** For the owner, at /admin/mail. */
  problem: string
  /** Whether the address itself does not accept mail. */
  isAddressFault: boolean
}

/** The report in an event of the queue, or null for other events. */
export function reportIn(event: unknown): DeliveryReport | null {
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

/**
 * Records a report about account mail. Duplicate reports, reports about other mails and invalid
 * reports are ignored.
 */
export async function recordDeliveryReport(db: Database, event: unknown, now: Date): Promise<void> {
  const report = reportIn(event)
  if (report === null) return
  const { kind, messageId, recipient, problem, isAddressFault } = report
  const mail = await db.first(sql<Pick<Mail, 'id' | 'user_id' | 'address'>>`
    SELECT id, user_id, address FROM outbox
    WHERE message_id = ${messageId} AND address = ${recipient.toLowerCase()} AND status = 'sent'`)
  if (mail === null) return
  // A complaint means that the mail has arrived but is unwanted, so the user is unsubscribed.
  const follows = kind === 'complained' ? unsubscribe(mail.user_id) : markFailed(mail, problem, now)
  await db.batch([...follows, ...(isAddressFault ? unreachable(mail, now) : [])])
}

/** Marks a mail as failed. /admin/mail shows the problem to the owner. */
function markFailed({ id }: Pick<Mail, 'id'>, problem: string, now: Date) {
  return [
    sql`UPDATE outbox SET status = 'failed', problem = ${problem}, settled_at = ${now.toISOString()}
        WHERE id = ${id} AND status = 'sent'`,
  ]
}
