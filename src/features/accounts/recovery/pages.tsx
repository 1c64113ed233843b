import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { AppEnv } from '#env'
import { emailToVerify, verifyEmail } from '#features/accounts/email/email.ts'
import { ForgotInput, ResetInput, TokenInput } from '#features/accounts/login/inputs.ts'
import { answerResetRequests } from '#features/accounts/recovery/forgot.ts'
import { askForReset } from '#features/accounts/recovery/http/ask-for-reset.ts'
import { eventOfLink, notMe } from '#features/accounts/recovery/not-me.ts'
import {
  doneTicket,
  emailToReset,
  loginMethodsOf,
  resetPassword,
  resetPath,
  uidInTicket,
} from '#features/accounts/recovery/reset.ts'
import { recoveryTexts } from '#features/accounts/recovery/text.ts'
import {
  ExpiredLink,
  ForgotView,
  NotMeView,
  ResetDone,
  ResetView,
  VerifyDone,
  VerifyView,
} from '#features/accounts/recovery/views.tsx'
import { pageChallengeOf } from '#features/accounts/registration/http/admission.ts'
import { claimedSids } from '#features/accounts/sessions/claims.ts'
import { mailOrigin, sendsMail, sendsMailAfter } from '#features/core/mail/http/sends-mail.ts'
import { mailDestinationOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { fromThisSite, handlePlainForm, plainForm, type Refused } from '#web/validation/plain-form.ts'

/** A GET never uses up a link, because mail scanners open every link. All forms work without JavaScript. */
export const recoveryPages = new Hono<AppEnv>()
  .get('/forgot', (c) => showForgot(c, undefined, c.req.query('sent') !== undefined))
  .post(
    '/forgot',
    repeats('adds'),
    fromThisSite,
    sendsMailAfter(answerResetRequests),
    handlePlainForm(ForgotInput, showForgot, async (c, input) => {
      await askForReset(c, input)
      return c.redirect('/forgot?sent', 303)
    }),
  )
  .get('/reset', (c) => (isDone(c) ? showResetDone(c) : showReset(c)))
  .post(
    '/reset',
    repeats('refused: 401'),
    fromThisSite,
    limited('token'),
    sendsMail,
    handlePlainForm(ResetInput, showReset, async (c, { token, new_password }) => {
      const uid = await resetPassword(c.var.db, token, new_password, mailOrigin(c), c.var.now)
      return c.redirect(`/reset?done=${await doneTicket(secretsOf(c.env), uid, c.var.now)}`, 303)
    }),
  )
  .get('/verify', (c) =>
    isDone(c)
      ? show(c, 'verify', <VerifyDone language={c.var.language} mailDestination={mailDestinationOf(c.env)} />)
      : showVerify(c, tokenIn(c)),
  )
  .post('/verify', repeats('refused: 401'), fromThisSite, limited('token'), async (c) => {
    const { sent } = await plainForm(c, TokenInput)
    const token = sent.token ?? ''
    const sids = await claimedSids(secretsOf(c.env), credentialsOf(c), c.var.now)
    const email = await nullIfExpired(verifyEmail(c.var.db, token, sids, c.var.now))
    return email !== null ? c.redirect('/verify?done', 303) : showVerify(c, token)
  })
  .get('/not-me', (c) => showNotMe(c, tokenIn(c)))
  .post('/not-me', repeats('refused: 401'), fromThisSite, limited('token'), async (c) => {
    const token = (await plainForm(c, TokenInput)).sent.token ?? ''
    const reset = await nullIfExpired(notMe(c.var.db, token, c.var.now))
    return reset === null ? showNotMe(c, token) : c.redirect(resetPath(reset), 303)
  })

async function showForgot(c: Context<AppEnv>, refused?: Refused, isSent = false) {
  const { language } = c.var
  const mailDestination = mailDestinationOf(c.env)
  const challenge = mailDestination === 'stored' ? null : await pageChallengeOf(c)
  const view = <ForgotView {...{ refused, isSent, challenge, mailDestination, language }} />
  return show(c, 'forgot', view, refused?.status, challenge ? ['challenge.js'] : [])
}

async function showNotMe(c: Context<AppEnv>, token: string) {
  const event = await eventOfLink(c.var.db, token, c.var.now)
  if (event === null) return show(c, 'notMe', <ExpiredLink language={c.var.language} of="notMe" />, 401)
  return show(c, 'notMe', <NotMeView {...{ token, event }} language={c.var.language} />)
}

async function showResetDone(c: Context<AppEnv>) {
  const uid = await uidInTicket(secretsOf(c.env), c.req.query('done') ?? '', c.var.now)
  const left = uid === null ? { providers: [], passkeys: [], totpSince: null } : await loginMethodsOf(c.var.db, uid)
  return show(c, 'reset', <ResetDone left={left} language={c.var.language} />)
}

async function showReset(c: Context<AppEnv>, refused?: Refused) {
  const token = refused ? (refused.sent.token ?? '') : tokenIn(c)
  const email = await emailToReset(c.var.db, token, c.var.now)
  const { language } = c.var
  if (email === null) return show(c, 'reset', <ExpiredLink {...{ language }} of="reset" />, 401)
  return show(c, 'reset', <ResetView {...{ token, email, refused, language }} />, refused?.status)
}

async function showVerify(c: Context<AppEnv>, token: string) {
  const email = await emailToVerify(c.var.db, token, c.var.now)
  if (email === null) return show(c, 'verify', <ExpiredLink language={c.var.language} of="verify" />, 401)
  return show(c, 'verify', <VerifyView language={c.var.language} {...{ token, email }} />)
}

/** Pages with a token must not be cached. */
function show(
  c: Context<AppEnv>,
  name: 'forgot' | 'reset' | 'verify' | 'notMe',
  view: Child,
  status?: Refused['status'],
  scripts: string[] = [],
) {
  const { title, description } = recoveryTexts[c.var.language][name]
  c.header('Cache-Control', 'private, no-store')
  return page(c, { title, description, robots: 'noindex', scripts: ['account.js', ...scripts] }, view, status)
}

/** Null if the link is invalid. */
async function nullIfExpired<Used>(use: Promise<Used>): Promise<Used | null> {
  try {
    return await use
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_expired') return null
    throw error
  }
}

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
const isDone = (c: Context<AppEnv>) => c.req.query('done') !== undefined
