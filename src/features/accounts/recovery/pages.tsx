import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  ForgotInput,
  ResetInput,
  TokenInput,
  VerifyEmailInput,
} from '#features/accounts/login/inputs.ts'
import { handleResetRequests } from '#features/accounts/recovery/forgot.ts'
import {
  askForReset,
  linkToVerify,
  reset,
  verify,
} from '#features/accounts/recovery/http/commands.ts'
import { eventOfLink, notMe } from '#features/accounts/recovery/not-me.ts'
import {
  doneTicket,
  emailToReset,
  loginMethodsOf,
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
  UnknownVerifyView,
  VERIFY_OUTCOMES,
  VerifyDone,
  type VerifyOutcome,
  VerifyView,
} from '#features/accounts/recovery/views.tsx'
import { pageChallengeOf } from '#features/accounts/registration/http/admission.ts'
import { sendsMail, sendsMailAfter } from '#features/core/mail/http/sends-mail.ts'
import { mailDestinationOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { handlePlainForm, type Refused } from '#web/validation/plain-form.ts'

const PlainVerifyInput = VerifyEmailInput.extend({ not_mine: z.stringbool().optional() })

/**
 * The pages of mailed links. A GET never uses up a link, because scanners of mails open every link.
 * All forms work without JavaScript.
 */
export const recoveryPages = new Hono<AppEnv>()
  .get('/forgot', optionalViewer, (c) =>
    showForgot(c, undefined, c.req.query('sent') !== undefined),
  )
  .post(
    '/forgot',
    repeats('adds'),
    fromThisSite,
    sendsMailAfter(handleResetRequests),
    handlePlainForm(ForgotInput, showForgot, async (c, input) => {
      await askForReset(c, input)
      return c.redirect('/forgot?sent', 303)
    }),
  )
  .get('/reset', optionalViewer, (c) => (isDone(c) ? showResetDone(c) : showReset(c)))
  .post(
    '/reset',
    repeats('refused: 401'),
    fromThisSite,
    limited('token'),
    sendsMail,
    handlePlainForm(ResetInput, showReset, async (c, input) => {
      const ticket = await doneTicket(secretsOf(c.env), await reset(c, input), c.var.now)
      return c.redirect(`/reset?done=${ticket}`, 303)
    }),
  )
  .get('/verify', optionalViewer, (c) => (isDone(c) ? showVerifyDone(c) : showVerify(c)))
  .post(
    '/verify',
    repeats('refused: 401'),
    fromThisSite,
    limited('token'),
    sendsMail,
    handlePlainForm(PlainVerifyInput, showVerify, async (c, input) => {
      const email = await verify(c, input)
      const proven: VerifyOutcome = input.new_password === undefined ? '' : 'password'
      const outcome: VerifyOutcome = email === null ? 'not_mine' : proven
      return c.redirect(outcome === '' ? '/verify?done' : `/verify?done=${outcome}`, 303)
    }),
  )
  .get('/not-me', optionalViewer, (c) => showNotMe(c))
  .post(
    '/not-me',
    repeats('refused: 401'),
    fromThisSite,
    limited('token'),
    handlePlainForm(TokenInput, showNotMe, async (c, { token }) =>
      c.redirect(resetPath(await notMe(c.var.db, token, c.var.now)), 303),
    ),
  )

async function showForgot(c: Context<AppEnv>, refused?: Refused, isSent = false) {
  const { language } = c.var
  const mailDestination = mailDestinationOf(c.env)
  const challenge = mailDestination === 'stored' ? null : await pageChallengeOf(c)
  const view = <ForgotView {...{ refused, isSent, challenge, mailDestination, language }} />
  return show(c, 'forgot', view, refused?.status, challenge ? ['challenge.js'] : [])
}

async function showNotMe(c: Context<AppEnv>, refused?: Refused) {
  const [token, { language }] = [tokenIn(c, refused), c.var]
  const event = await eventOfLink(c.var.db, token, c.var.now)
  if (event === null) return show(c, 'notMe', <ExpiredLink language={language} of="notMe" />, 401)
  return show(c, 'notMe', <NotMeView {...{ token, event, refused, language }} />, refused?.status)
}

async function showResetDone(c: Context<AppEnv>) {
  const uid = await uidInTicket(secretsOf(c.env), c.req.query('done') ?? '', c.var.now)
  const left =
    uid === null
      ? { providers: [], passkeys: [], totpSince: null }
      : await loginMethodsOf(c.var.db, uid)
  return show(c, 'reset', <ResetDone left={left} language={c.var.language} />)
}

async function showReset(c: Context<AppEnv>, refused?: Refused) {
  const [token, { language }] = [tokenIn(c, refused), c.var]
  const email = await emailToReset(c.var.db, token, c.var.now)
  if (email === null) return show(c, 'reset', <ExpiredLink language={language} of="reset" />, 401)
  return show(c, 'reset', <ResetView {...{ token, email, refused, language }} />, refused?.status)
}

async function showVerify(c: Context<AppEnv>, refused?: Refused) {
  const [token, { language, viewer }] = [tokenIn(c, refused), c.var]
  const link = await linkToVerify(c, token)
  if (link?.email == null)
    return show(c, 'verify', <ExpiredLink language={language} of="verify" />, 401)
  const facts = { token, email: link.email, refused, language }
  const view = link.is_own ? (
    <VerifyView {...facts} />
  ) : (
    <UnknownVerifyView {...{ ...facts, link, viewer }} />
  )
  return show(c, 'verify', view, refused?.status)
}

function showVerifyDone(c: Context<AppEnv>) {
  const outcome = VERIFY_OUTCOMES.find((each) => each === c.req.query('done')) ?? ''
  const view = (
    <VerifyDone
      {...{ outcome }}
      language={c.var.language}
      mailDestination={mailDestinationOf(c.env)}
    />
  )
  return show(c, 'verify', view)
}

/** Shows a page that must not be cached, because its address or its form has a token. */
function show(
  c: Context<AppEnv>,
  name: 'forgot' | 'reset' | 'verify' | 'notMe',
  view: Child,
  status?: Refused['status'],
  scripts: string[] = [],
) {
  const { title, description } = recoveryTexts[c.var.language][name]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title, description, robots: 'noindex', scripts: ['account.js', ...scripts] },
    view,
    status,
  )
}

const tokenIn = (c: Context<AppEnv>, refused?: Refused) =>
  (refused ? refused.sent.token : c.req.query('token')) ?? ''
const isDone = (c: Context<AppEnv>) => c.req.query('done') !== undefined
