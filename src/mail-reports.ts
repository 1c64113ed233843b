import { Meter, openDb } from '#db/client.ts'
import type { Bindings } from '#env'
import { recordDeliveryReport } from '#features/core/mail/reports.ts'
import { recordLetterReport } from '#features/publishing/letters/sender.ts'

/**
 * Handles the delivery reports from the queue of the mail service. A report that fails is delivered
 * again; the other reports of its batch are not.
 */
export async function takeMailReports(
  { messages }: MessageBatch,
  env: Bindings,
  now: Date,
): Promise<void> {
  const db = openDb(env.DB, new Meter())
  for (const message of messages) {
    try {
      await recordDeliveryReport(db, message.body, now)
      await recordLetterReport(db, message.body)
      message.ack()
    } catch (error) {
      console.error(
        JSON.stringify({ level: 'error', job: 'process a mail report', error: String(error) }),
      )
      message.retry()
    }
  }
}
