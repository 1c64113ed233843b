import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import { verifyEmail } from '#features/accounts/email/email.ts'
import type { ForgotInput, ResetInput, TokenInput } from '#features/accounts/login/inputs.ts'
import { forgotPassword } from '#features/accounts/recovery/forgot.ts'
import { resetPassword } from '#features/accounts/recovery/reset.ts'
import { admissionOf } from '#features/accounts/registration/http/admission.ts'
import { claimedSids } from '#features/accounts/sessions/claims.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { addressLimits, emailLimits } from '#web/limits/limits.ts'
import { secretsOf } from '#web/secrets.ts'

// The API and the plain forms call these commands.

export async function askForReset(c: Context<AppEnv>, { email, challenge }: z.infer<typeof ForgotInput>) {
  const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, email) }
  await forgotPassword(c.var.db, limits, email, mailOrigin(c), c.var.now, admissionOf(c, challenge))
}

/** Returns the uid. */
export async function reset(c: Context<AppEnv>, { token, new_password }: z.infer<typeof ResetInput>): Promise<number> {
  return resetPassword(c.var.db, token, new_password, mailOrigin(c), c.var.now)
}

/** Returns the address. */
export async function verify(c: Context<AppEnv>, { token }: z.infer<typeof TokenInput>): Promise<string> {
  const sids = await claimedSids(secretsOf(c.env), credentialsOf(c), c.var.now)
  return verifyEmail(c.var.db, token, sids, c.var.now)
}
