import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { confirmSession } from '#features/accounts/accounts/confirm.ts'
import { CodeInput, PasswordInput, SessionShape } from '#features/accounts/accounts/inputs.ts'
import { loginWithPasskey, passkeyOptions } from '#features/accounts/accounts/passkey-login.ts'
import { relyingParty } from '#features/accounts/passkeys/http/relying-party.ts'
import { AssertionInput, AssertionOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import { FRESH_FOR } from '#features/accounts/second-factor/require-confirmed.ts'
import { ChallengeShape, METHODS } from '#features/accounts/second-factor/totp.ts'
import { answerSession, deviceHashOf, signInOrigin } from '#features/accounts/sessions/http/answer-session.ts'
import { anyone } from '#features/accounts/sessions/http/anyone.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { MINUTE } from '#kernel/clock.ts'
import { member } from '#web/guards/guards.ts'
import { limited, limitedGuesses } from '#web/limits/limits.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

const ConfirmInput = z.object({
  password: PasswordInput.optional(),
  code: CodeInput.optional(),
  response: AssertionInput.optional(),
})

export const passkeyLoginApi = new Hono<AppEnv>()
  .post(
    '/auth/passkey/options',
    write('createPasskeyLoginOptions', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    doc('Create the WebAuthn options for a passkey login', { 200: AssertionOptionsShape }),
    async (c) => {
      return c.json(await passkeyOptions(secretsOf(c.env), relyingParty(c), await deviceHashOf(c), c.var.now))
    },
  )
  .post(
    '/auth/passkey',
    write('loginWithPasskey', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Log in with a passkey. Returns a challenge if the device did not verify its user and two-step verification is on',
      { 200: SessionShape, 202: ChallengeShape },
      'invalid_credentials',
      'session_expired',
      'account_pending_deletion',
    ),
    json(z.object({ response: AssertionInput })),
    async (c) => {
      const { response } = c.req.valid('json')
      const [site, origin] = [relyingParty(c), await signInOrigin(c)]
      const opened = await loginWithPasskey(c.var.db, secretsOf(c.env), site, response, origin, c.var.now)
      if ('challenge' in opened) return c.json({ ...opened, methods: METHODS }, 202)
      return answerSession(c, opened, 200)
    },
  )
  .post(
    '/auth/confirm',
    write('confirmIdentity', { tag: 'auth', repeat: 'idempotent' }),
    member,
    limitedGuesses,
    doc(`Confirm your identity, which allows sensitive actions for ${FRESH_FOR / MINUTE} minutes`, { 204: null }),
    json(ConfirmInput),
    async (c) => {
      const { db, viewer, sid, now } = c.var
      const ceremony = { secrets: secretsOf(c.env), site: relyingParty(c), deviceHash: await deviceHashOf(c) }
      await confirmSession(db, { viewer, sid }, c.req.valid('json'), ceremony, now)
      return c.body(null, 204)
    },
  )
