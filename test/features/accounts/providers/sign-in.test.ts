import { sql } from 'drizzle-orm'
import { base64url, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { freshName } from '#test/profiles.ts'
import { expect, locationOf, redirectOf } from '#test/test.ts'
import { type Client, freshEmail, plainForm } from '#test/world.ts'
import { memberWithApp } from '../second-factor/app.ts'
import { CLIENT_SECRET, connect, FakeProvider, freshPerson, test } from './provider.ts'

const isSignedIn = async (browser: Client) =>
  (await browser.get('/api/settings/sessions')).status === 200

test('a new person gets an account with a verified address, without a password', async ({
  world,
  provider,
}) => {
  const person = { ...freshPerson(), preferred_username: freshName() }
  const browser = world.visitor()
  expect(await redirectOf(provider.signIn(browser, person, '?next=/studio'))).toEqual([
    303,
    '/studio',
  ])
  const uid = await provider.userOf(person)
  const user = await world.reload({ uid: uid ?? 0 })
  expect(user).toMatchObject({
    email: person.email,
    password_hash: null,
    username: person.preferred_username,
  })
  expect(user.email_verified_at).not.toBeNull()
  expect(await mailTo(world, user.email)).toEqual([])
  const [session] = (await browser.get('/api/settings/sessions')).json.items
  expect(session).toMatchObject({ signed_in_by: 'provider', provider: 'Example' })
})

test('an address that the provider has not verified is unverified on the site too', async ({
  world,
  provider,
}) => {
  const person = { ...freshPerson(), email_verified: false }
  const browser = world.visitor()
  await provider.signIn(browser, person)
  const user = await world.reload({ uid: (await provider.userOf(person)) ?? 0 })
  expect(user.email_verified_at).toBeNull()
  // The first proof of an address ends every provider, because another person may have prepared the
  // account. The session stays.
  const token = await tokenMailed(world, user.email, 'verify')
  expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(await provider.userOf(person)).toBeNull()
  expect((await browser.get('/api/settings/providers')).status).toBe(200)
})

test('a name from a provider is not used as username if it is taken or not allowed', async ({
  world,
  provider,
}) => {
  const taken = await world.user({ username: freshName() })
  for (const preferred_username of [taken.username ?? '', 'a@b.example', 'admin']) {
    const person = { ...freshPerson(), preferred_username }
    expect((await provider.signIn(world.visitor(), person)).status).toBe(303)
    expect((await world.reload({ uid: (await provider.userOf(person)) ?? 0 })).username).toBeNull()
  }
})

test('the same person signs in to the same account from another browser', async ({
  world,
  provider,
}) => {
  const person = freshPerson()
  await provider.signIn(world.visitor(), person)
  const other = world.visitor()
  other.userAgent = 'another browser'
  expect(await locationOf(provider.signIn(other, { ...person, email: freshEmail() }))).toBe('/')
  expect(await isSignedIn(other)).toBe(true)
  expect(
    (await world.db.all(sql`SELECT 1 FROM user_identities WHERE subject = ${person.sub}`)).length,
  ).toBe(1)
  expect((await mailTo(world, person.email ?? '')).map(({ kind }) => kind)).toEqual(['sign_in'])
})

test('a provider never signs in to an account by its address', async ({ world, provider }) => {
  for (const isVerified of [true, false]) {
    const victim = await world.user({ isVerified })
    const browser = world.visitor()
    const person = {
      sub: crypto.randomUUID(),
      email: victim.email?.toUpperCase() ?? '',
      email_verified: true,
    }
    expect(await locationOf(provider.signIn(browser, person))).toBe('/login?problem=email_taken')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await provider.userOf(person)).toBeNull()
  }
})

test('the login page explains each problem of a sign-in with a provider', async ({ world }) => {
  const { text } = await world.visitor().get('/login?problem=email_taken')
  expect(text).toContain('already has an account')
  const unknown = await world.visitor().get('/login?problem=%3Cscript%3E')
  expect(unknown.text).not.toContain('%3Cscript%3E')
})

test('a provider creates new accounts only if its switch is on and registration is open', async ({
  world,
}) => {
  const closed = await FakeProvider.add(world, { signUp: false })
  expect(await locationOf(closed.signIn(world.visitor(), freshPerson()))).toBe(
    '/login?problem=sign_up_disabled',
  )
  const provider = await FakeProvider.add(world)
  await world.setting('registration.invite_only', true)
  expect(await locationOf(provider.signIn(world.visitor(), freshPerson()))).toBe(
    '/login?problem=invitation_required',
  )
  await world.setting('registration.enabled', false)
  const person = freshPerson()
  expect(await locationOf(provider.signIn(world.visitor(), person))).toBe(
    '/login?problem=registration_closed',
  )
  expect(await provider.userOf(person)).toBeNull()
})

test('an invitation is carried through the provider and used once', async ({
  world,
  provider,
  visitor: browser,
}) => {
  await world.setting('registration.invite_only', true)
  const admin = await world.member({ role: 'admin' })
  const { code } = (await admin.post('/api/invitations', { uses: 1, days: 1 })).json
  const page = await world.visitor().get(`/register?invitation=${code}`)
  expect(page.text).toContain(`/auth/${provider.key}?invitation=${code}`)
  const [first, second, third] = [freshPerson(), freshPerson(), { sub: crypto.randomUUID() }]
  const wrong = await provider.signIn(world.visitor(), first, '?invitation=nothing')
  expect(wrong.headers.get('location')).toBe('/login?problem=invitation_required')
  expect((await provider.signIn(browser, third, `?invitation=${code}`)).status).toBe(302)
  expect((await provider.signIn(world.visitor(), first, `?invitation=${code}`)).status).toBe(303)
  const used = await provider.signIn(world.visitor(), second, `?invitation=${code}`)
  expect(used.headers.get('location')).toBe('/login?problem=invitation_required')
  const late = await browser.submit(`/auth/${provider.key}/email`, { email: freshEmail() })
  expect(late.headers.get('location')).toBe('/login?problem=invitation_required')
  expect(
    await Promise.all([first, second, third].map((person) => provider.userOf(person))),
  ).toEqual([expect.any(Number), null, null])
})

test('a person whose provider sends no address is asked for one', async ({
  world,
  provider,
  visitor: browser,
  user: taken,
}) => {
  const person = { sub: crypto.randomUUID() }
  const response = await provider.signIn(browser, person, '?next=/posts')
  const path = response.headers.get('location') ?? ''
  expect(path).toBe(`/auth/${provider.key}/email`)
  expect((await browser.get(path)).text).toContain('Create account')
  const refused = await browser.submit(path, { email: taken.email ?? '' })
  expect([refused.status, await provider.userOf(person)]).toEqual([409, null])
  expect((await browser.submit(path, { email: 'nothing' })).status).toBe(422)
  expect((await world.visitor().submit(path, { email: freshEmail() })).status).toBe(302)
  const email = freshEmail()
  expect(await redirectOf(browser.submit(path, { email }))).toEqual([303, '/posts'])
  const user = await world.reload({ uid: (await provider.userOf(person)) ?? 0 })
  expect([user.email, user.email_verified_at]).toEqual([email, null])
})

test('a sign-in with a provider also needs the code of two-step verification', async ({
  world,
  provider,
  visitor: browser,
}) => {
  const { member, app } = await memberWithApp(world, { isVerified: true })
  const person = freshPerson()
  await connect(provider, member, person)
  const response = await provider.signIn(browser, person, '?next=/studio')
  expect(response.status).toBe(200)
  expect(await isSignedIn(browser)).toBe(false)
  const challenge = /name="challenge" value="([^"]+)"/.exec(response.text)?.[1] ?? ''
  const form = plainForm({ challenge, code: await app.code() })
  expect(await redirectOf(browser.send('POST', '/login/code?next=/studio', form))).toEqual([
    303,
    '/studio',
  ])
  const [session] = (await browser.get('/api/settings/sessions')).json.items
  expect(session.signed_in_by).toBe('provider')
})

test('a banned user can sign in with a provider to read, and a deleted account can be restored', async ({
  world,
  provider,
}) => {
  const person = freshPerson()
  await provider.signIn(world.visitor(), person)
  const uid = await provider.userOf(person)
  await world.db.batch([sql`UPDATE users SET status = 'banned' WHERE uid = ${uid}`])
  const banned = world.visitor()
  expect(await locationOf(provider.signIn(banned, person))).toBe('/')
  expect([
    await isSignedIn(banned),
    (await banned.post('/api/level/checkin')).json.error.code,
  ]).toEqual([true, 'banned'])
  const purgeAt = new Date(world.now.getTime() + DAY).toISOString()
  await world.db.batch([
    sql`UPDATE users SET status = 'active', purge_at = ${purgeAt} WHERE uid = ${uid}`,
  ])
  const leaving = world.visitor()
  const page = await provider.signIn(leaving, person)
  const token = /name="restore_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  expect(await isSignedIn(leaving)).toBe(false)
  expect((await leaving.submit('/restore', { restore_token: token })).status).toBe(303)
  expect((await world.reload({ uid: uid ?? 0 })).purge_at).toBeNull()
})

test('a callback of a provider works once, in the browser that started the sign-in, within ten minutes', async ({
  world,
  provider,
}) => {
  const expired = '/login?problem=expired'
  const [browser, thief] = [world.visitor(), world.visitor()]
  const path = await provider.agree(browser, freshPerson())
  const cookie = browser.cookies.get('joule_auth') ?? ''
  expect(await locationOf(thief.get(path))).toBe(expired)
  // A second browser with its own sign-in under way.
  await provider.agree(thief, freshPerson())
  expect(await locationOf(thief.get(path))).toBe(expired)
  expect((await browser.get(path)).status).toBe(303)
  expect(await locationOf(browser.get(path))).toBe(expired)
  // A copy of the cookie does not help either, though this provider would accept the code again.
  thief.cookies.set('joule_auth', cookie)
  expect(await locationOf(thief.get(path))).toBe(expired)
  expect(await isSignedIn(thief)).toBe(false)
  const late = world.visitor()
  const latePath = await provider.agree(late, freshPerson())
  world.wait(10 * MINUTE)
  expect(await locationOf(late.get(latePath))).toBe(expired)
})

test('a forged callback does not end a sign-in that the browser has started', async ({
  world,
  provider,
}) => {
  const [victim, attacker] = [world.visitor(), world.visitor()]
  const own = await provider.agree(victim, freshPerson())
  const foreign = await provider.agree(attacker, freshPerson())
  expect(await locationOf(victim.get(foreign))).toBe('/login?problem=expired')
  expect(await isSignedIn(victim)).toBe(false)
  expect((await victim.get(own)).status).toBe(303)
})

test('a response of one provider is refused at another', async ({ world, visitor: browser }) => {
  const [honest, evil] = [await FakeProvider.add(world), await FakeProvider.add(world)]
  const path = await honest.agree(browser, freshPerson())
  expect(await locationOf(browser.get(path.replace(honest.key, evil.key)))).toBe(
    '/login?problem=expired',
  )
  const mixedUp = path.replace(encodeURIComponent(honest.issuer), encodeURIComponent(evil.issuer))
  expect(await locationOf(browser.get(mixedUp))).toBe('/login?problem=provider_failed')
  expect(await isSignedIn(browser)).toBe(false)
})

test('an ID token for another client or another sign-in, of another issuer or outside its validity is refused', async ({
  world,
  provider,
}) => {
  const tampered = [
    { aud: 'another client' },
    { aud: ['joule', 'another client'] },
    { azp: 'another client' },
    { iss: 'https://evil.example' },
    { nonce: 'another nonce' },
    { nonce: undefined },
    { exp: Math.floor(Date.now() / 1000) - 60 },
    { nbf: Math.floor(Date.now() / 1000) + 3600 },
    { sub: '' },
    { sub: 'x'.repeat(256) },
  ]
  for (const claims of tampered) {
    provider.tamper = (honest) => ({ ...honest, ...claims })
    const browser = world.visitor()
    const response = await provider.signIn(browser, freshPerson())
    expect(response.headers.get('location'), JSON.stringify(claims)).toBe(
      '/login?problem=provider_failed',
    )
    expect(await isSignedIn(browser)).toBe(false)
  }
})

const encode = (part: object) => base64url.encode(JSON.stringify(part))

const FORGERIES: [how: string, forge: FakeProvider['forge']][] = [
  [
    'signed by another key',
    async (_, claims) => signed(claims, 'RS256', (await generateKeyPair('RS256')).privateKey),
  ],
  [
    'signed with the client secret',
    (_, claims) => signed(claims, 'HS256', new TextEncoder().encode(CLIENT_SECRET)),
  ],
  [
    'changed after it was signed',
    (token, claims) =>
      token
        .split('.')
        .with(1, encode({ ...claims, sub: 'x' }))
        .join('.'),
  ],
  ['without a signature', (_, claims) => new UnsecuredJWT(claims).encode()],
  ['of a provider that is down', () => Promise.reject(new Error('the provider is down'))],
]

function signed(claims: JWTPayload, alg: string, key: CryptoKey | Uint8Array): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key)
}

test.for(FORGERIES)('an ID token is refused: %s', async ([, forge], { world, provider }) => {
  provider.forge = forge
  const browser = world.visitor()
  expect(await locationOf(provider.signIn(browser, freshPerson()))).toBe(
    '/login?problem=provider_failed',
  )
  expect(await isSignedIn(browser)).toBe(false)
})

/** What arrives at the callback, and the explanation on the login page. */
const CALLBACKS: [
  what: string,
  change: (sent: URLSearchParams, code: string) => void,
  problem: string,
][] = [
  ['the code of another sign-in', (sent, code) => sent.set('code', code), 'provider_failed'],
  ['another state', (sent) => sent.set('state', 'another'), 'expired'],
  ['no state', (sent) => sent.set('state', ''), 'expired'],
  ['a refusal by the person', (sent) => sent.set('error', 'access_denied'), 'denied'],
]

test.for(CALLBACKS)(
  'a callback with %s opens no session',
  async ([, change, problem], { world, provider }) => {
    const [browser, other] = [world.visitor(), world.visitor()]
    const callback = new URL(await provider.agree(browser, freshPerson()), 'http://joule.test')
    const foreign = new URL(await provider.agree(other, freshPerson()), 'http://joule.test')
    change(callback.searchParams, foreign.searchParams.get('code') ?? '')
    expect(await locationOf(browser.get(callback.pathname + callback.search))).toBe(
      `/login?problem=${problem}`,
    )
    expect(await isSignedIn(browser)).toBe(false)
  },
)

test('concurrent first sign-ins of one person create one account', async ({ world, provider }) => {
  const person = freshPerson()
  const browsers = Array.from({ length: 5 }, () => world.visitor())
  const paths = await Promise.all(browsers.map((browser) => provider.agree(browser, person)))
  await Promise.all(browsers.map((browser, n) => browser.get(paths[n] ?? '')))
  const [row] = await world.db.all(sql<{ users: number }>`
    SELECT COUNT(*) AS users FROM users WHERE email = ${person.email ?? ''}`)
  expect(row?.users).toBe(1)
  expect((await Promise.all(browsers.map(isSignedIn))).filter(Boolean).length).toBeGreaterThan(0)
})

test('after a sign-in with a provider, only a path of this site is opened', async ({
  world,
  provider,
}) => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const response = await provider.signIn(
      world.visitor(),
      freshPerson(),
      `?next=${encodeURIComponent(next)}`,
    )
    expect(response.headers.get('location')).toBe('/welcome')
  }
})

test('an unknown provider responds with 404, also for a signed-in user', async ({
  world,
  visitor,
}) => {
  const paths =
    'nothing nothing/callback?code=1&state=2 nothing/email NOT-A-KEY nothing?connect=a'.split(' ')
  for (const browser of [visitor, await world.member()])
    for (const path of paths)
      expect([path, (await browser.get(`/auth/${path}`)).status]).toEqual([path, 404])
})
