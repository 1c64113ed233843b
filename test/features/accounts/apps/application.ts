import { sql } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { onTestFinished } from 'vitest'
import type * as z from 'zod'
import type { Statement } from '#db/client.ts'
import type { KeyRow } from '#db/schema/accounts.ts'
import type { NewAppShape } from '#features/accounts/apps/apps.ts'
import { test as base } from '#test/test.ts'
import type { Client, TestResponse, World } from '#test/world.ts'

export const REDIRECT_URI = 'https://wiki.example/callback'
const SITE = 'http://joule.test'

interface Asked {
  scope?: string
  /** Further parameters of the request. */
  more?: Record<string, string>
}

/** An application that uses `openid-client`. Its requests go to the site of the test. */
export class Application {
  readonly app: z.infer<typeof NewAppShape>
  readonly config: oidc.Configuration

  private constructor(app: z.infer<typeof NewAppShape>, config: oidc.Configuration) {
    this.app = app
    this.config = config
  }

  static async register(
    world: World,
    facts: { confidential?: boolean; post?: boolean } = {},
  ): Promise<Application> {
    const { confidential = true, post = false } = facts
    const owner = await world.member({ role: 'owner' })
    if (usualKey) await world.db.batch([usualKey])
    const input = { name: 'The wiki', redirect_uris: [REDIRECT_URI], confidential }
    const { json, status, text } = await owner.post('/api/admin/apps', input)
    if (status !== 201) throw new Error(text)
    usualKey ??= await keyOf(world)
    onTestFinished(
      async () => void (await world.db.batch([sql`DELETE FROM oauth_apps WHERE id = ${json.id}`])),
    )
    const secret: string = json.client_secret ?? ''
    const method = confidential
      ? (post ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(secret)
      : oidc.None()
    const server = world.visitor()
    const config = await oidc.discovery(new URL(SITE), json.client_id, undefined, method, {
      execute: [oidc.allowInsecureRequests],
      [oidc.customFetch]: async (url, { method: verb, headers, body }) => {
        const sent = {
          headers: headers as Record<string, string>,
          withoutCsrf: true,
          ...(body && { body: String(body) }),
        }
        const response = await server.send(verb, url.slice(SITE.length), sent)
        return new Response(response.text === '' ? null : response.text, response)
      },
    })
    return new Application(json, config)
  }

  /** The request of a login: its path at the site, and the values that the application keeps. */
  async request({ scope = 'openid profile email', more = {} }: Asked = {}) {
    const [verifier, state, nonce] = [
      oidc.randomPKCECodeVerifier(),
      oidc.randomState(),
      oidc.randomNonce(),
    ]
    const code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
    const pkce = { code_challenge, code_challenge_method: 'S256' }
    const parameters = { redirect_uri: REDIRECT_URI, scope, state, nonce, ...pkce }
    const { pathname, search } = oidc.buildAuthorizationUrl(this.config, { ...parameters, ...more })
    return { path: pathname + search, verifier, state, nonce }
  }

  /**
   * Opens the request as this member and allows it. The address that the browser returns to, with
   * the kept values.
   */
  async allowed(member: Client, asked: Asked = {}) {
    const request = await this.request(asked)
    return { ...request, url: returnedTo(await decide(member, request.path)) }
  }

  exchange({
    url,
    verifier,
    state,
    nonce,
  }: {
    url: URL
    verifier: string
    state: string
    nonce: string
  }) {
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    }
    return oidc.authorizationCodeGrant(this.config, url, checks)
  }

  /** A whole login. */
  async login(member: Client, asked: Asked = {}) {
    return this.exchange(await this.allowed(member, asked))
  }
}

export const test = base.extend('app', ({ world }) => Application.register(world))

/**
 * Stores the signing key of the first site that had one: generating an RSA key takes longer than a
 * login.
 */
let usualKey: Statement | undefined

async function keyOf(world: World): Promise<Statement | undefined> {
  const key = await world.db.first(sql<KeyRow>`SELECT * FROM oauth_keys`)
  if (!key) return
  return sql`
    INSERT INTO oauth_keys (kid, public_key, private_key, key_id, created_at)
    SELECT ${key.kid}, ${key.public_key}, ${key.private_key}, ${key.key_id}, ${key.created_at}
    WHERE NOT EXISTS (SELECT 1 FROM oauth_keys)`
}

export function decide(
  member: Client,
  path: string,
  decision: 'allow' | 'deny' = 'allow',
): Promise<TestResponse> {
  const request = path.slice(path.indexOf('?') + 1)
  return member.submit('/oauth/consent', { request, decision })
}

/** The address of the application that a response leads to. */
export function returnedTo({ status, headers, text }: TestResponse, start = REDIRECT_URI): URL {
  const target = headers.get('location') ?? headers.get('refresh')?.replace('0;url=', '')
  if (!target?.startsWith(start)) throw new Error(`${status} ${target} ${text.slice(0, 500)}`)
  return new URL(target)
}
