import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'
import { recordDeliveryReport } from '#features/core/mail/reports.ts'

/** What the queue of the mail service brings. One that fails comes again; the others of its batch do not. */
export async function takeMailReports({ messages }: MessageBatch, env: Bindings, now: Date): Promise<void> {
  const db = openDb(env.DB, new Meter())
  for (const message of messages) {
    try {
      await recordDeliveryReport(db, message.body, now)
      message.ack()
    } catch (error) {
      console.error(JSON.stringify({ level: 'error', job: 'note what became of a mail', error: String(error) }))
      message.retry()
    }
  }
}
