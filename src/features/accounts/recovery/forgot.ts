import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { ResetRequest } from '#db/schema/accounts.ts'
import type { LoginLimits } from '#features/accounts/login/login.ts'
import { resetMail } from '#features/accounts/recovery/mails.ts'
import { issueToken } from '#features/accounts/recovery/tokens.ts'
import type { Admission } from '#features/accounts/registration/proof-of-work.ts'
import { type MailOrigin, mail, mailedTo } from '#features/core/mail/outbox.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'

const REQUESTS_A_RUN = 100

/**
 * Stores the request, whether or not the address has an account. The work is the same in both
 * cases, so response times reveal nothing. Requests beyond the rate limits are ignored without an
 * error.
 */
export async function forgotPassword(
  db: Database,
  limits: LoginLimits,
  email: string,
  { site, language }: MailOrigin,
  now: Date,
  admission: Admission,
): Promise<void> {
  const admitting = await admission()
  if (!(await mayAsk(limits))) return
  await db.batch([
    ...admitting,
    sql`INSERT INTO reset_requests (email, site, language, created_at)
        VALUES (${email}, ${site}, ${language}, ${now.toISOString()})`,
  ])
}

/**
 * Mails a reset link for each stored request of an account. Runs in the background after the
 * response, and in the cron.
 */
export async function handleResetRequests(db: Database, now: Date): Promise<void> {
  const requests = await db.all(
    sql<ResetRequest>`SELECT * FROM reset_requests ORDER BY id LIMIT ${REQUESTS_A_RUN}`,
  )
  for (const { id, email, site, language } of requests) {
    const secret = await newSecret()
    // The statement selects no user if a concurrent run has already deleted the request.
    const user = sql`
      SELECT uid, email AS address FROM users
      WHERE email = ${email} AND (purge_at IS NULL OR purge_at > ${now.toISOString()})
        AND EXISTS (SELECT 1 FROM reset_requests WHERE id = ${id})`
    await db.batch([
      mail(user, { site, language, kind: 'reset', secret, write: resetMail }, now),
      ...issueToken(mailedTo(secret.hash), { kind: 'reset', hash: secret.hash }, now),
      sql`DELETE FROM reset_requests WHERE id = ${id}`,
    ])
  }
}

async function mayAsk({ ofAddress, ofEmail }: LoginLimits): Promise<boolean> {
  try {
    await ofAddress.take('reset-asked')
    await ofEmail.take('reset-asked-of-email')
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
