import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { IdentityRow } from '#db/schema/accounts.ts'
import { askToVerify } from '#features/accounts/email/email.ts'
import { useInvitation } from '#features/accounts/invitations/invitations.ts'
import { refuseOwnName } from '#features/accounts/login/password.ts'
import { recordSignIn, type SignInOrigin } from '#features/accounts/login/sign-in.ts'
import { firstName } from '#features/accounts/profiles/review.ts'
import type { Admission } from '#features/accounts/registration/proof-of-work.ts'
import {
  liveSession,
  openSession,
  type SignedIn,
  signedIn,
} from '#features/accounts/sessions/open.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

interface Registration {
  email: string
  /** Null for an account that is created by a sign-in with a provider. */
  password: string | null
  username?: string | undefined
  /** Whether the provider asserts that it has verified the address. */
  isEmailVerified?: boolean
  identity?: Pick<IdentityRow, 'issuer' | 'subject' | 'label'>
  invitation?: string | undefined
}

/**
 * Creates an account and signs it in. `admission` checks the solved challenge; it is called only
 * while registration is open.
 */
export async function register(
  db: Database,
  limits: RateLimits,
  registration: Registration,
  origin: SignInOrigin,
  now: Date,
  admission: Admission = async () => [],
): Promise<SignedIn> {
  await limits.take('registration')
  const account = await createAccount(db, limits, registration, origin, now, admission).catch(
    async (error) => {
      await limits.giveBack('registration')
      if (error instanceof AppError && error.code.endsWith('_taken')) await countFailure(limits)
      throw error
    },
  )
  // The account exists at this point, so a failure of the counters is ignored.
  await limits.clear('login-failure').catch(() => undefined)
  return account
}

export async function emailIsAvailable(db: Database, email: string): Promise<boolean> {
  const taken = sql`
    SELECT 1 FROM users WHERE email = ${email}
    UNION ALL SELECT 1 FROM user_tokens WHERE kind = 'not_me' AND email = ${email} LIMIT 1`
  return (await db.first(taken)) === null
}

async function createAccount(
  db: Database,
  limits: RateLimits,
  { email, password, username, invitation, isEmailVerified = false, identity }: Registration,
  origin: SignInOrigin,
  now: Date,
  admission: Admission,
) {
  if (!(await settingIsOn(db, 'registration.enabled', now))) throw new AppError('forbidden')
  const newcomer = sql`(SELECT uid FROM users WHERE email = ${email})`
  const admitting = await admission()
  const inviting = await useInvitation(db, limits, invitation, newcomer, now)
  const naming = username ? await firstName(db, newcomer, username, now) : []
  if (password !== null) refuseOwnName(password, { email, username: username ?? null }, 'password')
  const passwordHash = password === null ? null : await hashPassword(password)
  const at = now.toISOString()
  const secret = await newSecret()
  const from = identity ? origin : { ...origin, signedInBy: 'password' }
  const session = openSession(sql`SELECT uid, status FROM users WHERE email = ${email}`, from, now)
  const firstIdentity = identity && [
    sql`INSERT INTO user_identities (user_id, issuer, subject, label, created_at, last_used_at)
        VALUES (${newcomer}, ${identity.issuer}, ${identity.subject}, ${identity.label}, ${at}, ${at})`,
  ]
  const [row] = await db.lastOf([
    sql`INSERT INTO users (email, password_hash, created_at, email_verified_at, email_asserted)
          VALUES (${email}, ${passwordHash}, ${at}, ${isEmailVerified ? at : null}, ${isEmailVerified ? 1 : 0})`,
    ...admitting,
    ...inviting,
    ...(firstIdentity ?? []),
    ...naming,
    ...(isEmailVerified
      ? []
      : askToVerify(
          sql`SELECT uid, email AS address FROM users WHERE email = ${email}`,
          secret,
          origin,
          now,
        )),
    session.statement,
    recordSignIn(session.sid, origin, now),
    liveSession(session.sid, now),
  ])
  return signedIn(row)
}

/**
 * Limits the search for taken e-mail addresses and usernames like the guessing of passwords,
 * because the response gives the reason of the refusal.
 */
async function countFailure(limits: RateLimits): Promise<void> {
  try {
    await limits.take('login-failure')
    await limits.confirm('login-failure')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
