import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  confirm,
  enterCode,
  logIn,
  respondToSignIn,
  restore,
} from '#features/accounts/login/http/commands.ts'
import {
  CodeInput,
  LoginInput,
  PasswordInput,
  RefreshInput,
  RestoreInput,
  SessionShape,
  VerifyLoginInput,
} from '#features/accounts/login/inputs.ts'
import { loginWithPasskey, passkeyOptions } from '#features/accounts/login/passkey-login.ts'
import { AssertionInput, AssertionOptionsShape } from '#features/accounts/passkeys/shapes.ts'
import { ChallengeShape } from '#features/accounts/second-factor/totp.ts'
import { clearSessionCookies, setCsrfCookie } from '#features/accounts/sessions/http/cookies.ts'
import {
  deviceHashOf,
  relyingParty,
  respondWithSession,
  signInOrigin,
} from '#features/accounts/sessions/http/session-response.ts'
import { logout, ownLiveSid, refreshSession } from '#features/accounts/sessions/tokens.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { MINUTE } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'
import { anyone, lazyViewer, member } from '#web/guards/access.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { anonymousCsrfToken, readCsrfToken, sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { limited, limitedGuesses, withinLimit } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

const ConfirmInput = z.object({
  password: PasswordInput.optional(),
  code: CodeInput.optional(),
  response: AssertionInput.optional(),
})

export const loginApi = new Hono<AppEnv>()
  .get(
    '/auth/csrf',
    read('getCsrfToken', { tag: 'auth' }),
    lazyViewer,
    doc(
      'Get the CSRF token. Send it in the header `X-CSRF-Token` of every write that uses cookies',
      {
        200: z.object({ csrf_token: z.string() }),
      },
    ),
    async (c) => c.json({ csrf_token: await matchingCsrfToken(c) }),
  )
  .post(
    '/auth/login',
    write('login', { tag: 'auth', repeat: 'adds' }),
    anyone,
    withinLimit('login-failure'),
    sendsMail,
    doc(
      'Log in. If two-step verification is on, the response is a challenge instead of a session. `POST /api/auth/login/verify` completes the login',
      { 200: SessionShape, 202: ChallengeShape },
      'invalid_credentials',
      'account_pending_deletion',
    ),
    json(LoginInput),
    async (c) => respondToSignIn(c, await logIn(c, c.req.valid('json'))),
  )
  .post(
    '/auth/login/verify',
    write('verifyLogin', { tag: 'auth', repeat: 'finishes' }),
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Complete a login with an authenticator code or a recovery code',
      { 200: SessionShape },
      'session_expired',
      'account_pending_deletion',
      'rate_limited',
    ),
    json(VerifyLoginInput),
    async (c) => respondWithSession(c, await enterCode(c, c.req.valid('json')), 200),
  )
  .post(
    '/auth/confirm-restore',
    write('confirmRestore', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    sendsMail,
    doc(
      'Restore a deleted account and log in. The `restore_token` is in the `account_pending_deletion` error of the login',
      { 200: SessionShape },
      'session_expired',
    ),
    json(RestoreInput),
    async (c) => respondWithSession(c, await restore(c, c.req.valid('json')), 200),
  )
  .post(
    '/auth/logout',
    write('logout', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    doc('Log out. The session ends. Without a session, the response is the same', { 204: null }),
    async (c) => {
      await logout(c.var.db, secretsOf(c.env), credentialsOf(c), c.var.now)
      clearSessionCookies(c)
      return c.body(null, 204)
    },
  )
  .post(
    '/auth/refresh',
    write('refreshSession', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    doc(
      'Refresh the access token. The refresh token is `refresh_token` of the body or, without it, the cookie',
      { 200: SessionShape },
      'session_expired',
    ),
    json(RefreshInput),
    async (c) => {
      const token = c.req.valid('json').refresh_token ?? credentialsOf(c).refresh
      try {
        if (token === null) throw new AppError('session_expired')
        return await respondWithSession(
          c,
          await refreshSession(c.var.db, secretsOf(c.env), token, c.var.now),
          200,
        )
      } catch (error) {
        // The cookies are cleared only if the refresh was refused: a temporary outage must not log
        // the user out.
        if (error instanceof AppError) clearSessionCookies(c)
        throw error
      }
    },
  )
  .post(
    '/auth/passkey/options',
    write('createPasskeyLoginOptions', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    doc('Create the WebAuthn options for a passkey login', { 200: AssertionOptionsShape }),
    async (c) =>
      c.json(
        await passkeyOptions(secretsOf(c.env), relyingParty(c), await deviceHashOf(c), c.var.now),
      ),
  )
  .post(
    '/auth/passkey',
    write('loginWithPasskey', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Log in with a passkey. If two-step verification is on and the device did not verify its user, the response is a challenge instead of a session',
      { 200: SessionShape, 202: ChallengeShape },
      'invalid_credentials',
      'session_expired',
      'account_pending_deletion',
    ),
    json(z.object({ response: AssertionInput })),
    async (c) => {
      const { response } = c.req.valid('json')
      const [site, origin] = [relyingParty(c), await signInOrigin(c)]
      return respondToSignIn(
        c,
        await loginWithPasskey(c.var.db, secretsOf(c.env), site, response, origin, c.var.now),
      )
    },
  )
  .post(
    '/auth/confirm',
    write('confirmIdentity', { tag: 'auth', repeat: 'idempotent' }),
    member,
    limitedGuesses,
    doc(
      `Confirm your identity. Your session is then fresh for ${SESSION_FRESH_FOR / MINUTE} minutes, which sensitive operations need. Send your password, and a code if two-step verification is on, or the response of a passkey`,
      {
        204: null,
      },
    ),
    json(ConfirmInput),
    (c) => done(c, confirm(c, c.var, c.req.valid('json'))),
  )

/** The CSRF token from the cookie if it belongs to the request's session, else a new one. */
async function matchingCsrfToken(c: Context<AppEnv>): Promise<string> {
  const secrets = secretsOf(c.env)
  const credentials = credentialsOf(c)
  const sid = await ownLiveSid(c.var.db, secrets, credentials, c.var.now)
  const present = credentials.csrf && (await readCsrfToken(secrets, credentials.csrf))
  if (credentials.csrf && present && present.sid === sid) return credentials.csrf
  const token =
    sid === null ? await anonymousCsrfToken(secrets) : await sessionCsrfToken(secrets, sid)
  setCsrfCookie(c, token)
  return token
}
