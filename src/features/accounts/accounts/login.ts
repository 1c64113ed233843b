import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { User } from '#db/schema/people.ts'
import { type FirstFactorUser, signInOrChallenge } from '#features/accounts/accounts/challenge.ts'
import { SIGNING_IN, type SignInOrigin } from '#features/accounts/accounts/sign-in.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { SignedIn } from '#features/accounts/sessions/signed-in.ts'
import { passwordFits } from '#kernel/crypto/passwords.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

/** Failed logins are counted by IP address and by e-mail address. */
interface LoginLimits {
  ofAddress: RateLimits
  ofEmail: RateLimits
}

/**
 * Banned users may log in: they can read, and every write is refused. If two-step verification is on, a right password returns
 * only a challenge.
 */
export async function login(
  db: Database,
  secrets: Secrets,
  limits: LoginLimits,
  { email, password }: { email: string; password: string },
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn | { challenge: string }> {
  const settle = await countAttempt(limits, email)
  const user = await db.first(
    sql<Pick<User, 'password_hash'> & FirstFactorUser>`
      SELECT password_hash, purge_at, ${SIGNING_IN}, ${HAS_SECOND_FACTOR} AS has_second_factor
      FROM users WHERE email = ${email}`,
  )
  // After the restore period the account is treated as erased, even if the cron has not erased it yet.
  const isGone = user === null || (user.purge_at !== null && user.purge_at <= now.toISOString())
  const fits = (await passwordFits(password, user?.password_hash ?? null)) && !isGone
  await settle(fits)
  if (!fits || user === null) throw new AppError('invalid_credentials')
  return signInOrChallenge(db, secrets, user, { ...origin, signedInBy: 'password' }, now)
}

/** Counts a failure before the password is checked, so that concurrent guesses cannot exceed the limit. */
async function countAttempt(limits: LoginLimits, email: string): Promise<(succeeded: boolean) => Promise<void>> {
  const { ofAddress, ofEmail } = limits
  await ofAddress.take('login-failure')
  try {
    await ofAddress.take('login-failure-of-email', email)
    await takeAnywhere(limits, email)
  } catch (error) {
    await ofAddress.giveBack('login-failure')
    throw error
  }
  return async (succeeded) => {
    if (succeeded) {
      await ofAddress.giveBack('login-failure')
      await ofAddress.clear('login-failure-of-email', email)
      await ofEmail.clear('login-failure-anywhere')
    } else {
      await ofAddress.confirm('login-failure')
      await ofAddress.confirm('login-failure-of-email', email)
    }
  }
}

async function takeAnywhere({ ofAddress, ofEmail }: LoginLimits, email: string): Promise<void> {
  try {
    await ofEmail.take('login-failure-anywhere')
  } catch (error) {
    await ofAddress.giveBack('login-failure-of-email', email)
    throw error
  }
}
