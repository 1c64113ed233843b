import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import type { Provider } from '#features/accounts/providers/identities.ts'
import {
  CLOCK_TOLERANCE,
  GITHUB,
  type Identity,
  ProviderProblem,
} from '#features/accounts/providers/identities.ts'
import { cachedServer, cacheServer } from '#features/accounts/providers/servers.ts'
import {
  fetchOutside,
  type Outside,
  type OutsideInit,
  outsideUrl,
} from '#features/core/network/fetch-outside.ts'
import { SECOND } from '#kernel/clock.ts'
import { EmailInput } from '#kernel/email-address.ts'

/** OpenID Connect limits a subject to 255 characters. */
const SUBJECT_MAX = 255

/**
 * The random values of one sign-in. A cookie of the browser that starts the sign-in stores them.
 */
export interface Handshake {
  /** Returned by the provider, so that the callback belongs to this browser. */
  state: string
  /** Part of the ID token, so that the token belongs to this sign-in. */
  nonce: string
  /** The PKCE verifier. */
  verifier: string
}

export function newHandshake(): Handshake {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  }
}

/**
 * The address to which the browser is sent. `again` asks the provider to authenticate the person
 * again. Not every provider does so.
 */
export async function authorizationUrl(
  provider: Provider,
  { state, nonce, verifier }: Handshake,
  { redirectUri, again }: { redirectUri: string; again: boolean },
  outside: Outside,
  now: Date,
): Promise<string> {
  const server = await serverOf(provider, outside, now)
  const url = new URL(server.authorization_endpoint ?? '')
  const isOidc = provider.type === 'oidc'
  const parameters = {
    response_type: 'code',
    client_id: provider.client_id,
    redirect_uri: redirectUri,
    scope: isOidc ? 'openid email profile' : 'user:email',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isOidc && { nonce }),
    ...(isOidc && again && { max_age: '0', claims: AUTH_TIME }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** Some providers (Google) report the time of the login only on this request. */
const AUTH_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } })

/**
 * Exchanges the code of a callback for an identity. Refuses a response that is not for this
 * browser, this site and this provider.
 */
export async function provenIdentity(
  provider: Provider,
  { state, nonce, verifier }: Handshake,
  { parameters, redirectUri }: { parameters: URLSearchParams; redirectUri: string },
  outside: Outside,
  now: Date,
): Promise<Identity> {
  try {
    const server = await serverOf(provider, outside, now)
    const client = {
      client_id: provider.client_id,
      [oauth.clockTolerance]: CLOCK_TOLERANCE / SECOND,
    }
    const options = optionsFor(outside)
    const isOidc = provider.type === 'oidc'
    const valid = oauth.validateAuthResponse(
      server,
      client,
      withoutKnownAlias(parameters, provider),
      state,
    )
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(server, provider),
      valid,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
      isOidc ? { expectedNonce: nonce, requireIdToken: true } : {},
    )
    if (!isOidc)
      return await githubIdentity(provider, tokens.access_token, options[oauth.customFetch])
    // The library checks only the claims, because TLS to the token endpoint is enough for the
    // standard. The signature is checked in addition.
    await oauth.validateApplicationLevelSignature(server, response, options)
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new Error('the provider sent no ID token')
    // The library checks `azp` only if there are several audiences.
    if (claims.azp !== undefined && claims.azp !== provider.client_id)
      throw new Error('the ID token is for another client')
    if (claims.iat * SECOND > now.getTime() + CLOCK_TOLERANCE)
      throw new Error('the ID token is from the future')
    const more =
      claims.email === undefined
        ? await userInfo(server, client, tokens.access_token, claims.sub, options)
        : {}
    return oidcIdentity(provider.issuer, { ...more, ...claims })
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied')
      throw new ProviderProblem('denied', error)
    throw error instanceof ProviderProblem ? error : new ProviderProblem('provider_failed', error)
  }
}

/**
 * The endpoints of the provider. Throws `provider_failed` if its discovery document is not
 * available or not valid.
 */
export async function serverOf(
  { type, issuer }: Pick<Provider, 'type' | 'issuer'>,
  outside: Outside,
  now: Date,
): Promise<oauth.AuthorizationServer> {
  const known = cachedServer(issuer, now)
  if (known) return known
  try {
    outsideUrl(issuer, outside)
    const server =
      type === 'github' ? githubServer(issuer) : await discovered(new URL(issuer), outside)
    outsideUrl(server.authorization_endpoint ?? '', outside)
    cacheServer(issuer, server, now)
    return server
  } catch (error) {
    throw new ProviderProblem('provider_failed', error)
  }
}

async function discovered(issuer: URL, outside: Outside): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(issuer, optionsFor(outside))
  const server = await oauth.processDiscoveryResponse(issuer, response)
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (server[name] === undefined) throw new Error(`the discovery document has no ${name}`)
  }
  const methods = server.code_challenge_methods_supported
  if (methods !== undefined && !methods.includes('S256'))
    throw new Error('the provider does not support PKCE with S256')
  return server
}

function optionsFor(outside: Outside) {
  const send = (url: string, init: OutsideInit) => fetchOutside(outside, url, init)
  return { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: outside.isLocal }
}

function clientAuthentication(
  server: oauth.AuthorizationServer,
  { clientSecret }: Provider,
): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

/**
 * GitHub sends `https://github.com/login/oauth` in the `iss` parameter, which is not its issuer
 * here.
 */
function withoutKnownAlias(response: URLSearchParams, { type, issuer }: Provider): URLSearchParams {
  const known = new URLSearchParams(response)
  if (type === 'github' && known.get('iss') === `${issuer}/login/oauth`) known.delete('iss')
  return known
}

/** The claims at the userinfo endpoint. Some providers send the address only there. */
async function userInfo(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  accessToken: string,
  subject: string,
  options: ReturnType<typeof optionsFor>,
): Promise<Record<string, unknown>> {
  if (server.userinfo_endpoint === undefined) return {}
  const response = await oauth.userInfoRequest(server, client, accessToken, options)
  return oauth.processUserInfoResponse(server, client, subject, response)
}

const text = z.string().min(1).nullable().catch(null)

function oidcIdentity(issuer: string, claims: Record<string, unknown>): Identity {
  const subject = z.string().min(1).max(SUBJECT_MAX).parse(claims.sub)
  const email = EmailInput.nullable().catch(null).parse(claims.email)
  return {
    issuer,
    subject,
    email,
    isEmailVerified:
      email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    username: text.parse(claims.preferred_username) ?? text.parse(claims.nickname),
    claims,
    authTime: z.number().nullable().catch(null).parse(claims.auth_time),
  }
}

/** GitHub has OAuth without ID tokens and without a discovery document. */
export function githubServer(issuer: string): oauth.AuthorizationServer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

const User = z.object({ id: z.int().min(1), login: z.string().min(1) })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * The person behind the access token, identified by the numeric id, because a login name can be
 * given to another person.
 */
export async function githubIdentity(
  { issuer }: Pick<Provider, 'issuer'>,
  accessToken: string,
  send: (url: string, init: OutsideInit) => Promise<Response>,
): Promise<Identity> {
  const api = issuer === GITHUB ? 'https://api.github.com' : `${issuer}/api/v3`
  const ask = async (path: string): Promise<unknown> => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      // GitHub refuses requests without a user agent.
      'user-agent': 'joule',
    }
    const response = await send(`${api}${path}`, { headers })
    if (!response.ok) throw new Error(`GitHub responded with ${response.status} to ${path}`)
    return response.json()
  }
  const { id, login } = User.parse(await ask('/user'))
  const emails = Emails.parse(await ask('/user/emails'))
  const chosen = emails.find(({ primary, verified }) => primary && verified)
  const email = EmailInput.nullable()
    .catch(null)
    .parse(chosen?.email ?? null)
  return {
    issuer,
    subject: String(id),
    email,
    isEmailVerified: email !== null,
    username: login,
    claims: { id, login, emails },
    authTime: null,
  }
}
