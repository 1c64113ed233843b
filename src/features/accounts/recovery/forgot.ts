import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { ResetRequest } from '#db/schema/accounts.ts'
import { resetLetter } from '#features/accounts/accounts/letters.ts'
import { issueToken } from '#features/accounts/accounts/tokens.ts'
import { type MailOrigin, mail } from '#features/core/mail/outbox.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

const REQUESTS_A_RUN = 100

interface ForgotLimits {
  ofAddress: RateLimits
  ofEmail: RateLimits
}

/**
 * Writes down who asks, known or not: the work and the time are the same, and whoever asks learns nothing by them. Beyond the
 * limits nothing happens, silently.
 */
export async function forgotPassword(
  db: Database,
  limits: ForgotLimits,
  email: string,
  { site, language }: MailOrigin,
  now: Date,
): Promise<void> {
  if (!(await mayAsk(limits))) return
  await db.batch([
    sql`INSERT INTO reset_requests (email, site, language, created_at)
        VALUES (${email}, ${site}, ${language}, ${now.toISOString()})`,
  ])
}

/** Behind the answer, and for the cron: a link for a new password for each who has an account. */
export async function answerResetRequests(db: Database, now: Date): Promise<void> {
  const requests = await db.all(sql<ResetRequest>`SELECT * FROM reset_requests ORDER BY id LIMIT ${REQUESTS_A_RUN}`)
  for (const { id, email, site, language } of requests) {
    const { token, hash } = await newSecret()
    // Of two who answer the same request at once the second finds it gone.
    const user = sql`
      SELECT uid, email AS address FROM users
      WHERE email = ${email} AND (purge_at IS NULL OR purge_at > ${now.toISOString()})
        AND EXISTS (SELECT 1 FROM reset_requests WHERE id = ${id})`
    await db.batch([
      ...issueToken(user, { kind: 'reset', hash }, now),
      mail(user, { site, language, kind: 'reset', tokenHash: hash, ...resetLetter(token, language) }, now),
      sql`DELETE FROM reset_requests WHERE id = ${id}`,
    ])
  }
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
