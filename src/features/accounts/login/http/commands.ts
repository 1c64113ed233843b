import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import { type Confirmation, confirmSession } from '#features/accounts/confirmation/confirm.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { confirmRestore } from '#features/accounts/deletion/deletion.ts'
import type { LoginInput, RestoreInput, VerifyLoginInput } from '#features/accounts/login/inputs.ts'
import { login, verifyLogin } from '#features/accounts/login/login.ts'
import { METHODS } from '#features/accounts/second-factor/totp.ts'
import {
  deviceHashOf,
  relyingParty,
  respondWithSession,
  signInOrigin,
} from '#features/accounts/sessions/http/session-response.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { addressLimits, emailLimits, userLimits } from '#web/limits/limits.ts'
import { secretsOf } from '#web/secrets.ts'

export type Opened = SignedIn | { challenge: string }

// The API and the plain forms call these commands, which open a session or make it fresh.

export async function logIn(
  c: Context<AppEnv>,
  input: z.infer<typeof LoginInput>,
): Promise<Opened> {
  const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, input.email) }
  return login(c.var.db, secretsOf(c.env), limits, input, await signInOrigin(c), c.var.now)
}

export async function enterCode(
  c: Context<AppEnv>,
  input: z.infer<typeof VerifyLoginInput>,
): Promise<SignedIn> {
  const limitsOf = (uid: number) => userLimits(c, uid)
  return verifyLogin(c.var.db, secretsOf(c.env), limitsOf, input, await signInOrigin(c), c.var.now)
}

export async function restore(
  c: Context<AppEnv>,
  input: z.infer<typeof RestoreInput>,
): Promise<SignedIn> {
  return confirmRestore(
    c.var.db,
    secretsOf(c.env),
    input.restore_token,
    await signInOrigin(c),
    c.var.now,
  )
}

/** Makes the session of the request fresh. The page that a provider returns to also calls this. */
export async function confirm(
  c: Context,
  own: OwnSession,
  confirmation: Confirmation,
): Promise<void> {
  const ceremony = {
    secrets: secretsOf(c.env),
    site: relyingParty(c),
    deviceHash: await deviceHashOf(c),
  }
  await confirmSession(c.var.db, own, confirmation, ceremony, c.var.now)
}

/** Responds with the session, or with 202 and the challenge of the second step. */
export async function respondToSignIn(c: Context<AppEnv>, opened: Opened): Promise<Response> {
  if ('challenge' in opened) return c.json({ ...opened, methods: METHODS }, 202)
  return respondWithSession(c, opened, 200)
}
