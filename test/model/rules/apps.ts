import {
  act,
  type Draw,
  done,
  type Expected,
  type Given,
  made,
  ok,
  oneOf,
  refuse,
  returned,
} from '../act.ts'
import { type App, found, type Grant, ownerIn, type Site, type TokenKind } from '../state.ts'
import { addSystemNotice } from './notices.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const APPS_MAX = 2
/** The name in the database, by which the test removes them. */
export const APP_NAME = 'An application of the model'
const REDIRECT_URI = 'https://wiki.example/callback'
/** The example of RFC 7636. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const app: Draw<App> = {
  arbitrary: oneOf(0, 1).arbitrary,
  pick: ({ apps }, drawn) => [...apps.values()][Number(drawn) % (apps.size || 1)] ?? null,
}

/** One of the newest codes or tokens, also one that no longer works. */
const issued = (kind: 'code' | TokenKind): Draw<Site['issued'][number]> => ({
  arbitrary: oneOf(0, 0, 1, 2).arbitrary,
  pick: ({ issued }, drawn) =>
    issued.filter((one) => one.kind === kind).at(-1 - Number(drawn)) ?? null,
})

export const appActs = {
  'add an app': act('POST /api/admin/apps', 1, {}, (_, site) =>
    site.apps.size >= APPS_MAX
      ? null
      : {
          by: ownerIn(site),
          request: 'POST /api/admin/apps',
          needs: 'owner',
          body: { name: APP_NAME, redirect_uris: [REDIRECT_URI], confidential: true },
          rule(site, { json }) {
            site.apps.set(json?.id, {
              id: json?.id,
              clientId: json?.client_id,
              secret: json?.client_secret,
            })
            return made()
          },
        },
  ),
  'remove an app': act('DELETE /api/admin/apps/:id', 1, { app }, ({ app }, site) => ({
    by: ownerIn(site),
    request: `DELETE /api/admin/apps/${app.id}`,
    needs: 'owner',
    rule(site) {
      if (!site.apps.delete(app.id)) return refuse('not_found')
      endConsents(site, { app: app.id })
      return done()
    },
  })),
  'log in to an app': act(
    ['GET /oauth/authorize', 'POST /oauth/consent'],
    4,
    {
      app,
      how: oneOf('allow', 'allow', 'as before', 'deny'),
      scope: oneOf('openid offline_access', 'openid'),
    },
    ({ by, app, how, scope }) => {
      const request = requestOf(app, scope)
      return {
        ...(how === 'as before'
          ? { request: `GET /oauth/authorize?${request}` }
          : { request: 'POST /oauth/consent', form: { request, decision: how } }),
        checksIn: false,
        admitsBanned: true,
        rule: (site, { json }) => logIn(site, by, app, scope, how, json?.code),
      }
    },
  ),
  'exchange a code': act(
    'POST /oauth/token',
    4,
    { code: issued('code'), isRight: oneOf(true, true, true, false) },
    ({ code, isRight }) => ({
      ...tokenRequest(code.app, {
        grant_type: 'authorization_code',
        code: code.text,
        redirect_uri: REDIRECT_URI,
        code_verifier: isRight ? VERIFIER : VERIFIER.toLowerCase(),
      }),
      rule(site, { json }) {
        const grant = site.grants.find((one) => one.code === code.text)
        const { isExchanged: isUsed = false, expiresAt = 0 } = grant ?? {}
        const refused = refusalOf(site, code.app, grant, { isUsed, expiresAt })
        if (refused || !grant || !isRight) return refused ?? refuse('invalid_grant')
        grant.isExchanged = true
        grant.expiresAt = site.now + (isOffline(grant) ? 90 * DAY : HOUR)
        return issueTokens(site, code.app, grant, json)
      },
    }),
  ),
  refresh: act('POST /oauth/token', 3, { token: issued('refresh') }, ({ token }) => ({
    ...tokenRequest(token.app, { grant_type: 'refresh_token', refresh_token: token.text }),
    rule(site, { json }) {
      const { grant, known } = liveToken(site, token.text)
      const refused = refusalOf(site, token.app, grant, known ?? { isUsed: false, expiresAt: 0 })
      if (refused || !grant || !known) return refused ?? refuse('invalid_grant')
      known.isUsed = true
      return issueTokens(site, token.app, grant, json)
    },
  })),
  'use an access token': act(
    'GET /oauth/userinfo',
    2,
    { token: issued('access') },
    ({ token }) => ({
      by: null,
      request: 'GET /oauth/userinfo',
      bearer: token.text,
      rule(site) {
        const { grant, known } = liveToken(site, token.text)
        const isValid = known !== undefined && known.expiresAt > site.now
        return isValid ? ok({ sub: String(grant?.user) }) : refuse('invalid_token')
      },
    }),
  ),
  'revoke a token': act('POST /oauth/revoke', 1, { token: issued('refresh') }, ({ token }) => ({
    by: null,
    request: 'POST /oauth/revoke',
    form: { ...credentials(token.app), token: token.text },
    rule(site) {
      if (!isKnown(site, token.app)) return refuse('invalid_client')
      const { grant } = liveToken(site, token.text)
      site.grants = site.grants.filter((one) => one !== grant)
      return ok()
    },
  })),
  'disconnect an app': act('DELETE /api/settings/apps/:id', 1, { app }, ({ by, app }) => ({
    request: `DELETE /api/settings/apps/${app.id}`,
    rule: (site) =>
      endConsents(site, { user: by, app: app.id }) > 0 ? done() : refuse('not_found'),
  })),
}

type Match = Partial<Pick<Grant, 'user' | 'app'>>
const fits = (one: Pick<Grant, 'user' | 'app'>, { user, app }: Match) =>
  (user === undefined || one.user === user) && (app === undefined || one.app === app)

/** Ends codes and tokens. The consent stays. */
export function endGrants(site: Site, match: Match): void {
  site.grants = site.grants.filter((grant) => !fits(grant, match))
}

/** The number of ended consents. Their codes and tokens end too. */
export function endConsents(site: Site, match: Match): number {
  const ended = [...site.consents.keys()].filter((pair) => {
    const [user, app] = pair.split('>').map(Number)
    return fits({ user: user ?? 0, app: app ?? 0 }, match)
  })
  for (const pair of ended) site.consents.delete(pair)
  endGrants(site, match)
  return ended.length
}

/** The cron deletes expired logins and tokens. */
export function endExpiredGrants(site: Site): void {
  site.grants = site.grants.filter(({ expiresAt }) => expiresAt > site.now)
  for (const grant of site.grants)
    grant.tokens = grant.tokens.filter(({ expiresAt }) => expiresAt > site.now)
}

/** A later application may have the id of a removed one. */
const isKnown = ({ apps }: Site, { id, clientId }: App) => apps.get(id)?.clientId === clientId

const isOffline = ({ scopes }: Grant) => scopes.includes('offline_access')

function requestOf({ clientId }: App, scope: string): string {
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    scope,
    ...pkce,
  }
  return new URLSearchParams(request).toString()
}

const credentials = ({ clientId, secret }: App) => ({ client_id: clientId, client_secret: secret })

function tokenRequest(app: App, fields: Record<string, string>) {
  return { by: null, request: 'POST /oauth/token', form: { ...credentials(app), ...fields } }
}

/** Consent is asked once for each scope. */
function logIn(
  site: Site,
  user: number,
  app: App,
  scopes: string,
  how: string,
  code: string,
): Expected {
  const { id } = app
  if (!isKnown(site, app)) return refuse('unknown_app')
  if (how === 'deny' || found(site.people, user).isBanned) return refuse('access_denied')
  const allowed = site.consents.get(`${user}>${id}`) ?? new Set()
  const wanted = scopes.split(' ')
  if (how === 'as before' && !wanted.every((scope) => allowed.has(scope))) return ok({ asks: true })
  if (how === 'allow') {
    if (!wanted.every((scope) => allowed.has(scope)))
      addSystemNotice(site, 'app_allowed', user, null, null)
    site.consents.set(`${user}>${id}`, new Set([...allowed, ...wanted]))
  }
  site.grants.push({
    user,
    app: id,
    scopes,
    code,
    isExchanged: false,
    expiresAt: site.now + MINUTE,
    tokens: [],
  })
  site.issued.push({ kind: 'code', text: code, app })
  return returned()
}

function liveToken({ grants }: Site, text: string) {
  const grant = grants.find(({ tokens }) => tokens.some((token) => token.text === text))
  return { grant, known: grant?.tokens.find((token) => token.text === text) }
}

/** A code or refresh token that is used twice ends everything of its login. */
function refusalOf(
  site: Site,
  app: App,
  grant: Grant | undefined,
  { isUsed, expiresAt }: { isUsed: boolean; expiresAt: number },
): Expected | null {
  if (!isKnown(site, app)) return refuse('invalid_client')
  if (isUsed) site.grants = site.grants.filter((one) => one !== grant)
  return isUsed || expiresAt <= site.now ? refuse('invalid_grant') : null
}

function issueTokens(site: Site, app: App, grant: Grant, json: Given['json']): Expected {
  const add = (kind: TokenKind, text: string, lifetime: number) => {
    const expiresAt = Math.min(site.now + lifetime, grant.expiresAt)
    grant.tokens.push({ kind, text, expiresAt, isUsed: false })
    site.issued.push({ kind, text, app })
  }
  add('access', json?.access_token, HOUR)
  if (isOffline(grant)) add('refresh', json?.refresh_token, 30 * DAY)
  return ok({ scope: grant.scopes })
}
