import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import type { RegisterInput } from '#features/accounts/login/inputs.ts'
import { admissionOf } from '#features/accounts/registration/http/admission.ts'
import { register } from '#features/accounts/registration/register.ts'
import { signInOrigin } from '#features/accounts/sessions/http/session-response.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { addressLimits } from '#web/limits/limits.ts'

/** The command of the API and of the plain form. */
export async function signUp(c: Context<AppEnv>, input: z.infer<typeof RegisterInput>): Promise<SignedIn> {
  const { challenge, ...registration } = input
  const [origin, admission] = [await signInOrigin(c), admissionOf(c, challenge)]
  return register(c.var.db, addressLimits(c), registration, origin, c.var.now, admission)
}
