import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { verifyLogin } from '#features/accounts/accounts/challenge.ts'
import { claimOwnership } from '#features/accounts/accounts/claim.ts'
import { confirmRestore } from '#features/accounts/accounts/deletion.ts'
import {
  CheckEmailInput,
  ClaimInput,
  LoginInput,
  RefreshInput,
  RegisterInput,
  RestoreInput,
  SessionShape,
  VerifyLoginInput,
} from '#features/accounts/accounts/inputs.ts'
import { login } from '#features/accounts/accounts/login.ts'
import { emailIsAvailable, register } from '#features/accounts/accounts/register.ts'
import { admissionOf } from '#features/accounts/proof-of-work/http/admission.ts'
import { ChallengeShape, METHODS } from '#features/accounts/second-factor/totp.ts'
import { logout, ownLiveSid } from '#features/accounts/sessions/claims.ts'
import { answerSession, signInOrigin } from '#features/accounts/sessions/http/answer-session.ts'
import { anyone } from '#features/accounts/sessions/http/anyone.ts'
import { clearSessionCookies, setCsrfCookie } from '#features/accounts/sessions/http/cookies.ts'
import { refreshSession } from '#features/accounts/sessions/refresh.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { anonymousCsrfToken, readCsrfToken, sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { member } from '#web/guards/guards.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'
import { addressLimits, emailLimits, limited, userLimits, withinLimit } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

export const accountsApi = new Hono<AppEnv>()
  .get(
    '/auth/csrf',
    read('getCsrfToken', { tag: 'auth' }),
    withoutViewer,
    doc('Get the CSRF token to send in `X-CSRF-Token`', { 200: z.object({ csrf_token: z.string() }) }),
    async (c) => c.json({ csrf_token: await matchingCsrfToken(c) }),
  )
  .post(
    '/auth/check-email',
    write('checkEmail', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    limited('check-email'),
    doc('Check whether an e-mail address is available', { 200: z.object({ available: z.boolean() }) }),
    json(CheckEmailInput),
    async (c) => c.json({ available: await emailIsAvailable(c.var.db, c.req.valid('json').email) }),
  )
  .post(
    '/auth/register',
    write('register', { tag: 'auth', repeat: 'refused: email_taken' }),
    anyone,
    withinLimit('registration'),
    sendsMail,
    doc(
      'Create an account and log in',
      { 201: SessionShape },
      'email_taken',
      'username_taken',
      'forbidden',
      'invitation_required',
      'challenge_failed',
    ),
    json(RegisterInput),
    async (c) => {
      const { challenge, ...registration } = c.req.valid('json')
      const { db, now } = c.var
      const [origin, admission] = [await signInOrigin(c), admissionOf(c, challenge)]
      return answerSession(c, await register(db, addressLimits(c), registration, origin, now, admission), 201)
    },
  )
  .post(
    '/auth/login',
    write('login', { tag: 'auth', repeat: 'adds' }),
    anyone,
    withinLimit('login-failure'),
    sendsMail,
    doc(
      'Log in. Returns a challenge instead of a session if two-step verification is on',
      { 200: SessionShape, 202: ChallengeShape },
      'invalid_credentials',
      'account_pending_deletion',
    ),
    json(LoginInput),
    async (c) => {
      const credentials = c.req.valid('json')
      const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, credentials.email) }
      const opened = await login(c.var.db, secretsOf(c.env), limits, credentials, await signInOrigin(c), c.var.now)
      if ('challenge' in opened) return c.json({ ...opened, methods: METHODS }, 202)
      return answerSession(c, opened, 200)
    },
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
    async (c) => {
      const limitsOf = (uid: number) => userLimits(c, uid)
      const guess = c.req.valid('json')
      const session = await verifyLogin(c.var.db, secretsOf(c.env), limitsOf, guess, await signInOrigin(c), c.var.now)
      return answerSession(c, session, 200)
    },
  )
  .post(
    '/auth/confirm-restore',
    write('confirmRestore', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    sendsMail,
    doc('Restore a deleted account', { 200: SessionShape }, 'session_expired'),
    json(RestoreInput),
    async (c) => {
      const { restore_token } = c.req.valid('json')
      const session = await confirmRestore(c.var.db, secretsOf(c.env), restore_token, await signInOrigin(c), c.var.now)
      return answerSession(c, session, 200)
    },
  )
  .post(
    '/claim-owner',
    write('claimOwner', { tag: 'claim-owner', repeat: 'refused: invalid_transition' }),
    member,
    doc(
      'Become the first owner with the link printed by the deployment. `username` is your first username',
      { 204: null },
      'not_found',
      'invalid_transition',
      'username_taken',
      'review_pending',
    ),
    json(ClaimInput),
    async (c) => {
      await claimOwnership(c.var.db, c.var.viewer, c.var.ip, c.req.valid('json'), c.var.now)
      return c.body(null, 204)
    },
  )
  .post(
    '/auth/logout',
    write('logout', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    doc('Log out', { 204: null }),
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
    doc('Refresh the access token', { 200: SessionShape }, 'session_expired'),
    json(RefreshInput),
    async (c) => {
      const token = c.req.valid('json').refresh_token ?? credentialsOf(c).refresh
      try {
        if (token === null) throw new AppError('session_expired')
        return await answerSession(c, await refreshSession(c.var.db, secretsOf(c.env), token, c.var.now), 200)
      } catch (error) {
        // Clear the cookies only if the refresh was refused. A temporary outage must not log the user out.
        if (error instanceof AppError) clearSessionCookies(c)
        throw error
      }
    },
  )

/** The CSRF token from the cookie if it belongs to the request's session, else a new one. */
async function matchingCsrfToken(c: Context<AppEnv>): Promise<string> {
  const secrets = secretsOf(c.env)
  const credentials = credentialsOf(c)
  const sid = await ownLiveSid(c.var.db, secrets, credentials, c.var.now)
  const present = credentials.csrf && (await readCsrfToken(secrets, credentials.csrf))
  if (credentials.csrf && present && present.sid === sid) return credentials.csrf
  const token = sid === null ? await anonymousCsrfToken(secrets) : await sessionCsrfToken(secrets, sid)
  setCsrfCookie(c, token)
  return token
}
