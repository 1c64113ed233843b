import { sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { expect, locationOf, test } from '#test/test.ts'
import { type Client, freshEmail, type World } from '#test/world.ts'

interface Account {
  id: number
  login: string
  emails: { email: string; primary: boolean; verified: boolean }[]
}

/**
 * GitHub behind `fetch`, configured by the owner. Every sign-in there is by `account`, which the
 * test can replace.
 */
async function withGithub(
  world: World,
  account: Account,
): Promise<{ asked: string[]; account: Account }> {
  const owner = await world.member({ role: 'owner' })
  const asked: string[] = []
  const current = { asked, account }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method ?? 'GET'} ${url}`)
    if (url === 'https://github.com/login/oauth/access_token') {
      const sent = new URLSearchParams(String(init.body))
      // GitHub returns errors with the status 200.
      if (sent.get('client_secret') !== 'a secret' || sent.get('code') !== 'good')
        return Response.json({ error: 'bad_verification_code' })
      return Response.json({ access_token: 'gho_token', token_type: 'bearer', scope: 'user:email' })
    }
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer gho_token')
    const { emails, ...user } = current.account
    return Response.json(url === 'https://api.github.com/user' ? user : emails)
  })
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await world.db.batch([sql`DELETE FROM identity_providers`])
    forgetProviders()
  })
  const settings = {
    type: 'github',
    name: 'GitHub',
    client_id: 'an id',
    client_secret: 'a secret',
    sign_up: true,
  }
  const { json } = await owner.put('/api/admin/identity-providers/github', settings)
  expect(json.issuer).toBe('https://github.com')
  return current
}

async function signIn(browser: Client, response: Record<string, string> = {}) {
  const started = await browser.get('/auth/github')
  const { searchParams, origin, pathname } = new URL(started.headers.get('location') ?? '')
  expect([origin + pathname, searchParams.get('code_challenge_method')]).toEqual([
    'https://github.com/login/oauth/authorize',
    'S256',
  ])
  const sent = new URLSearchParams({
    code: 'good',
    state: searchParams.get('state') ?? '',
    ...response,
  })
  return browser.get(`/auth/github/callback?${sent}`)
}

const account = (): Account => ({
  id: Math.floor(Math.random() * 1e9),
  login: `octo-${crypto.randomUUID().slice(0, 8)}`,
  emails: [
    { email: 'not-primary@example.com', primary: false, verified: true },
    { email: freshEmail(), primary: true, verified: true },
  ],
})

test('a person who signs up with GitHub is stored with the numeric id and the primary verified address', async ({
  world,
}) => {
  const person = account()
  const { asked } = await withGithub(world, person)
  expect((await signIn(world.visitor(), { iss: 'https://github.com/login/oauth' })).status).toBe(
    303,
  )
  const [row] = await world.db.all(sql<{
    email: string
    username: string
    subject: string
    verified: number
  }>`
    SELECT u.email, u.username, i.subject, u.email_verified_at IS NOT NULL AS verified
    FROM user_identities i JOIN users u ON u.uid = i.user_id WHERE i.issuer = 'https://github.com'`)
  expect(row).toEqual({
    email: person.emails[1]?.email,
    username: person.login,
    subject: String(person.id),
    verified: 1,
  })
  expect(asked).toEqual([
    'POST https://github.com/login/oauth/access_token',
    'GET https://api.github.com/user',
    'GET https://api.github.com/user/emails',
  ])
})

test('an unverified address at GitHub is not used', async ({ world }) => {
  const person = account()
  await withGithub(world, {
    ...person,
    emails: person.emails.map((email) => ({ ...email, verified: false })),
  })
  expect(await locationOf(signIn(world.visitor()))).toBe('/auth/github/email')
})

test('a renamed GitHub account is the same person, and a new account with the old name is not', async ({
  world,
}) => {
  const person = account()
  const github = await withGithub(world, person)
  await signIn(world.visitor())
  const count = async () =>
    (await world.db.all(sql`SELECT 1 FROM user_identities WHERE issuer = 'https://github.com'`))
      .length
  const before = await count()
  github.account = { ...person, login: 'another-name' }
  expect(await locationOf(signIn(world.visitor()))).toBe('/')
  expect(await count()).toBe(before)
  github.account = { ...account(), login: person.login }
  expect((await signIn(world.visitor())).status).toBe(303)
  expect(await count()).toBe(before + 1)
})

test('a wrong code or another issuer is refused', async ({ world }) => {
  await withGithub(world, account())
  for (const response of [{ code: 'bad' }, { iss: 'https://evil.example' }]) {
    const browser = world.visitor()
    expect(await locationOf(signIn(browser, response))).toBe('/login?problem=provider_failed')
    expect(browser.cookies.has('joule_at')).toBe(false)
  }
})
