import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { resetLetter } from '#features/accounts/letters.ts'
import { issueToken } from '#features/accounts/tokens.ts'
import { type MailOrigin, mail } from '#features/mail/outbox.ts'
import { remember } from '#features/site/state.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'
import { newSecret } from '#kernel/secrets.ts'

interface ForgotLimits {
  ofAddress: RateLimits
  ofEmail: RateLimits
}

/**
 * Mails a link for a new password, if there is such an account. Whoever asks does not learn that: not by the answer, and not
 * by its time, since the same batch writes in either case. Beyond the limits nothing happens, silently.
 */
export async function forgotPassword(
  db: Database,
  limits: ForgotLimits,
  email: string,
  origin: MailOrigin,
  now: Date,
): Promise<void> {
  if (!(await mayAsk(limits))) return
  const { token, hash } = await newSecret()
  const user = sql`
    SELECT uid, email AS address FROM users
    WHERE email = ${email} AND (purge_at IS NULL OR purge_at > ${now.toISOString()})`
  await db.batch([
    remember('reset-asked', now.toISOString()),
    ...issueToken(user, { kind: 'reset', hash }, now),
    mail(user, { ...origin, kind: 'reset', tokenHash: hash, ...resetLetter(token, origin.language) }, now),
  ])
}

async function mayAsk({ ofAddress, ofEmail }: ForgotLimits): Promise<boolean> {
  try {
    await ofAddress.take('reset-asked')
    await ofEmail.take('reset-asked-of-email')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
