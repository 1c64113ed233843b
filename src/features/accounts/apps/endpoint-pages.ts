import { type Context, Hono } from 'hono'
import type { AppEnv } from '#env'
import { OAuthProblem, single } from '#features/accounts/apps/authorization.ts'
import {
  discoveryDocument,
  RESOURCE_METADATA_PATH,
  resourceMetadata,
} from '#features/accounts/apps/claims.ts'
import {
  anyOrigin,
  formOf,
  oauthResponse,
  preflight,
} from '#features/accounts/apps/http/oauth-response.ts'
import { publicKeys } from '#features/accounts/apps/signing-keys.ts'
import {
  authenticatedApp,
  exchangeCode,
  type Issuer,
  refreshTokens,
  revokeToken,
  userInfo,
} from '#features/accounts/apps/tokens.ts'
import { brandOf, siteIdentity } from '#features/core/identity/identity.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { HOUR, SECOND } from '#kernel/clock.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { addressLimits, rateLimits } from '#web/limits/limits.ts'
import { repeats } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'

/**
 * Caching of the public documents. A new key is published a day before its first use, so caches do
 * not delay it.
 */
const PUBLIC = `public, max-age=${HOUR / SECOND}`

/**
 * The endpoints that applications call. They read no cookie, so other sites cannot abuse the login
 * of a visitor.
 */
export const appEndpointPages = new Hono<AppEnv>()
  .options('/.well-known/openid-configuration', lazyViewer, anyOrigin, preflight)
  .get('/.well-known/openid-configuration', lazyViewer, anyOrigin, showConfiguration)
  // The same document for programs that follow RFC 8414 instead of OpenID Connect.
  .options('/.well-known/oauth-authorization-server', lazyViewer, anyOrigin, preflight)
  .get('/.well-known/oauth-authorization-server', lazyViewer, anyOrigin, showConfiguration)
  .options(RESOURCE_METADATA_PATH, lazyViewer, anyOrigin, preflight)
  .get(RESOURCE_METADATA_PATH, lazyViewer, anyOrigin, async (c) => {
    const { db, now, language } = c.var
    if (!(await settingIsOn(db, 'assistants.enabled', now))) return c.notFound()
    const { name } = brandOf(await siteIdentity(db, now), language)
    return c.json(resourceMetadata(siteOrigin(c), name))
  })
  .options('/oauth/jwks', lazyViewer, anyOrigin, preflight)
  .get('/oauth/jwks', lazyViewer, anyOrigin, async (c) => {
    const keys = await publicKeys(c.var.db)
    c.header('Cache-Control', PUBLIC)
    return c.json({ keys })
  })
  .options('/oauth/token', lazyViewer, anyOrigin, preflight)
  .post('/oauth/token', repeats('refused: 400'), lazyViewer, anyOrigin, (c) =>
    oauthResponse(c, () => tokens(c)),
  )
  .options('/oauth/revoke', lazyViewer, anyOrigin, preflight)
  .post('/oauth/revoke', repeats('idempotent'), lazyViewer, anyOrigin, (c) =>
    oauthResponse(c, async () => {
      const { form, app } = await appRequest(c)
      await revokeToken(c.var.db, app, required(form, 'token'))
      return null
    }),
  )
  .options('/oauth/userinfo', lazyViewer, anyOrigin, preflight)
  .get('/oauth/userinfo', lazyViewer, anyOrigin, respondWithUserInfo)
  .post('/oauth/userinfo', repeats('idempotent'), lazyViewer, anyOrigin, respondWithUserInfo)

function showConfiguration(c: Context<AppEnv>): Response {
  c.header('Cache-Control', PUBLIC)
  return c.json(discoveryDocument(siteOrigin(c)))
}

async function tokens(c: Context<AppEnv>) {
  const { db, now } = c.var
  const { form, app } = await appRequest(c)
  switch (required(form, 'grant_type')) {
    case 'authorization_code': {
      const sent = {
        code: required(form, 'code'),
        redirectUri: required(form, 'redirect_uri'),
        verifier: required(form, 'code_verifier'),
        resource: single(form, 'resource'),
      }
      return exchangeCode(db, issuerOf(c), app, sent, now)
    }
    case 'refresh_token': {
      const sent = {
        token: required(form, 'refresh_token'),
        scope: single(form, 'scope'),
        resource: single(form, 'resource'),
      }
      return refreshTokens(db, issuerOf(c), app, sent, now)
    }
    default:
      throw new OAuthProblem(
        'unsupported_grant_type',
        'only authorization_code and refresh_token are supported',
      )
  }
}

/**
 * The form of a request and the application that sends it. The request is first counted for the
 * client address, because the application is not known yet.
 */
async function appRequest(c: Context<AppEnv>) {
  await addressLimits(c).take('app-token')
  const form = await formOf(c)
  return { form, app: await authenticatedApp(c.var.db, form, c.req.header('authorization')) }
}

function respondWithUserInfo(c: Context<AppEnv>): Promise<Response> {
  return oauthResponse(c, () => {
    const { access } = credentialsOf(c)
    if (access === null || c.req.header('authorization') === undefined) {
      throw new OAuthProblem('invalid_token', 'the access token is missing')
    }
    return userInfo(c.var.db, access, issuerOf(c), c.var.now)
  })
}

function issuerOf(c: Context<AppEnv>): Issuer {
  const { language, now } = c.var
  return {
    secrets: secretsOf(c.env),
    site: siteOrigin(c),
    language,
    limit: ({ id }) => rateLimits(c.env, `app:${id}`, now).take('app-token-of-app'),
  }
}

function required(form: URLSearchParams, name: string): string {
  const value = single(form, name)
  if (value === null) throw new OAuthProblem('invalid_request', `${name} is missing`)
  return value
}
