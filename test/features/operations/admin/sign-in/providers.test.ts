import { sql } from 'drizzle-orm'
import { afterEach, onTestFinished, vi } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { reencrypt } from '#features/core/site/reencrypt.ts'
import { expect, locationOf } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { freshPerson, test } from '../../../accounts/providers/provider.ts'

const PATH = '/api/admin/identity-providers'
const SECRET = 'a very secret secret'
const oidc = (issuer: string) => ({
  type: 'oidc',
  name: 'Company',
  issuer,
  client_id: 'joule',
  client_secret: SECRET,
  sign_up: true,
})

afterEach(async () => {
  await new World().db.batch([sql`DELETE FROM identity_providers`])
  forgetProviders()
})

/** Answers discovery requests of `https://<anything>.example`. */
function discoverable(change: (document: object) => object = (document) => document): void {
  vi.stubGlobal('fetch', async (input: string) => {
    const { origin: issuer, pathname } = new URL(input)
    if (!issuer.endsWith('.example') || !pathname.startsWith('/.well-known/'))
      return new Response('', { status: 404 })
    const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri']
    const endpoints = names.map((name) => [name, `${issuer}/${name}`])
    return Response.json(change({ issuer, ...Object.fromEntries(endpoints) }))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

async function addCompany(owner: Client) {
  discoverable()
  const input = oidc('https://a.example')
  const added = await owner.put(`${PATH}/company`, input)
  const { client_secret, ...rest } = input
  const changed = await owner.put(`${PATH}/company`, {
    ...rest,
    name: 'Our company',
    sign_up: false,
  })
  return { added, changed, client_secret }
}

test('the owner adds and changes a provider', async ({ owner, visitor }) => {
  const { added, changed } = await addCompany(owner)
  expect(added.json).toMatchObject({
    key: 'company',
    issuer: 'https://a.example',
    sign_up: true,
    accounts: 0,
  })
  expect(changed.json.name).toBe('Our company')
  expect((await visitor.get('/api/auth/providers')).json).toEqual([
    { key: 'company', name: 'Our company' },
  ])
  expect((await owner.get('/admin/sign-in')).text).toContain(
    'http://joule.test/auth/company/callback',
  )
})

test('the login page offers a provider that creates no accounts, and the registration page does not', async ({
  owner,
  visitor,
}) => {
  await addCompany(owner)
  const page = await visitor.get('/login')
  expect(page.text).toContain('href="/auth/company"')
  expect((await visitor.get('/register')).text).not.toContain('/auth/company')
})

test('a removed provider is not offered, and cannot be removed again', async ({
  owner,
  visitor,
}) => {
  await addCompany(owner)
  expect((await owner.delete(`${PATH}/company`)).status).toBe(204)
  expect((await owner.delete(`${PATH}/company`)).status).toBe(404)
  expect((await visitor.get('/api/auth/providers')).json).toEqual([])
})

test('the secret of a provider is neither stored as plain text nor returned', async ({
  world,
  owner,
}) => {
  const { client_secret } = await addCompany(owner)
  const row = await world.db.first(
    sql<{ client_secret: string }>`SELECT client_secret FROM identity_providers`,
  )
  expect(row?.client_secret).not.toContain(client_secret)
  expect((await owner.get(PATH)).text).not.toContain('secret')
  const log = await owner.get('/api/admin/audit-log')
  expect(log.json.items.slice(0, 2).map((entry: { action: string }) => entry.action)).toEqual([
    'provider.change',
    'provider.change',
  ])
  expect(log.text).not.toContain(SECRET)
})

test('a provider without a valid discovery document is refused', async ({ world, owner }) => {
  const put = async (issuer: string) =>
    (await owner.put(`${PATH}/p`, oidc(issuer))).json.error?.fields
  discoverable()
  const wrong = [
    'http://a.example',
    'ftp://a.example',
    'https://a.example/?x=1',
    'nothing',
    'https://u:p@a.example',
  ]
  for (const issuer of wrong)
    expect(Object.keys((await put(issuer)) ?? {}), issuer).toEqual(['issuer'])
  expect(Object.keys(await put('https://nothing.invalid'))).toEqual(['issuer'])
  discoverable((document) => ({ ...document, issuer: 'https://b.example' }))
  expect(Object.keys(await put('https://a.example'))).toEqual(['issuer'])
  discoverable((document) => ({ ...document, token_endpoint: undefined }))
  expect(Object.keys(await put('https://a.example'))).toEqual(['issuer'])
  discoverable((document) => ({ ...document, filling: 'x'.repeat(300_000) }))
  expect(Object.keys(await put('https://a.example'))).toEqual(['issuer'])
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url, init.redirect, init.signal instanceof AbortSignal])
    return new Response(null, { status: 302, headers: { location: 'https://b.example/' } })
  })
  expect(Object.keys(await put('https://a.example'))).toEqual(['issuer'])
  expect(asked).toEqual([['https://a.example/.well-known/openid-configuration', 'manual', true]])
  expect((await world.visitor().get('/api/auth/providers')).json).toEqual([])
})

test('in production, a login provider must use https', async ({ world, owner }) => {
  discoverable((document) => document)
  vi.stubGlobal('fetch', async () => {
    throw new Error('called')
  })
  world.env.ENVIRONMENT = 'production'
  onTestFinished(() => {
    world.env.ENVIRONMENT = 'test'
  })
  expect((await owner.put(`${PATH}/p`, oidc('http://localhost:9000'))).status).toBe(422)
})

test('a site has at most five login providers, each with its own issuer', async ({
  world,
  owner,
}) => {
  discoverable()
  for (const n of [1, 2, 3, 4, 5])
    expect((await owner.put(`${PATH}/p${n}`, oidc(`https://p${n}.example`))).status).toBe(200)
  expect(
    (await owner.put(`${PATH}/p6`, oidc('https://p6.example'))).json.error.fields.key,
  ).toContain('5')
  expect(
    (await owner.put(`${PATH}/p5`, oidc('https://p1.example'))).json.error.fields,
  ).toHaveProperty('issuer')
  expect((await owner.put(`${PATH}/p5`, oidc('https://p6.example'))).status).toBe(200)
  const sixth = world.db.batch([
    sql`INSERT INTO identity_providers (key, type, name, issuer, client_id, client_secret, key_id, sign_up, created_at)
        VALUES ('p6', 'oidc', '', 'https://p7.example', '', '', '', 0, '')`,
  ])
  await expect(sixth).rejects.toThrow('validation_failed')
})

test('a test of a provider shows the received claims and changes nothing', async ({
  provider,
  owner,
  admin,
}) => {
  const person = freshPerson()
  const result = await provider.signIn(owner, person, '?test=1')
  expect(result.status).toBe(200)
  for (const words of [person.sub, `${person.email} (verified)`])
    expect(result.text).toContain(words)
  expect(await provider.userOf(person)).toBeNull()
  expect((await admin.get(`/auth/${provider.key}?test=1`)).status).toBe(404)
  provider.tamper = (claims) => ({ ...claims, aud: 'another client' })
  expect(await locationOf(provider.signIn(owner, person, '?test=1'))).toBe(
    '/admin/sign-in?problem=provider_failed',
  )
})

test('the page of a provider counts the accounts that can log in only with it', async ({
  world,
  provider,
  owner,
  member,
}) => {
  await provider.signIn(world.visitor(), freshPerson())
  await world.db.batch([
    sql`INSERT INTO user_identities (user_id, issuer, subject, label, created_at)
        VALUES (${member.user.uid}, ${provider.issuer}, 'member', 'a label', ${world.now.toISOString()})`,
  ])
  expect((await owner.get(PATH)).json.items).toMatchObject([{ accounts: 2, only_here: 1 }])
  const { text } = await member.get('/settings?tab=security')
  expect(text).toContain(`data-api="DELETE /api/settings/providers/${provider.key}"`)
})

test('the client secrets of providers are encrypted again with a new site secret', async ({
  world,
  provider,
  visitor: browser,
}) => {
  const [old] = secretsOf(world.env)
  await reencrypt(world.db, ['a newer secret of the site', old])
  forgetProviders()
  expect(await locationOf(browser.get(`/auth/${provider.key}`))).toBe(
    '/login?problem=provider_failed',
  )
  Object.assign(world.env, { JOULE_SECRET_20990101: 'a newer secret of the site' })
  onTestFinished(() => void Reflect.deleteProperty(world.env, 'JOULE_SECRET_20990101'))
  expect((await provider.signIn(browser, freshPerson())).status).toBe(303)
})
