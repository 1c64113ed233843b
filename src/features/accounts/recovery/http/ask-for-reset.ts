import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import type { ForgotInput } from '#features/accounts/login/inputs.ts'
import { forgotPassword } from '#features/accounts/recovery/forgot.ts'
import { admissionOf } from '#features/accounts/registration/http/admission.ts'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { addressLimits, emailLimits } from '#web/limits/limits.ts'

/** The command of the API and of the plain form. */
export async function askForReset(c: Context<AppEnv>, { email, challenge }: z.infer<typeof ForgotInput>) {
  const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, email) }
  await forgotPassword(c.var.db, limits, email, mailOrigin(c), c.var.now, admissionOf(c, challenge))
}
