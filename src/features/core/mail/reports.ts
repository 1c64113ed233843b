import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#db/client.ts'
import type { OutboxRow } from '#db/schema/mail.ts'
import { unsubscribe } from '#features/core/mail/notice-prefs.ts'
import { unreachable } from '#features/core/mail/outcome.ts'

/**
 * What became of a mail after the service took it over: an event of Email Sending, as
 * https://developers.cloudflare.com/email-service/platform/event-subscriptions/ describes it. Others are not for us.
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

const PROBLEM_MAX = 500

/** A report that comes twice, that is about no mail of ours or that cannot be read changes nothing. */
export async function noteReport(db: Database, event: unknown, now: Date): Promise<void> {
  const report = Report.safeParse(event)
  if (!report.success) return
  const { messageId, recipient, bounce, rejection } = report.data.payload
  const mail = await db.first(sql<Pick<OutboxRow, 'id' | 'user_id' | 'address'>>`
    SELECT id, user_id, address FROM outbox
    WHERE message_id = ${messageId} AND address = ${recipient.toLowerCase()} AND status = 'sent'`)
  if (mail === null) return
  const kind = report.data.type.slice(report.data.type.lastIndexOf('.') + 1)
  const problem = [kind, bounce?.reason ?? rejection?.detail].filter(Boolean).join(': ').slice(0, PROBLEM_MAX)
  // Mail that was called spam did arrive; there should be less of it.
  const follows = kind === 'complained' ? unsubscribe(mail.user_id) : lost(mail, problem, now)
  const lies = kind === 'bounced' || rejection?.party === 'recipient'
  await db.batch([...follows, ...(lies ? unreachable(mail, now) : [])])
}

/** The owner sees it at /admin/mail. */
function lost({ id }: Pick<OutboxRow, 'id'>, problem: string, now: Date) {
  return [
    sql`UPDATE outbox SET status = 'failed', problem = ${problem}, settled_at = ${now.toISOString()}
        WHERE id = ${id} AND status = 'sent'`,
  ]
}
