import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import {
  type AddressLink,
  addressLink,
  disownAddress,
  proveWithNewPassword,
  verifyEmail,
} from '#features/accounts/email/prove.ts'
import type { ForgotInput, ResetInput, VerifyEmailInput } from '#features/accounts/login/inputs.ts'
import { forgotPassword } from '#features/accounts/recovery/forgot.ts'
import { resetPassword } from '#features/accounts/recovery/reset.ts'
import { admissionOf } from '#features/accounts/registration/http/admission.ts'
import { claimedSids } from '#features/accounts/sessions/tokens.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { addressLimits, emailLimits } from '#web/limits/limits.ts'
import { secretsOf } from '#web/secrets.ts'

// The API and the plain forms call these commands.

export async function askForReset(
  c: Context<AppEnv>,
  { email, challenge }: z.infer<typeof ForgotInput>,
): Promise<void> {
  const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, email) }
  await forgotPassword(c.var.db, limits, email, mailOrigin(c), c.var.now, admissionOf(c, challenge))
}

/** Returns the uid of the account. */
export async function reset(
  c: Context<AppEnv>,
  { token, new_password }: z.infer<typeof ResetInput>,
): Promise<number> {
  return resetPassword(c.var.db, token, new_password, mailOrigin(c), c.var.now)
}

/** Returns the proven address, or null if the person said that the account is not theirs. */
export async function verify(
  c: Context<AppEnv>,
  input: z.infer<typeof VerifyEmailInput>,
): Promise<string | null> {
  const { token, new_password, not_mine } = input
  const { db, now } = c.var
  if (not_mine) {
    await disownAddress(db, token, now)
    return null
  }
  if (new_password !== undefined)
    return proveWithNewPassword(db, token, new_password, mailOrigin(c), now)
  return verifyEmail(db, token, await ownSids(c), now)
}

/** The link of the page with its account. Null if the link is not valid. */
export async function linkToVerify(c: Context<AppEnv>, token: string): Promise<AddressLink | null> {
  return addressLink(c.var.db, token, await ownSids(c), c.var.now)
}

function ownSids(c: Context<AppEnv>): Promise<string[]> {
  return claimedSids(secretsOf(c.env), credentialsOf(c), c.var.now)
}
