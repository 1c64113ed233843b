import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import { confirmRestore } from '#features/accounts/deletion/deletion.ts'
import type { LoginInput, RestoreInput, VerifyLoginInput } from '#features/accounts/login/inputs.ts'
import { login, verifyLogin } from '#features/accounts/login/login.ts'
import { METHODS } from '#features/accounts/second-factor/totp.ts'
import { answerSession, signInOrigin } from '#features/accounts/sessions/http/answer-session.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { addressLimits, emailLimits, userLimits } from '#web/limits/limits.ts'
import { secretsOf } from '#web/secrets.ts'

/** A session, or the challenge of the second step. */
export type Opened = SignedIn | { challenge: string }

// The commands that sign in. The API and the plain forms call them.

export async function logIn(c: Context<AppEnv>, input: z.infer<typeof LoginInput>): Promise<Opened> {
  const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, input.email) }
  return login(c.var.db, secretsOf(c.env), limits, input, await signInOrigin(c), c.var.now)
}

export async function enterCode(c: Context<AppEnv>, input: z.infer<typeof VerifyLoginInput>): Promise<SignedIn> {
  const limitsOf = (uid: number) => userLimits(c, uid)
  return verifyLogin(c.var.db, secretsOf(c.env), limitsOf, input, await signInOrigin(c), c.var.now)
}

export async function restore(c: Context<AppEnv>, input: z.infer<typeof RestoreInput>): Promise<SignedIn> {
  return confirmRestore(c.var.db, secretsOf(c.env), input.restore_token, await signInOrigin(c), c.var.now)
}

/** The response of the API to a sign-in. */
export async function answerSignIn(c: Context<AppEnv>, opened: Opened) {
  if ('challenge' in opened) return c.json({ ...opened, methods: METHODS }, 202)
  return answerSession(c, opened, 200)
}
