import { sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { onTestFinished, vi } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { encrypt } from '#kernel/crypto/encryption.ts'
import { test as base } from '#test/test.ts'
import { type Client, freshEmail, type TestResponse, type World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'

/** A person at the fake provider. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  preferred_username?: string
  auth_time?: number
}

const CLIENT_ID = 'joule'
export const CLIENT_SECRET = 'a client secret of at least 32 bytes'
const realFetch = globalThis.fetch
/** The providers of the running test, by issuer. */
const open = new Map<string, (url: URL, init: RequestInit | undefined) => Promise<Response>>()
const keys = await generateKeyPair('RS256')

export const freshPerson = (): Person => ({
  sub: crypto.randomUUID(),
  email: freshEmail(),
  email_verified: true,
})

/**
 * An OpenID Connect provider behind `fetch`, and its row in the database.
 * test/browser/sign-in.test.ts signs in with the provider of another project.
 */
export class FakeProvider {
  readonly key: string
  readonly issuer: string
  readonly #world: World
  /** Changes the claims of the next ID tokens. */
  tamper: (claims: JWTPayload) => JWTPayload = (claims) => claims
  /** Replaces the next ID tokens. */
  forge: (token: string, claims: JWTPayload) => string | Promise<string> = (token) => token
  readonly #codes = new Map<string, { person: Person; nonce: string; challenge: string }>()

  private constructor(world: World, key: string) {
    this.#world = world
    this.key = key
    this.issuer = `https://${key}.example`
  }

  static async add(world: World, facts: { signUp?: boolean } = {}): Promise<FakeProvider> {
    const provider = new FakeProvider(world, `p${crypto.randomUUID().slice(0, 8)}`)
    const { keyId, text } = await encrypt(secretsOf(world.env), CLIENT_SECRET, 'client-secret')
    await world.db.batch([
      sql`INSERT INTO identity_providers (key, type, name, issuer, client_id, client_secret, key_id, sign_up, created_at)
          VALUES (${provider.key}, 'oidc', 'Example', ${provider.issuer}, ${CLIENT_ID}, ${text}, ${keyId},
            ${facts.signUp === false ? 0 : 1}, ${world.now.toISOString()})`,
    ])
    forgetProviders()
    onTestFinished(() => provider.remove())
    provider.#respondToFetch()
    return provider
  }

  async remove(): Promise<void> {
    await this.#world.db.batch([sql`DELETE FROM identity_providers WHERE key = ${this.key}`])
    forgetProviders()
  }

  /** Opens the link, lets the person agree at the provider, and returns the callback path. */
  async agree(browser: Client, person: Person, query = ''): Promise<string> {
    const started = await browser.get(`/auth/${this.key}${query}`)
    const path = this.callbackOf(started, person)
    if (path === null)
      throw new Error(
        `not sent to the provider: ${started.status} ${started.headers.get('location')}`,
      )
    return path
  }

  /**
   * The callback path of a person who agrees; null if the site did not send the browser to the
   * provider.
   */
  callbackOf({ headers }: TestResponse, person: Person): string | null {
    const url = new URL(headers.get('location') ?? '', 'http://joule.test')
    if (url.origin !== this.issuer) return null
    const code = crypto.randomUUID()
    const [nonce, challenge] = [
      url.searchParams.get('nonce') ?? '',
      url.searchParams.get('code_challenge') ?? '',
    ]
    // OpenID Connect requires `auth_time` if `max_age` was sent.
    const auth_time = url.searchParams.has('max_age')
      ? Math.floor(this.#world.now.getTime() / 1000)
      : undefined
    const proven = auth_time === undefined ? person : { auth_time, ...person }
    this.#codes.set(code, { person: proven, nonce, challenge })
    const response = new URLSearchParams({
      code,
      state: url.searchParams.get('state') ?? '',
      iss: this.issuer,
    })
    return `/auth/${this.key}/callback?${response}`
  }

  async signIn(browser: Client, person: Person, query = ''): Promise<TestResponse> {
    return browser.get(await this.agree(browser, person, query))
  }

  #respondToFetch(): void {
    open.set(this.issuer, (url, init) => this.#respond(url, init))
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : String(input))
      return open.get(url.origin)?.(url, init) ?? realFetch(input, init)
    })
    onTestFinished(() => {
      open.delete(this.issuer)
      vi.unstubAllGlobals()
    })
  }

  async #respond(url: URL, init: RequestInit | undefined): Promise<Response> {
    const { issuer } = this
    if (url.pathname === '/.well-known/openid-configuration')
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        authorization_response_iss_parameter_supported: true,
      })
    if (url.pathname === '/jwks')
      return Response.json({
        keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    if (url.pathname !== '/token') return new Response(null, { status: 404 })
    const sent = new URLSearchParams(String(init?.body))
    const granted = this.#codes.get(sent.get('code') ?? '')
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(sent.get('code_verifier') ?? ''),
    )
    const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    const isProven =
      challenge.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_') === granted?.challenge
    if (!granted || !isProven) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    // The site compares the time of issue with its own clock, and the expiry with the clock of the
    // machine.
    const iat = Math.floor(this.#world.now.getTime() / 1000)
    const exp = Math.floor(Math.max(Date.now(), this.#world.now.getTime()) / 1000) + 300
    const claims = this.tamper({
      iss: issuer,
      aud: CLIENT_ID,
      iat,
      exp,
      nonce: granted.nonce,
      ...granted.person,
    })
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(keys.privateKey)
    const id_token = await this.forge(token, claims)
    return Response.json({ access_token: 'a token', token_type: 'Bearer', id_token })
  }

  /** The user who has connected this person. */
  async userOf({ sub }: Person): Promise<number | null> {
    const row = await this.#world.db.first(sql<{ user_id: number }>`
      SELECT user_id FROM user_identities WHERE issuer = ${this.issuer} AND subject = ${sub}`)
    return row?.user_id ?? null
  }
}

export const test = base.extend('provider', ({ world }) => FakeProvider.add(world))

/** Connects a person to the account of the member, by the link in the settings. */
export async function connect(
  provider: FakeProvider,
  member: Client,
  person: Person,
): Promise<TestResponse> {
  return provider.signIn(member, person, `?connect=${await ticketOf(provider, member)}`)
}

/** The part of the link in the settings that belongs to the session. */
export async function ticketOf(provider: FakeProvider, member: Client): Promise<string> {
  const page = await member.get('/settings?tab=security')
  return new RegExp(`/auth/${provider.key}\\?connect=([^"]+)"`).exec(page.text)?.[1] ?? ''
}
