import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { hostOfDocument, nameWithHost } from '#features/accounts/apps/apps.ts'
import {
  type AskingApp,
  type AuthorizationRequest,
  afterConfirmation,
  askingApp,
  issueCode,
  nextStep,
  OAuthProblem,
  readRequest,
} from '#features/accounts/apps/authorization.ts'
import { assistantResource } from '#features/accounts/apps/claims.ts'
import {
  clientDocument,
  documentAddress,
  isLoopbackUri,
  mayReturnTo,
} from '#features/accounts/apps/documents.ts'
import {
  appTexts,
  ConsentView,
  RefusedTargetView,
  ReturnView,
  UnknownAppView,
} from '#features/accounts/apps/views.tsx'
import { changeOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { outsideOf } from '#features/core/network/fetch-outside.ts'
import { page } from '#features/core/shell/page.tsx'
import { settingIsOn } from '#features/core/site/settings.ts'
import { confirmPath, loginPath } from '#kernel/next-path.ts'
import { fromThisSite, optionalViewer } from '#web/guards/access.ts'
import { hasFreshSession } from '#web/guards/fresh-session.ts'
import { userLimits } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { plainForm } from '#web/validation/plain-form.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/** The login page accepts a path of at most 2,000 characters to return to. */
const QUERY_MAX = 1_900

const ConsentInput = z.object({
  request: z.string().max(QUERY_MAX),
  decision: z.enum(['allow', 'deny']),
})

/** Login to other applications with an account of this site. */
export const appPages = new Hono<AppEnv>()
  .get('/oauth/authorize', optionalViewer, (c) => authorize(c, new URL(c.req.url).searchParams))
  // OpenID Connect also allows POST. The form of another site brings no session, so the browser
  // repeats it as GET.
  .post('/oauth/authorize', optionalViewer, repeats('idempotent'), async (c) => {
    const body = new TextDecoder().decode(await readAtMost(c.req.raw, QUERY_MAX))
    return c.redirect(`/oauth/authorize?${new URLSearchParams(body)}`, 303)
  })
  .post('/oauth/consent', repeats('adds'), fromThisSite, sendsMail, async (c) => {
    const { input } = await plainForm(c, ConsentInput)
    return authorize(c, new URLSearchParams(input?.request), input?.decision)
  })

async function authorize(
  c: Context<AppEnv>,
  parameters: URLSearchParams,
  decision?: 'allow' | 'deny',
) {
  c.header('Cache-Control', 'private, no-store')
  const clientId = onlyValue(parameters, 'client_id')
  const address = documentAddress(clientId, outsideOf(c.env, siteOrigin(c)))
  const isOfAssistant = address !== null || parameters.has('resource')
  const isOn = isOfAssistant && (await settingIsOn(c.var.db, 'assistants.enabled', c.var.now))
  // The site fetches addresses only for its users, so the login comes first.
  if (address !== null && isOn && c.var.viewer === null)
    return c.redirect(loginPath(pathOf(parameters)), 303)
  const known = await knownApp(c, parameters, clientId, isOn ? address : null)
  if ('refused' in known) return known.refused
  const { app, redirectUri } = known
  try {
    if (parameters.toString().length > QUERY_MAX)
      throw new OAuthProblem('invalid_request', 'the request is too long')
    if (decision === 'deny') throw new OAuthProblem('access_denied', 'the user refused')
    const request = readRequest(parameters, app, isOn ? assistantResource(siteOrigin(c)) : null)
    const asked = isForAnyProgram(app, request, redirectUri) ? { ...app, consented: null } : app
    const step = nextStep(request, asked, c.var.viewer, c.var.now)
    if (step === 'login') return c.redirect(loginPath(pathOf(parameters)), 303)
    if (step === 'confirm') {
      return c.redirect(confirmPath(pathOf(afterConfirmation(parameters))), 303)
    }
    const isAsked = step === 'ask'
    if (isAsked && request.resource !== null && !hasFreshSession(c))
      return c.redirect(confirmPath(pathOf(parameters)), 303)
    if (isAsked && decision !== 'allow')
      return showConsent(c, app, request, redirectUri, parameters)
    const code = await newCode(c, app, request, redirectUri, isAsked)
    return returnTo(c, app, redirectUri, parameters, { code })
  } catch (error) {
    if (!(error instanceof OAuthProblem)) throw error
    // The address comes from the document, so a redirect would lead to any site of its author.
    if (error.code === 'invalid_target' && app.fetched_at !== null) return refuseTarget(c, app)
    return returnTo(c, app, redirectUri, parameters, {
      error: error.code,
      error_description: error.message,
    })
  }
}

/**
 * Whether any program on the machine of the user could get the code at this address and use it. The
 * user then decides each time. An application with a secret is asked for it, so its logins are not
 * among them.
 */
function isForAnyProgram(
  { secret_hash }: AskingApp,
  { resource }: AuthorizationRequest,
  redirectUri: string,
): boolean {
  return isLoopbackUri(redirectUri) && (secret_hash === null || resource !== null)
}

function refuseTarget(c: Context<AppEnv>, app: AskingApp) {
  const text = appTexts[c.var.language]
  return page(
    c,
    { title: text.targetHeading, robots: 'noindex' },
    <RefusedTargetView
      text={text}
      name={app.name}
      from={hostOfDocument(app)}
      resource={assistantResource(siteOrigin(c))}
    />,
    400,
  )
}

/**
 * The application and a redirect URI that it has registered, or a page that explains the refusal.
 * The response never goes to an unknown address, because it could leak there.
 */
async function knownApp(
  c: Context<AppEnv>,
  parameters: URLSearchParams,
  clientId: string,
  address: URL | null,
) {
  const { db, viewer, now } = c.var
  const redirectUri = onlyValue(parameters, 'redirect_uri')
  const admit = async () => viewer && userLimits(c, viewer.uid).take('assistant-document')
  const load =
    address && (() => clientDocument(address, outsideOf(c.env, siteOrigin(c)), admit, now))
  const app = clientId === '' ? null : await askingApp(db, clientId, c.var, load, now)
  if (app !== null && mayReturnTo(app, redirectUri)) return { app, redirectUri }
  const text = appTexts[c.var.language]
  return {
    refused: await page(
      c,
      { title: text.unknownHeading, robots: 'noindex' },
      <UnknownAppView text={text} name={app && nameWithHost(app.name, hostOfDocument(app))} />,
      400,
    ),
  }
}

function onlyValue(parameters: URLSearchParams, name: string): string {
  const values = parameters.getAll(name)
  return values.length === 1 ? (values[0] ?? '') : ''
}

async function newCode(
  c: Context<AppEnv>,
  app: AskingApp,
  request: AuthorizationRequest,
  redirectUri: string,
  isNew: boolean,
): Promise<string> {
  const { db, viewer, sid, now } = c.var
  if (viewer === null || sid === null)
    throw new OAuthProblem('login_required', 'the user is not logged in')
  await userLimits(c, viewer.uid).take('app-code')
  return issueCode(
    db,
    { viewer, sid },
    app,
    request,
    redirectUri,
    isNew ? changeOrigin(c) : null,
    now,
  )
}

function showConsent(
  c: Context<AppEnv>,
  app: AskingApp,
  request: AuthorizationRequest,
  redirectUri: string,
  parameters: URLSearchParams,
) {
  const { scopes, resource } = request
  const { viewer, language } = c.var
  if (viewer === null) throw new OAuthProblem('login_required', 'the user is not logged in')
  const texts = appTexts[language]
  const text = resource === null ? texts : { ...texts, ...texts.assistant }
  return page(
    c,
    { title: text.heading(app.name), robots: 'noindex' },
    <ConsentView
      {...{ text, scopes, viewer, language }}
      name={app.name}
      from={hostOfDocument(app)}
      isLocal={isForAnyProgram(app, request, redirectUri)}
      host={new URL(redirectUri).host}
      request={parameters.toString()}
      again={pathOf(parameters)}
    />,
  )
}

/**
 * Sends the browser back to the application. After a form of this site (login, confirmation,
 * consent), a redirect to another site would violate the `form-action` of the
 * Content-Security-Policy in Chromium, so a page with a `Refresh` header does it.
 */
function returnTo(
  c: Context<AppEnv>,
  app: AskingApp,
  redirectUri: string,
  parameters: URLSearchParams,
  response: Record<string, string>,
) {
  const state = parameters.getAll('state')
  const query = new URLSearchParams({
    ...response,
    ...(state.length === 1 && { state: state[0] ?? '' }),
    iss: siteOrigin(c),
  })
  const { href } = new URL(redirectUri)
  const target = `${href}${href.includes('?') ? '&' : '?'}${query}`
  const isAfterForm = c.req.method === 'POST' || c.req.header('sec-fetch-site') === 'same-origin'
  if (!isAfterForm || parameters.get('prompt') === 'none') return c.redirect(target, 302)
  c.header('Refresh', `0;url=${target}`)
  const text = appTexts[c.var.language]
  const name = nameWithHost(app.name, hostOfDocument(app))
  return page(
    c,
    { title: text.returning(name), robots: 'noindex' },
    <ReturnView {...{ text, name, target }} />,
  )
}

const pathOf = (parameters: URLSearchParams) => `/oauth/authorize?${parameters}`
