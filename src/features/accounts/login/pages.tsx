import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { enterCode, logIn } from '#features/accounts/login/http/commands.ts'
import {
  nextOf,
  plainSignIn,
  showCode,
  showLogin,
  startOf,
} from '#features/accounts/login/http/plain-sign-in.tsx'
import { LoginInput, VerifyLoginInput } from '#features/accounts/login/inputs.ts'
import { clearSessionCookies } from '#features/accounts/sessions/http/cookies.ts'
import { logout } from '#features/accounts/sessions/tokens.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'

/** A form without a challenge is refused like one with an expired challenge. */
const PlainCodeInput = VerifyLoginInput.extend({
  challenge: VerifyLoginInput.shape.challenge.catch(''),
})

/** The forms work without JavaScript. */
export const loginPages = new Hono<AppEnv>()
  // The login form leads here too, because only the server can choose the first page of an owner.
  .get('/login', optionalViewer, async (c) =>
    c.var.viewer ? c.redirect(await startOf(c, c.var.viewer, nextOf(c))) : showLogin(c),
  )
  .post(
    '/login',
    repeats('adds'),
    fromThisSite,
    sendsMail,
    plainSignIn(LoginInput, showLogin, logIn),
  )
  .post(
    '/login/code',
    repeats('finishes'),
    fromThisSite,
    limited('token'),
    sendsMail,
    plainSignIn(PlainCodeInput, (c, refused) => showCode(c, refused), enterCode),
  )
  .post('/logout', repeats('idempotent'), fromThisSite, async (c) => {
    await logout(c.var.db, secretsOf(c.env), credentialsOf(c), c.var.now)
    clearSessionCookies(c)
    return c.redirect(nextOf(c), 303)
  })
