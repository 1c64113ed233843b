import type { Database } from '#db/client.ts'
import { register } from '#features/accounts/accounts/register.ts'
import type { SignInOrigin } from '#features/accounts/accounts/sign-in.ts'
import { UsernameInput } from '#features/accounts/profiles/username.ts'
import { ProviderProblem } from '#features/accounts/providers/problems.ts'
import type { Provider } from '#features/accounts/providers/providers.ts'
import type { SignedIn } from '#features/accounts/sessions/signed-in.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { AppError } from '#kernel/errors.ts'
import type { RateLimits } from '#kernel/rate-limits.ts'

/** A person whose identity is not connected to an account. */
export interface Newcomer {
  issuer: string
  subject: string
  label: string
  email: string
  isEmailVerified: boolean
  username: string | null
  invitation: string | null
}

/** Throws if the provider or the site does not accept new people. `register` checks the invitation. */
export async function requireSignUp(
  db: Database,
  { mayCreateAccounts }: Pick<Provider, 'mayCreateAccounts'>,
  invitation: string | null,
  now: Date,
): Promise<void> {
  if (!mayCreateAccounts) throw new ProviderProblem('sign_up_disabled')
  if (!(await settingIsOn(db, 'registration.enabled', now))) throw new ProviderProblem('registration_closed')
  const isMissing = invitation === null && (await settingIsOn(db, 'registration.invite_only', now))
  if (isMissing) throw new ProviderProblem('invitation_required')
}

/**
 * Creates an account without a password. An address that has an account is refused: the address at the provider does
 * not prove that the account belongs to the same person. The name at the provider becomes the username only if it is valid and free.
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
  const registration = { email, password: null, invitation, isEmailVerified, identity: { issuer, subject, label } }
  const from = { ...origin, signedInBy: issuer }
  try {
    return await register(db, limits, { ...registration, username }, from, now)
  } catch (error) {
    if (username === undefined || !isAboutName(error)) throw error
    return register(db, limits, registration, from, now)
  }
}

/** A taken, reserved or misleading name. */
function isAboutName(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'username_taken' || error.details.fields?.username !== undefined)
}
