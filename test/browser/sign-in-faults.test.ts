import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, site, theOwner } from './support/browser.ts'

// oauth2-mock-server answers as it is told to. Every fault must end at the login page, without a session. Wrong claims and repeated
// callbacks are in test/features/accounts/providers.

const KEY = 'mock'
const provider = new OAuth2Server()
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256')
  await provider.start(0, '127.0.0.1')
  const client = { client_id: 'joule', client_secret: 'a secret', sign_up: true }
  const body = { type: 'oidc', name: KEY, issuer: provider.issuer.url, ...client }
  await call(await theOwner(), 'PUT', `/api/admin/identity-providers/${KEY}`, body)
})

afterAll(async () => {
  await call(await theOwner(), 'DELETE', `/api/admin/identity-providers/${KEY}`)
  await provider.stop()
})

/** A browser without scripts: keeps cookies and follows nothing. */
class Visitor {
  cookies = new Map<string, string>()

  async get(url: string): Promise<string> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(new URL(url, site), { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response.headers.get('location') ?? `${response.status}`
  }

  /** Starts at the site, agrees at the provider, and returns the callback URL. */
  async agree(): Promise<string> {
    return this.get(await this.get(`/auth/${KEY}?next=/studio`))
  }

  get isSignedIn(): boolean {
    return this.cookies.has('joule_at')
  }
}

/** The claims of the next ID token. The access token is signed first, with a scope. */
function nextIdToken(claims: Record<string, unknown> = {}): void {
  const person = { sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com`, email_verified: true }
  provider.service.once('beforeTokenSigning', () => {
    provider.service.once('beforeTokenSigning', (token: MutableToken) => {
      Object.assign(token.payload, person, claims)
    })
  })
}

test('without a fault, the sign-in succeeds', async () => {
  const visitor = new Visitor()
  nextIdToken()
  expect(await visitor.get(await visitor.agree())).toBe('/studio')
  expect(visitor.isSignedIn).toBe(true)
})

test('an ID token that is not valid yet is refused', async () => {
  const visitor = new Visitor()
  nextIdToken({ nbf: Math.floor(Date.now() / 1000) + 3600 })
  expect(await visitor.get(await visitor.agree())).toBe('/login?problem=provider_failed')
  expect(visitor.isSignedIn).toBe(false)
})

type Part = Record<string, unknown>
const encode = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Part => JSON.parse(Buffer.from(part, 'base64url').toString())

const FORGERIES: Record<string, (head: Part, body: Part, signature: string) => string> = {
  'signed by another key': (head, body) => {
    const signed = `${encode(head)}.${encode(body)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), foreignKey.privateKey).toString('base64url')}`
  },
  'signed with the client secret': (head, body) => {
    const signed = `${encode({ ...head, alg: 'HS256' })}.${encode(body)}`
    return `${signed}.${createHmac('sha256', 'a secret').update(signed).digest('base64url')}`
  },
  'changed after it was signed': (head, body, signature) =>
    `${encode(head)}.${encode({ ...body, sub: 'x' })}.${signature}`,
  'without a signature': (_, body) => `${encode({ alg: 'none' })}.${encode(body)}.`,
}

test.each(Object.entries(FORGERIES))('an ID token is refused: %s', async (_, forge) => {
  const visitor = new Visitor()
  nextIdToken()
  const callback = await visitor.agree()
  provider.service.once('beforeResponse', (response: { body: { id_token: string } }) => {
    const [head, body, signature = ''] = response.body.id_token.split('.')
    response.body.id_token = forge(decode(head), decode(body), signature)
  })
  expect(await visitor.get(callback)).toBe('/login?problem=provider_failed')
  expect(visitor.isSignedIn).toBe(false)
})

test('a code of one sign-in does not fit another', async () => {
  const [victim, attacker] = [new Visitor(), new Visitor()]
  const [own, foreign] = [new URL(await victim.agree()), new URL(await attacker.agree())]
  own.searchParams.set('code', foreign.searchParams.get('code') ?? '')
  nextIdToken()
  expect(await victim.get(own.href)).toBe('/login?problem=provider_failed')
  expect(victim.isSignedIn).toBe(false)
})

test('a callback with another state is refused', async () => {
  const visitor = new Visitor()
  const callback = new URL(await visitor.agree())
  for (const state of ['another', '']) {
    callback.searchParams.set('state', state)
    expect(await visitor.get(callback.href)).toBe('/login?problem=expired')
  }
  expect(visitor.isSignedIn).toBe(false)
})

test('a person who cancels comes back to the login page', async () => {
  const visitor = new Visitor()
  const callback = new URL(await visitor.agree())
  callback.searchParams.delete('code')
  callback.searchParams.set('error', 'access_denied')
  expect(await visitor.get(callback.href)).toBe('/login?problem=denied')
})

test('a provider that fails is explained', async () => {
  const visitor = new Visitor()
  const callback = await visitor.agree()
  provider.service.once('beforeResponse', (response: { body: unknown; statusCode: number }) => {
    Object.assign(response, { body: { error: 'server_error' }, statusCode: 500 })
  })
  expect(await visitor.get(callback)).toBe('/login?problem=provider_failed')
})
