import type { Database } from '#db/client.ts'
import { addressOf, type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { mailSentences } from '#features/core/mail/sentences.ts'
import type { Viewer } from '#features/core/people/viewer.ts'

/** Sends a test mail to the owner. */
export async function sendTestMail(db: Database, owner: Viewer, origin: MailOrigin, now: Date): Promise<void> {
  const { subject, line, label } = mailSentences[origin.language].test
  const letter = { lines: [line], action: { label, path: '/admin/mail' }, notes: [] }
  await db.batch([mail(addressOf(owner.uid), { ...origin, kind: 'test', subject, letter }, now)])
}
