import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { verifyLogin } from '#features/accounts/accounts/challenge.ts'
import { confirmRestore } from '#features/accounts/accounts/deletion.ts'
import { LoginInput, RegisterInput, RestoreInput, VerifyLoginInput } from '#features/accounts/accounts/inputs.ts'
import { login } from '#features/accounts/accounts/login.ts'
import { register } from '#features/accounts/accounts/register.ts'
import {
  nextOf,
  refusal,
  showCode,
  showLogin,
  showRegister,
  showRestore,
} from '#features/accounts/accounts/views-entrance.tsx'
import { admissionOf } from '#features/accounts/proof-of-work/http/admission.ts'
import { logout } from '#features/accounts/sessions/claims.ts'
import { setSessionCookies, signInOrigin } from '#features/accounts/sessions/http/answer-session.ts'
import { clearSessionCookies } from '#features/accounts/sessions/http/cookies.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { addressLimits, emailLimits, limited, userLimits } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'

/** HTML forms also send empty fields. */
const PlainRegisterInput = RegisterInput.extend({
  username: z.preprocess((value) => (value === '' ? undefined : value), RegisterInput.shape.username),
})

/** Register, log in and log out without JavaScript: plain forms that run the same commands. */
export const accountsPlainPages = new Hono<AppEnv>()
  .post('/login', repeats('adds'), fromThisSite, sendsMail, async (c) => {
    const { input, problems, sent } = await plainForm(c, LoginInput)
    if (problems) return showLogin(c, { sent, problems }, 'validation_failed')
    const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, input.email) }
    try {
      const opened = await login(c.var.db, secretsOf(c.env), limits, input, await signInOrigin(c), c.var.now)
      if ('challenge' in opened) return showCode(c, { sent: opened, problems: {} })
      await setSessionCookies(c, opened)
      return c.redirect(nextOf(c), 303)
    } catch (error) {
      return showRestore(c, error) ?? showLogin(c, ...refusal(c, error, sent))
    }
  })
  .post('/login/code', repeats('finishes'), fromThisSite, limited('token'), sendsMail, async (c) => {
    const { input, problems, sent } = await plainForm(c, VerifyLoginInput)
    if (problems?.code) return showCode(c, { sent, problems }, nextOf(c), 'validation_failed')
    const limitsOf = (uid: number) => userLimits(c, uid)
    try {
      if (input === null) throw new AppError('session_expired')
      const origin = await signInOrigin(c)
      await setSessionCookies(c, await verifyLogin(c.var.db, secretsOf(c.env), limitsOf, input, origin, c.var.now))
      return c.redirect(nextOf(c), 303)
    } catch (error) {
      const restore = showRestore(c, error)
      if (restore) return restore
      const [refused, code] = refusal(c, error, sent)
      return showCode(c, refused, nextOf(c), code)
    }
  })
  .post('/restore', repeats('idempotent'), fromThisSite, sendsMail, async (c) => {
    const { input } = await plainForm(c, RestoreInput)
    try {
      const token = input?.restore_token ?? ''
      await setSessionCookies(
        c,
        await confirmRestore(c.var.db, secretsOf(c.env), token, await signInOrigin(c), c.var.now),
      )
      return c.redirect('/', 303)
    } catch (error) {
      // The page explains how to get a token.
      if (error instanceof AppError && error.code === 'session_expired') return c.redirect('/restore', 303)
      throw error
    }
  })
  .post('/register', repeats('refused: 409'), fromThisSite, sendsMail, async (c) => {
    const { input, problems, sent } = await plainForm(c, PlainRegisterInput)
    const typed = sent.invitation ?? ''
    if (problems) return showRegister(c, typed, { sent, problems }, 'validation_failed')
    try {
      const { challenge, ...registration } = input
      const { db, now } = c.var
      const [origin, admission] = [await signInOrigin(c), admissionOf(c, challenge)]
      const account = await register(db, addressLimits(c), registration, origin, now, admission)
      await setSessionCookies(c, account)
      return c.redirect(nextOf(c), 303)
    } catch (error) {
      return showRegister(c, typed, ...refusal(c, error, sent))
    }
  })
  .post('/logout', repeats('idempotent'), fromThisSite, async (c) => {
    await logout(c.var.db, secretsOf(c.env), credentialsOf(c), c.var.now)
    clearSessionCookies(c)
    return c.redirect(nextOf(c), 303)
  })
