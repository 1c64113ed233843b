import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { IdentityRow } from '#db/schema/accounts.ts'
import { type FirstFactorUser, signInOrChallenge } from '#features/accounts/login/login.ts'
import { SIGNING_IN, type SignInOrigin } from '#features/accounts/login/sign-in.ts'
import { spend } from '#features/accounts/passkeys/webauthn.ts'
import { UsernameInput } from '#features/accounts/profiles/usernames.ts'
import type { Provider } from '#features/accounts/providers/identities.ts'
import { type Identity, ProviderProblem } from '#features/accounts/providers/identities.ts'
import {
  type NamelessSignUp,
  PENDING_LIFETIME,
  type WaitingSignIn,
} from '#features/accounts/providers/pending.ts'
import { register } from '#features/accounts/registration/register.ts'
import { HAS_SECOND_FACTOR } from '#features/accounts/second-factor/proof.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

/**
 * Uses up the state of a sign-in before the provider is called, so that a copied cookie does not
 * work a second time.
 */
export async function spendState(db: Database, { state }: WaitingSignIn, now: Date): Promise<void> {
  const spent = await db.lastOf([
    await spend(state, now, PENDING_LIFETIME),
    sql`SELECT 1 WHERE changes() = 1`,
  ])
  if (spent.length === 0) throw new ProviderProblem('expired')
}

/**
 * Signs in the user who has connected this identity. Null if there is no such user. The e-mail
 * address is not compared. Two-step verification, bans and pending deletions apply as for a login
 * by password.
 */
export async function signInWithIdentity(
  db: Database,
  secrets: Secrets,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn | { challenge: string } | null> {
  const user = await db.first(sql<Pick<IdentityRow, 'id'> & FirstFactorUser>`
    SELECT i.id, users.purge_at, ${SIGNING_IN}, ${HAS_SECOND_FACTOR} AS has_second_factor
    FROM user_identities i JOIN users ON users.uid = i.user_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject}
      AND (users.purge_at IS NULL OR users.purge_at > ${now.toISOString()})`)
  if (user === null) return null
  // This changes no row if the identity was disconnected meanwhile.
  const proof = sql`UPDATE user_identities SET last_used_at = ${now.toISOString()} WHERE id = ${user.id}`
  return signInOrChallenge(db, secrets, user, { ...origin, signedInBy: issuer }, now, [proof])
}

/** A person whose identity is not connected to an account. */
export type Newcomer = Omit<NamelessSignUp, 'step' | 'key' | 'next' | 'expires'> & {
  email: string
  isEmailVerified: boolean
}

/**
 * Throws if the provider or the site does not accept new people. `register` checks the invitation.
 */
export async function requireSignUp(
  db: Database,
  { mayCreateAccounts }: Pick<Provider, 'mayCreateAccounts'>,
  invitation: string | null,
  now: Date,
): Promise<void> {
  if (!mayCreateAccounts) throw new ProviderProblem('sign_up_disabled')
  if (!(await settingIsOn(db, 'registration.enabled', now)))
    throw new ProviderProblem('registration_closed')
  const isMissing = invitation === null && (await settingIsOn(db, 'registration.invite_only', now))
  if (isMissing) throw new ProviderProblem('invitation_required')
}

/**
 * Creates an account without a password. An address that has an account is refused, because the
 * address at the provider does not prove that the account belongs to the same person. The name at
 * the provider becomes the username only if it is valid and free.
 */
export async function signUpWithIdentity(
  db: Database,
  limits: RateLimits,
  newcomer: Newcomer,
  origin: SignInOrigin,
  now: Date,
): Promise<SignedIn> {
  const { email, isEmailVerified, issuer, subject, label } = newcomer
  const invitation = newcomer.invitation ?? undefined
  const username = UsernameInput.safeParse(newcomer.username ?? '').data
  const registration = {
    email,
    password: null,
    invitation,
    isEmailVerified,
    identity: { issuer, subject, label },
  }
  const from = { ...origin, signedInBy: issuer }
  try {
    return await register(db, limits, { ...registration, username }, from, now)
  } catch (error) {
    if (username === undefined || !isAboutName(error)) throw error
    return register(db, limits, registration, from, now)
  }
}

/** Whether an error is about the name: it is taken, reserved or misleading. */
function isAboutName(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'username_taken' || error.details.fields?.username !== undefined)
  )
}
