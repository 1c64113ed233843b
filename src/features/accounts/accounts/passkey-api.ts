import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { SessionShape } from '#features/accounts/accounts/inputs.ts'
import { loginWithPasskey, passkeyOptions } from '#features/accounts/accounts/passkey-login.ts'
import { relyingParty } from '#features/accounts/passkeys/http/relying-party.ts'
import { AssertionInput, AssertionOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import { answerSession, signInOrigin } from '#features/accounts/sessions/http/answer-session.ts'
import { anyone } from '#features/accounts/sessions/http/anyone.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { limited } from '#web/limits/limits.ts'
import { doc } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

export const passkeyLoginApi = new Hono<AppEnv>()
  .post(
    '/auth/passkey/options',
    anyone,
    doc('Create the WebAuthn options for a passkey login', { 200: AssertionOptionsShape }),
    async (c) => {
      const { deviceHash } = await signInOrigin(c)
      return c.json(await passkeyOptions(secretsOf(c.env), relyingParty(c), deviceHash, c.var.now))
    },
  )
  .post(
    '/auth/passkey',
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Log in with a passkey. No second factor is required',
      { 200: SessionShape },
      'invalid_credentials',
      'session_expired',
      'account_pending_deletion',
    ),
    json(z.object({ response: AssertionInput })),
    async (c) => {
      const { response } = c.req.valid('json')
      const [site, origin] = [relyingParty(c), await signInOrigin(c)]
      const session = await loginWithPasskey(c.var.db, secretsOf(c.env), site, response, origin, c.var.now)
      return answerSession(c, session, 200)
    },
  )
