import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { providerProof } from '#features/accounts/confirmation/confirm.ts'
import type { OwnSession } from '#features/accounts/confirmation/require-confirmed.ts'
import { showConfirm } from '#features/accounts/confirmation/views.tsx'
import { confirm } from '#features/accounts/login/http/commands.ts'
import { enter, nextOf, showRestore } from '#features/accounts/login/http/plain-sign-in.tsx'
import {
  type Newcomer,
  requireSignUp,
  signInWithIdentity,
  signUpWithIdentity,
  spendState,
} from '#features/accounts/login/provider-login.ts'
import { EmailForm, WELCOME_PATH } from '#features/accounts/login/views.tsx'
import {
  clearPendingCookie,
  keyPageParam,
  pendingCookie,
  setPendingCookie,
} from '#features/accounts/providers/http/requests.ts'
import {
  connectIdentity,
  type Identity,
  labelOf,
  type Provider,
  ProviderProblem,
  requireOwnIdentity,
} from '#features/accounts/providers/identities.ts'
import {
  isConnectTicket,
  Nameless,
  openPending,
  type SignInPurpose,
  sealNameless,
  sealWaiting,
  Waiting,
  type WaitingSignIn,
} from '#features/accounts/providers/pending.ts'
import { providerByKey, storedProvider } from '#features/accounts/providers/providers.ts'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { TestResult } from '#features/accounts/providers/views.tsx'
import { changeOrigin, signInOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { sendMailSoon, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { outsideOf } from '#features/core/network/fetch-outside.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { page } from '#features/core/shell/page.tsx'
import { sameSecret } from '#kernel/crypto/secrets.ts'
import { EmailInput } from '#kernel/email-address.ts'
import { AppError, type ErrorCode } from '#kernel/errors.ts'
import { confirmPath } from '#kernel/next-path.ts'
import { isOwner } from '#kernel/roles.ts'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { hasFreshSession } from '#web/guards/fresh-session.ts'
import { addressLimits, limited } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { plainForm, type Refused, refusal } from '#web/validation/plain-form.ts'

/** The library is loaded with the first sign-in by a provider. */
const oauth = () => import('#features/accounts/providers/authorization.ts')

const SECURITY_TAB = '/settings?tab=security'

/** Sign-in with a provider. Everything here works without JavaScript. */
export const providersPages = new Hono<AppEnv>()
  .get('/auth/:key', optionalViewer, limited('provider'), keyPageParam, async (c) => {
    const { key } = c.req.valid('param')
    await storedProvider(c.var.db, key, c.var.now)
    const purpose = await purposeOf(c, key)
    if (purpose instanceof Response) return purpose
    return showingProblems(c, purpose.intent, async () => {
      const secrets = secretsOf(c.env)
      const provider = await providerByKey(c.var.db, secrets, key, c.var.now)
      const { authorizationUrl, newHandshake } = await oauth()
      const handshake = newHandshake()
      const asked = { redirectUri: redirectUriOf(c, key), again: purpose.intent === 'confirm' }
      const url = await authorizationUrl(
        provider,
        handshake,
        asked,
        outsideOf(c.env, siteOrigin(c)),
        c.var.now,
      )
      setPendingCookie(c, await sealWaiting(secrets, purpose, handshake, c.var.now))
      return c.redirect(url)
    })
  })
  .get('/auth/:key/callback', optionalViewer, limited('provider'), keyPageParam, async (c) => {
    const { key } = c.req.valid('param')
    const { db, now } = c.var
    const secrets = secretsOf(c.env)
    const provider = await providerByKey(db, secrets, key, now)
    const waiting = await openPending(secrets, pendingCookie(c), Waiting, now)
    // A callback that this browser has not requested must not end the sign-in that it has
    // requested.
    const isOwn = waiting?.key === key && sameSecret(waiting.state, c.req.query('state') ?? '')
    if (waiting === null || !isOwn) return showProblem(c, 'sign-in', new ProviderProblem('expired'))
    clearPendingCookie(c)
    return showingProblems(c, waiting.intent, async () => {
      await spendState(db, waiting, now)
      const given = {
        parameters: new URLSearchParams(c.req.query()),
        redirectUri: redirectUriOf(c, key),
      }
      const { provenIdentity } = await oauth()
      const identity = await provenIdentity(
        provider,
        waiting,
        given,
        outsideOf(c.env, siteOrigin(c)),
        now,
      )
      const response = await CONTINUE[waiting.intent](c, provider, identity, waiting)
      sendMailSoon(c)
      return response
    })
  })
  .get('/auth/:key/email', optionalViewer, keyPageParam, (c) =>
    showEmailStep(c, c.req.valid('param').key),
  )
  .post(
    '/auth/:key/email',
    repeats('refused: 409'),
    fromThisSite,
    limited('provider'),
    sendsMail,
    keyPageParam,
    async (c) => {
      const { key } = c.req.valid('param')
      const { input, problems, sent } = await plainForm(c, z.object({ email: EmailInput }))
      if (problems) return showEmailStep(c, key, { sent, problems, status: 422 })
      await storedProvider(c.var.db, key, c.var.now)
      const secrets = secretsOf(c.env)
      const person = await openPending(secrets, pendingCookie(c), Nameless, c.var.now)
      if (person?.key !== key) return showProblem(c, 'sign-in', new ProviderProblem('expired'))
      return showingProblems(c, 'sign-in', async () => {
        const provider = await providerByKey(c.var.db, secrets, key, c.var.now)
        try {
          const { next, ...newcomer } = person
          return await signUp(c, provider, { ...newcomer, ...input, isEmailVerified: false }, next)
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'email_taken') throw error
          return showEmailStep(c, key, refusal(error, sent, c.var.language))
        }
      })
    },
  )

type Intent = SignInPurpose['intent']

/**
 * The purpose for which a person opens `/auth/:key`, or the response if the purpose is not allowed.
 */
async function purposeOf(c: Context<AppEnv>, key: string): Promise<SignInPurpose | Response> {
  const { viewer, sid } = c.var
  const { connect, confirm: again, test, invitation = null } = c.req.query()
  const purpose = { key, next: nextOf(c), invitation, sid }
  if (test !== undefined) {
    if (viewer === null || !isOwner(viewer)) throw new AppError('not_found')
    return { ...purpose, intent: 'test' }
  }
  if (connect === undefined && again === undefined)
    return viewer ? c.redirect(purpose.next) : { ...purpose, intent: 'sign-in' }
  if (viewer === null || sid === null)
    return showProblem(c, 'sign-in', new ProviderProblem('expired'))
  if (viewer.status === 'banned') throw new AppError('banned')
  if (connect === undefined) return { ...purpose, intent: 'confirm' }
  if (!(await isConnectTicket(secretsOf(c.env), connect, sid)))
    return showProblem(c, 'connect', new ProviderProblem('expired'))
  if (!hasFreshSession(c)) return c.redirect(confirmPath(SECURITY_TAB))
  return { ...purpose, intent: 'connect' }
}

type Continuation = (
  c: Context<AppEnv>,
  provider: Provider,
  identity: Identity,
  waiting: WaitingSignIn,
) => Promise<Response>

/** How each kind of sign-in continues after the provider has proven an identity. */
const CONTINUE: Record<Intent, Continuation> = {
  async 'sign-in'(c, provider, identity, { next, invitation }) {
    const { db, now } = c.var
    const secrets = secretsOf(c.env)
    const opened = await signInWithIdentity(db, secrets, identity, await signInOrigin(c), now)
    if (opened !== null) return enter(c, opened, next, 302)
    await requireSignUp(db, provider, invitation, now)
    const { issuer, subject, username, email } = identity
    const person = { issuer, subject, username, label: labelOf(identity), invitation }
    if (email !== null)
      return signUp(
        c,
        provider,
        { ...person, email, isEmailVerified: identity.isEmailVerified },
        next,
      )
    setPendingCookie(c, await sealNameless(secrets, { ...person, key: provider.key, next }, now))
    return c.redirect(`/auth/${provider.key}/email`)
  },
  async connect(c, provider, identity, waiting) {
    const own = ownSession(c, waiting)
    await connectIdentity(c.var.db, own, provider, identity, changeOrigin(c), c.var.now)
    return c.redirect(SECURITY_TAB)
  },
  async confirm(c, provider, identity, waiting) {
    const own = ownSession(c, waiting)
    const { needsCode } = await requireOwnIdentity(
      c.var.db,
      own.viewer,
      identity,
      provider.type,
      c.var.now,
    )
    const proof = await providerProof(secretsOf(c.env), own.sid, c.var.now)
    if (needsCode) return showConfirm(c, own.viewer, { proof, next: waiting.next })
    await confirm(c, own, { provider: proof })
    return c.redirect(waiting.next)
  },
  async test(c, provider, identity, waiting) {
    const { viewer } = ownSession(c, waiting)
    if (!isOwner(viewer)) throw new AppError('not_found')
    const text = providerTexts[c.var.language]
    return show(c, text.test.title, <TestResult {...{ text, identity }} name={provider.name} />)
  },
}

/** The session that started the connection or the confirmation must also end it. */
function ownSession({ var: { viewer, sid } }: Context<AppEnv>, waiting: WaitingSignIn): OwnSession {
  if (viewer === null || sid === null || sid !== waiting.sid) throw new ProviderProblem('expired')
  if (viewer.status === 'banned') throw new AppError('banned')
  return { viewer, sid }
}

async function signUp(
  c: Context<AppEnv>,
  provider: Provider,
  newcomer: Newcomer,
  next: string,
): Promise<Response> {
  const { db, now } = c.var
  await requireSignUp(db, provider, newcomer.invitation, now)
  const account = await signUpWithIdentity(
    db,
    addressLimits(c),
    newcomer,
    await signInOrigin(c),
    now,
  )
  clearPendingCookie(c)
  return enter(c, account, next === '/' ? WELCOME_PATH : next)
}

/** Turns the refusals of a sign-in into a page that explains them. */
async function showingProblems(
  c: Context<AppEnv>,
  intent: Intent,
  work: () => Promise<Response>,
): Promise<Response> {
  c.header('Cache-Control', 'private, no-store')
  try {
    return await work()
  } catch (error) {
    const restore = await showRestore(c, error)
    if (restore) return restore
    if (error instanceof ProviderProblem) return showProblem(c, intent, error)
    if (!(error instanceof AppError)) throw error
    const code =
      error.details.fields?.invitation === undefined
        ? PROBLEM_OF[error.code]
        : 'invitation_required'
    if (code) return showProblem(c, intent, new ProviderProblem(code, error))
    throw error
  }
}

const PROBLEM_OF: { [Code in ErrorCode]?: ProviderProblem['code'] } = {
  email_taken: 'email_taken',
  invitation_required: 'invitation_required',
  forbidden: 'registration_closed',
  rate_limited: 'rate_limited',
  // A concurrent request has created the account of this identity.
  invalid_transition: 'expired',
}

const PROBLEM_PAGES: Record<Intent, string> = {
  'sign-in': '/login?problem=',
  connect: `${SECURITY_TAB}&problem=`,
  confirm: `${SECURITY_TAB}&problem=`,
  test: '/admin/sign-in?problem=',
}

function showProblem(
  c: Context<AppEnv>,
  intent: Intent,
  { code, cause }: ProviderProblem,
): Response {
  if (code === 'provider_failed') {
    // The log line is for the owner, who may have to correct the configuration.
    console.warn(
      JSON.stringify({
        level: 'warn',
        event: 'provider_failed',
        path: c.req.path,
        cause: reasonsIn(cause),
      }),
    )
  }
  return c.redirect(`${PROBLEM_PAGES[intent]}${code}`)
}

/**
 * The messages of an error and of its causes. The whole errors are not logged, because they may
 * contain tokens.
 */
function reasonsIn(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : ''
  return [error.message, reasonsIn(error.cause)].filter(Boolean).join(': ')
}

async function showEmailStep(c: Context<AppEnv>, key: string, refused?: Refused) {
  const { name } = await storedProvider(c.var.db, key, c.var.now)
  const person = await openPending(secretsOf(c.env), pendingCookie(c), Nameless, c.var.now)
  if (person?.key !== key) return showProblem(c, 'sign-in', new ProviderProblem('expired'))
  const { language } = c.var
  const { heading, lead, submit, title } = providerTexts[language].email
  const view = (
    <AccountCard heading={heading} lead={lead(name)}>
      <EmailForm action={`/auth/${key}/email`} {...{ refused, submit, language }} />
    </AccountCard>
  )
  return show(c, title, view, refused?.status)
}

function show(c: Context<AppEnv>, title: string, view: Child, status?: Refused['status']) {
  c.header('Cache-Control', 'private, no-store')
  return page(c, { title, robots: 'noindex', scripts: ['account.js'] }, view, status)
}

function redirectUriOf(c: Context<AppEnv>, key: string): string {
  return `${siteOrigin(c)}/auth/${key}/callback`
}
