import type { Database } from '#db/client.ts'
import { askToVerify } from '#features/accounts/accounts/email.ts'
import { addressOf, type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { mailSentences } from '#features/core/mail/sentences.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { HOUR, SECOND } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

/** Sends a test mail to the owner. An unverified address gets the verification link instead, which is a test as well. */
export async function sendTestMail(db: Database, owner: Viewer, origin: MailOrigin, now: Date): Promise<void> {
  const { subject, line, label } = mailSentences[origin.language].test
  const letter = { lines: [line], action: { label, path: '/admin/mail' }, notes: [] }
  const to = addressOf(owner.uid)
  const [accepted] =
    owner.email_verified_at === null
      ? await db.batch(askToVerify(to, await newSecret(), origin, now))
      : await db.batch([mail(to, { ...origin, kind: 'test', subject, letter }, now)])
  if (accepted.length === 0) throw new AppError('rate_limited', { retryAfterSeconds: HOUR / SECOND })
}
