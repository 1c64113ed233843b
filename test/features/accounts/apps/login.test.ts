import { createLocalJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { CODE_LIFETIME } from '#features/accounts/apps/authorization.ts'
import {
  APP_TOKEN_LIFETIME,
  GRANT_LIFETIME,
  REFRESH_LIFETIME,
} from '#features/accounts/apps/tokens.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { sha256 } from '#kernel/crypto/secrets.ts'
import { expect, locationOf, redirectOf } from '#test/test.ts'
import { type Client, PASSWORD } from '#test/world.ts'
import { Application, decide, REDIRECT_URI, returnedTo, test } from './application.ts'

const OFFLINE = 'openid profile email offline_access'

/** The OAuth error of a refused request of `openid-client`. */
const errorOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error) => (error as { error?: string }).error ?? String(error),
  )

/** `at_hash` of OpenID Connect for RS256: the left half of the SHA-256 hash. */
const halfHashOf = async (token: string) => toBase64Url((await sha256(token)).subarray(0, 16))

const infoOf = (member: Client, token: string) =>
  member.world.visitor().get('/oauth/userinfo', { headers: { authorization: `Bearer ${token}` } })

test.for([
  ['a confidential client with Basic authentication', {}],
  ['a confidential client with its secret in the body', { post: true }],
  ['a public client', { confidential: false }],
] as const)('%s logs a member in', async ([, facts], { world }) => {
  const app = await Application.register(world, facts)
  const member = await world.member({
    username: `n${crypto.randomUUID().slice(0, 8)}`,
    isVerified: true,
  })
  const tokens = await app.login(member)
  const profile = {
    sub: String(member.user.uid),
    name: member.user.username,
    preferred_username: member.user.username,
    profile: `http://joule.test/space/${member.user.uid}`,
    email: member.user.email,
    email_verified: true,
  }
  const keys = (await world.visitor().get('/oauth/jwks')).json
  const { payload, protectedHeader } = await jwtVerify(
    tokens.id_token ?? '',
    createLocalJWKSet(keys),
    {
      issuer: 'http://joule.test',
      audience: app.app.client_id,
      algorithms: ['RS256'],
      currentDate: world.now,
    },
  )
  expect(keys.keys.map(({ kid }: { kid: string }) => kid)).toContain(protectedHeader.kid)
  expect(payload).toMatchObject(profile)
  expect(payload.auth_time).toBe(Math.floor(world.now.getTime() / SECOND))
  expect(await oidc.fetchUserInfo(app.config, tokens.access_token, profile.sub)).toEqual(profile)
  expect([tokens.refresh_token, tokens.expires_in]).toEqual([
    undefined,
    APP_TOKEN_LIFETIME / SECOND,
  ])
  world.wait(APP_TOKEN_LIFETIME)
  expect((await infoOf(member, tokens.access_token)).status).toBe(401)
})

test('an application gets only the claims of its scopes, and an unproven address is marked as unverified', async ({
  app,
  member,
}) => {
  const { access_token } = await app.login(member, { scope: 'openid unknown' })
  expect((await infoOf(member, access_token)).json).toEqual({ sub: String(member.user.uid) })
  const more = await app.login(member, { scope: 'openid email' })
  expect((await infoOf(member, more.access_token)).json.email_verified).toBe(false)
})

test('the consent is remembered for the same or fewer scopes', async ({ app, member }) => {
  const { path } = await app.request()
  const page = await member.get(path)
  expect([page.status, page.text.includes('Log in to The wiki')]).toEqual([200, true])
  await app.login(member)
  for (const scope of ['openid profile email', 'openid']) {
    const response = await member.get((await app.request({ scope })).path)
    expect([response.status, returnedTo(response).searchParams.has('code')]).toEqual([302, true])
    expect(response.headers.get('server-timing')).toMatch(/round trips: [1-3]"/)
  }
  for (const asked of [
    { scope: OFFLINE },
    { more: { prompt: 'consent' } },
    { more: { prompt: 'select_account' } },
  ]) {
    expect((await member.get((await app.request(asked)).path)).status).toBe(200)
  }
})

test('optional parameters of the standard, unknown parameters and any order of scopes are accepted', async ({
  app,
  member,
}) => {
  const more = {
    login_hint: 'ada@example.com',
    display: 'popup',
    ui_locales: 'fr',
    claims_locales: 'fr',
    acr_values: '1 2',
    unknown: 'yes',
  }
  const tokens = await app.login(member, { scope: 'email profile openid', more })
  expect(tokens.claims()).toMatchObject({
    name: expect.any(String),
    email: member.user.email,
    at_hash: await halfHashOf(tokens.access_token),
  })
})

test('a member who refuses returns with access_denied, the state and the issuer', async ({
  world,
  app,
}) => {
  const { path, state } = await app.request()
  const url = returnedTo(await decide(await world.member(), path, 'deny'))
  const { error_description: _, ...response } = Object.fromEntries(url.searchParams)
  expect(response).toEqual({ error: 'access_denied', state, iss: 'http://joule.test' })
})

test('a visitor logs in first and then returns to the request', async ({ world, app }) => {
  const { path } = await app.request()
  expect(await redirectOf(world.visitor().get(path))).toEqual([
    303,
    `/login?next=${encodeURIComponent(path)}`,
  ])
  const posted = await world.visitor().send('POST', '/oauth/authorize', {
    body: path.slice(path.indexOf('?') + 1),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://wiki.example',
    },
    withoutCsrf: true,
  })
  expect([posted.status, posted.headers.get('location')]).toEqual([303, path])
})

test('an unknown client or an unlisted redirect URI gets an error page and no redirect', async ({
  app,
  member,
}) => {
  for (const more of [
    { client_id: 'unknown' },
    { redirect_uri: 'https://evil.example/callback' },
    { redirect_uri: `${REDIRECT_URI}/more` },
    { redirect_uri: '' },
  ]) {
    const { status, headers } = await member.get((await app.request({ more })).path)
    expect([status, headers.get('location'), headers.get('refresh')], JSON.stringify(more)).toEqual(
      [400, null, null],
    )
  }
})

const WRONG_REQUESTS: [error: string, parameters: Record<string, string>][] = [
  ['unsupported_response_type', { response_type: 'token' }],
  ['invalid_request', { response_mode: 'fragment' }],
  ['invalid_scope', { scope: 'profile' }],
  ['invalid_request', { code_challenge_method: 'plain' }],
  ['invalid_request', { code_challenge: '' }],
  ['invalid_request', { prompt: 'none login' }],
  ['invalid_request', { prompt: 'dance' }],
  ['invalid_request', { max_age: '-1' }],
  ['request_not_supported', { request: 'a.b.c' }],
  ['request_uri_not_supported', { request_uri: 'https://wiki.example/request' }],
  ['registration_not_supported', { registration: '{}' }],
  ['invalid_request', { ui_locales: 'x'.repeat(2_000) }],
]

test('a wrong or repeated parameter is refused with its error code and the state', async ({
  app,
  member,
}) => {
  for (const [error, more] of WRONG_REQUESTS) {
    const { path, state } = await app.request({ more })
    const { searchParams } = returnedTo(await member.get(path))
    expect([searchParams.get('error'), searchParams.get('state')], JSON.stringify(more)).toEqual([
      error,
      state,
    ])
  }
  const { path } = await app.request()
  const { searchParams } = returnedTo(await member.get(`${path}&nonce=another`))
  expect(searchParams.get('error')).toBe('invalid_request')
})

test('prompt=none never shows a page', async ({ world, app }) => {
  const [member, other] = await world.members([{}, {}])
  const silently = async (client: Client, more = {}) => {
    const { path } = await app.request({ more: { prompt: 'none', ...more } })
    return returnedTo(
      await client.get(path, { headers: { 'sec-fetch-site': 'same-origin' } }),
    ).searchParams.get('error')
  }
  expect(await silently(world.visitor())).toBe('login_required')
  expect(await silently(member)).toBe('consent_required')
  const { id_token } = await app.login(member)
  expect(await silently(member)).toBeNull()
  expect(await silently(member, { id_token_hint: id_token })).toBeNull()
  await app.login(other)
  expect(await silently(other, { id_token_hint: id_token })).toBe('login_required')
  world.wait(10 * SECOND)
  expect(await silently(member, { max_age: '5' })).toBe('login_required')
})

test.for([{ prompt: 'login' }, { max_age: '5' }])(
  '%j asks for the password again',
  async (more, { world }) => {
    const app = await Application.register(world)
    const member = await world.member()
    await app.login(member)
    world.wait(10 * SECOND)
    const request = await app.request({ more })
    const confirm = (await member.get(request.path)).headers.get('location') ?? ''
    expect(confirm).toMatch(/^\/confirm\?next=/)
    const next = new URL(confirm, 'http://joule.test').searchParams.get('next') ?? ''
    // Without a new login the request does not go on.
    world.wait(6 * 60 * SECOND)
    expect(await locationOf(member.get(next))).toMatch(/^\/confirm\?next=/)
    expect(await locationOf(member.submit(confirm, { password: PASSWORD }))).toBe(next)
    const tokens = await app.exchange({ ...request, url: returnedTo(await member.get(next)) })
    expect(tokens.claims()?.auth_time).toBe(Math.floor(world.now.getTime() / SECOND))
  },
)

test('a wrong verifier, another redirect URI, another client and an expired code are refused', async ({
  world,
}) => {
  const [app, other] = [await Application.register(world), await Application.register(world)]
  const member = await world.member()
  const allowed = await app.allowed(member)
  expect(await errorOf(app.exchange({ ...allowed, verifier: oidc.randomPKCECodeVerifier() }))).toBe(
    'invalid_grant',
  )
  const elsewhere = new URL(allowed.url.href.replace('/callback', '/other'))
  expect(await errorOf(app.exchange({ ...allowed, url: elsewhere }))).toBe('invalid_grant')
  expect(await errorOf(other.exchange(allowed))).toBe('invalid_grant')
  await app.exchange(allowed)
  const late = await app.allowed(member)
  world.wait(CODE_LIFETIME)
  expect(await errorOf(app.exchange(late))).toBe('invalid_grant')
})

test('a refresh token expires if it is not used, and a login to an application expires in any case', async ({
  world,
  app,
  member,
}) => {
  const unused = await app.login(member, { scope: OFFLINE })
  let { refresh_token: token = '' } = await app.login(member, { scope: OFFLINE })
  const step = REFRESH_LIFETIME - DAY
  for (let age = step; age < GRANT_LIFETIME; age += step) {
    world.wait(step)
    token = (await oidc.refreshTokenGrant(app.config, token)).refresh_token ?? ''
  }
  expect(await errorOf(oidc.refreshTokenGrant(app.config, unused.refresh_token ?? ''))).toBe(
    'invalid_grant',
  )
  world.wait(step)
  expect(await errorOf(oidc.refreshTokenGrant(app.config, token))).toBe('invalid_grant')
})

test('an application can revoke only its own tokens', async ({ world, member }) => {
  const [app, other] = [await Application.register(world), await Application.register(world)]
  const { access_token, refresh_token = '' } = await app.login(member, { scope: OFFLINE })
  await oidc.tokenRevocation(other.config, access_token)
  await oidc.tokenRevocation(other.config, refresh_token)
  expect((await infoOf(member, access_token)).status).toBe(200)
  await oidc.tokenRevocation(app.config, access_token)
  expect((await infoOf(member, access_token)).status).toBe(401)
  const next = await oidc.refreshTokenGrant(app.config, refresh_token)
  await oidc.tokenRevocation(app.config, next.refresh_token ?? '')
  expect((await infoOf(member, next.access_token)).status).toBe(401)
})
