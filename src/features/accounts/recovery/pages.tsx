import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { AppEnv } from '#env'
import { emailToVerify, verifyEmail } from '#features/accounts/accounts/email.ts'
import { ForgotInput, ResetInput, TokenInput } from '#features/accounts/accounts/inputs.ts'
import { admissionOf, pageChallengeOf } from '#features/accounts/proof-of-work/http/admission.ts'
import { answerResetRequests, forgotPassword } from '#features/accounts/recovery/forgot.ts'
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
  type ForgotProps,
  ForgotView,
  NotMeView,
  ResetDone,
  ResetView,
  VerifyDone,
  VerifyView,
} from '#features/accounts/recovery/views.tsx'
import { claimedSids } from '#features/accounts/sessions/claims.ts'
import { mailOrigin, sendsMail, sendsMailAfter } from '#features/core/mail/http/sends-mail.ts'
import { mailWayOf } from '#features/core/mail/mail-way.ts'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { AppError, errorMessage } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { addressLimits, emailLimits, limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { fromThisSite, plainForm } from '#web/validation/plain-form.ts'

/** A GET never uses up a link, because mail scanners open every link. All forms work without JavaScript. */
export const recoveryPages = new Hono<AppEnv>()
  .get('/forgot', (c) => showForgot(c, { isSent: c.req.query('sent') !== undefined }))
  .post('/forgot', repeats('adds'), fromThisSite, sendsMailAfter(answerResetRequests), async (c) => {
    const { input, problems, sent } = await plainForm(c, ForgotInput)
    if (problems) return showForgot(c, { problems, sent })
    const { email, challenge } = input
    const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, email) }
    try {
      await forgotPassword(c.var.db, limits, email, mailOrigin(c), c.var.now, admissionOf(c, challenge))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'challenge_failed') throw error
      return showForgot(c, { problem: errorMessage(error.code, c.var.language), sent })
    }
    return c.redirect('/forgot?sent', 303)
  })
  .get('/reset', (c) => (isDone(c) ? showResetDone(c) : showReset(c, tokenIn(c))))
  .post('/reset', repeats('refused: 401'), fromThisSite, limited('token'), sendsMail, async (c) => {
    const { input, problems, sent } = await plainForm(c, ResetInput)
    if (problems) return showReset(c, sent.token ?? '', problems)
    const { token, new_password } = input
    const uid = await nullIfExpired(resetPassword(c.var.db, token, new_password, mailOrigin(c), c.var.now))
    if (uid === null) return showReset(c, token)
    return c.redirect(`/reset?done=${await doneTicket(secretsOf(c.env), uid, c.var.now)}`, 303)
  })
  .get('/verify', (c) =>
    isDone(c)
      ? show(c, 'verify', <VerifyDone {...textsOf(c)} mailWay={mailWayOf(c.env)} />)
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

async function showForgot(c: Context<AppEnv>, state: Pick<ForgotProps, 'isSent' | 'problem' | 'problems' | 'sent'>) {
  const { language } = c.var
  const mailWay = mailWayOf(c.env)
  const challenge = mailWay === 'stored' ? null : await pageChallengeOf(c)
  const view = <ForgotView {...textsOf(c)} {...{ ...state, challenge, mailWay, language }} />
  return show(c, 'forgot', view, state.problems ? 422 : state.problem ? 403 : 200, challenge ? ['challenge.js'] : [])
}

async function showNotMe(c: Context<AppEnv>, token: string) {
  const event = await eventOfLink(c.var.db, token, c.var.now)
  if (event === null) return show(c, 'notMe', <ExpiredLink {...textsOf(c)} of="notMe" />, 401)
  return show(c, 'notMe', <NotMeView {...textsOf(c)} {...{ token, event }} language={c.var.language} />)
}

async function showResetDone(c: Context<AppEnv>) {
  const uid = await uidInTicket(secretsOf(c.env), c.req.query('done') ?? '', c.var.now)
  const left = uid === null ? { providers: [], passkeys: [], totpSince: null } : await loginMethodsOf(c.var.db, uid)
  return show(c, 'reset', <ResetDone {...textsOf(c)} left={left} language={c.var.language} />)
}

async function showReset(c: Context<AppEnv>, token: string, problems?: Record<string, string>) {
  const email = await emailToReset(c.var.db, token, c.var.now)
  if (email === null) return show(c, 'reset', <ExpiredLink {...textsOf(c)} of="reset" />, 401)
  return show(c, 'reset', <ResetView {...textsOf(c)} {...{ token, email, problems }} />, problems ? 422 : 200)
}

async function showVerify(c: Context<AppEnv>, token: string) {
  const email = await emailToVerify(c.var.db, token, c.var.now)
  if (email === null) return show(c, 'verify', <ExpiredLink {...textsOf(c)} of="verify" />, 401)
  return show(c, 'verify', <VerifyView {...textsOf(c)} {...{ token, email }} />)
}

/** Pages with a token must not be cached. */
function show(
  c: Context<AppEnv>,
  name: 'forgot' | 'reset' | 'verify' | 'notMe',
  view: Child,
  status: 200 | 401 | 403 | 422 = 200,
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

function textsOf({ var: { language } }: Context<AppEnv>) {
  return { text: recoveryTexts[language], shell: shellTexts[language] }
}

const tokenIn = (c: Context<AppEnv>) => c.req.query('token') ?? ''
const isDone = (c: Context<AppEnv>) => c.req.query('done') !== undefined
