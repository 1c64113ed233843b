import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { ASSISTANTS_MAX } from '#features/accounts/apps/documents.ts'
import { APP_TOKEN_LIFETIME } from '#features/accounts/apps/tokens.ts'
import { usernameLook } from '#features/accounts/profiles/usernames.ts'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { HOUR, MINUTE } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { sha256 } from '#kernel/crypto/secrets.ts'
import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'
import { mailTo, NEW_PASSWORD, notMeByMail, resetByMail } from '#test/mailbox.ts'
import { test as base, expect, locationOf } from '#test/test.ts'
import {
  type Client,
  type Member,
  PASSWORD,
  plainForm,
  type TestResponse,
  type World,
} from '#test/world.ts'
import { Application, test as appTest, decide, returnedTo as returnOf } from './application.ts'

const RESOURCE = 'http://joule.test/mcp'
const CLIENT = 'https://claude.example/client.json'
const CALLBACK = 'https://claude.example/callback'
const VERIFIER = 'a verifier that is long enough for the standard'
const DOCUMENT = {
  client_id: CLIENT,
  client_name: 'Claude',
  redirect_uris: [CALLBACK, 'http://127.0.0.1/callback'],
}

/** The servers outside of the site: what they serve, and how often the site asked. */
class Outside {
  pages = new Map<string, () => Response>([[CLIENT, () => Response.json(DOCUMENT)]])
  asked: string[] = []
  fetch = async (url: RequestInfo | URL) => {
    this.asked.push(String(url))
    return this.pages.get(String(url))?.() ?? new Response(null, { status: 404 })
  }
}

/** The site caches documents by their address, so each test has a document of its own. */
const test = base
  .extend('outside', { auto: true }, ({ world }) => {
    const outside = new Outside()
    world.env = { ...world.env, OUTSIDE: outside as unknown as Fetcher }
    return outside
  })
  .extend('member', ({ world }) => world.member({ isVerified: true, level: 2 }))
  .extend('client', ({ outside }) => {
    const address = `https://claude.example/${crypto.randomUUID()}.json`
    outside.pages.set(address, () => Response.json({ ...DOCUMENT, client_id: address }))
    return address
  })

async function requestOf(client: string, more: Record<string, string> = {}): Promise<string> {
  const asked = {
    response_type: 'code',
    client_id: client,
    redirect_uri: CALLBACK,
    resource: RESOURCE,
    scope: 'posts:read posts:write',
    state: 'state',
    code_challenge: toBase64Url(await sha256(VERIFIER)),
    code_challenge_method: 'S256',
    ...more,
  }
  return `/oauth/authorize?${new URLSearchParams(asked)}`
}

const returnedTo = (response: TestResponse) => returnOf(response, 'http')

const tokenRequest = (world: World, fields: Record<string, string>) =>
  world.visitor().send('POST', '/oauth/token', { ...plainForm(fields), withoutCsrf: true })

async function exchange(world: World, client: string, url: URL, more: Record<string, string> = {}) {
  const code = url.searchParams.get('code') ?? ''
  const fields = {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    code_verifier: VERIFIER,
  }
  return tokenRequest(world, { ...fields, redirect_uri: CALLBACK, resource: RESOURCE, ...more })
}

async function connect(member: Client, client: string, more: Record<string, string> = {}) {
  const url = returnedTo(await decide(member, await requestOf(client, more)))
  return (await exchange(member.world, client, url, more)).json as {
    access_token: string
    refresh_token: string
  }
}

function call(world: World, token: string, name: string, input: object = {}) {
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  return world
    .visitor()
    .post('/mcp', json, { headers: { authorization: `Bearer ${token}` }, withoutCsrf: true })
}

const reads = async (world: World, token: string) =>
  (await call(world, token, 'my_drafts')).status === 200

test('an assistant finds the authorization server from a refused call', async ({ world }) => {
  const { headers } = await call(world, 'wrong', 'inbox')
  const metadata = /resource_metadata="http:\/\/joule\.test([^"]*)"/.exec(
    headers.get('www-authenticate') ?? '',
  )?.[1]
  const resource = (await world.visitor().get(metadata ?? '')).json
  expect(resource).toMatchObject({
    resource: RESOURCE,
    authorization_servers: ['http://joule.test'],
  })
  const server = (await world.visitor().get('/.well-known/oauth-authorization-server')).json
  expect(server).toMatchObject({
    issuer: 'http://joule.test',
    client_id_metadata_document_supported: true,
  })
})

test('the page that asks the member names the assistant and its host, and leads back to it', async ({
  member,
  client,
}) => {
  const path = await requestOf(client)
  const page = await member.get(path)
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining('<strong>claude.example</strong>'),
  ])
  expect(page.text).toContain('<title>Connect Claude')
  const url = returnedTo(await decide(member, path))
  expect([url.origin, url.searchParams.get('iss')]).toEqual([
    'https://claude.example',
    'http://joule.test',
  ])
})

test('an assistant that a member allowed gets tokens without an identity and writes a draft', async ({
  world,
  member,
  client,
}) => {
  const url = returnedTo(await decide(member, await requestOf(client)))
  const { json } = await exchange(world, client, url)
  expect(json).toMatchObject({ scope: 'posts:read posts:write', refresh_token: expect.any(String) })
  expect(json.id_token).toBeUndefined()
  const draft = await call(world, json.access_token, 'save_draft', { title: 'By an assistant' })
  expect(draft.json.result.structuredContent).toMatchObject({ status: 'draft' })
})

test('a notice and a mail tell the member that an assistant is connected', async ({
  world,
  member,
  client,
}) => {
  await connect(member, client)
  const notices = (await member.get('/api/messages')).json.items
  expect(notices[0].data).toEqual({ event: 'assistant_connected', name: 'Claude (claude.example)' })
  expect((await mailTo(world, member.user.email))[0]?.letter).toContain('/not-me?token=')
})

test('the token of an assistant is accepted at /mcp only', async ({ world, member, client }) => {
  const { access_token } = await connect(member, client)
  const headers = { authorization: `Bearer ${access_token}` }
  expect(await reads(world, access_token)).toBe(true)
  for (const path of [
    'oauth/userinfo',
    'api/studio/posts',
    'api/messages',
    'api/settings/tokens',
    'api/posts/1',
  ])
    expect([path, (await world.visitor().get(`/${path}`, { headers })).status]).toEqual([path, 401])
})

test('the token of an assistant lives for an hour, and a refresh does not extend its permissions', async ({
  world,
  member,
  client,
}) => {
  const { access_token, refresh_token } = await connect(member, client, { scope: 'posts:read' })
  world.wait(APP_TOKEN_LIFETIME)
  expect(await reads(world, access_token)).toBe(false)
  const { json } = await tokenRequest(world, {
    grant_type: 'refresh_token',
    client_id: client,
    refresh_token,
  })
  expect(await reads(world, json.access_token)).toBe(true)
  const wider = {
    grant_type: 'refresh_token',
    client_id: client,
    refresh_token: json.refresh_token,
  }
  expect((await tokenRequest(world, { ...wider, scope: 'posts:write' })).json.error).toBe(
    'invalid_scope',
  )
})

test.for([
  ['the scopes of a login', { scope: 'openid email' }, 'invalid_scope'],
  ['a silent request', { prompt: 'none' }, 'consent_required'],
] as const)(
  'an authorization request with %s is refused',
  async ([, more, error], { member, client }) => {
    expect(
      returnedTo(await member.get(await requestOf(client, more))).searchParams.get('error'),
    ).toBe(error)
  },
)

test.for([
  ['without a resource', { resource: '' }],
  ['for a login', { resource: '', scope: 'openid profile email' }],
  ['for a login that was allowed before', { resource: '', scope: 'openid', prompt: 'none' }],
  ['for another resource', { resource: 'https://elsewhere.example/mcp' }],
  ['for a resource with a fragment', { resource: `${RESOURCE}#x` }],
  ['for a login to a program', { resource: '', redirect_uri: 'http://127.0.0.1:49152/callback' }],
] as const)(
  'the request of a client with a document %s gets an error page and no redirect',
  async ([, more], { world, member, client }) => {
    await connect(member, client)
    await world.db.batch([
      sql`UPDATE oauth_consents SET scopes = 'openid profile email posts:read'
          WHERE user_id = ${member.user.uid}`,
    ])
    const path = await requestOf(client, more)
    for (const response of [await member.get(path), await decide(member, path)]) {
      const { status, headers, text } = response
      expect([status, headers.get('location'), headers.get('refresh')]).toEqual([400, null, null])
      expect(text).toContain('<strong>claude.example</strong>')
      expect(text).toContain('<code>invalid_target</code>')
    }
  },
)

appTest(
  'an application of the owner that names another resource gets invalid_target',
  async ({ app, member }) => {
    const { path } = await app.request({ more: { resource: 'https://elsewhere.example/mcp' } })
    expect(returnedTo(await member.get(path)).searchParams.get('error')).toBe('invalid_target')
  },
)

test('the resource of an authorization request may have its host in upper case', async ({
  world,
  member,
  client,
}) => {
  const { access_token } = await connect(member, client, { resource: 'HTTP://JOULE.TEST/mcp' })
  expect(await reads(world, access_token)).toBe(true)
})

test('a token request with another resource is refused', async ({ world, member, client }) => {
  const url = returnedTo(await decide(member, await requestOf(client)))
  const { json } = await exchange(world, client, url, { resource: 'https://elsewhere.example/mcp' })
  expect(json.error).toBe('invalid_target')
})

appTest(
  'the token of a login does not open /mcp, and an application of the owner can ask for it',
  async ({ world }) => {
    const [member, app] = [
      await world.member(),
      await Application.register(world, { confidential: false }),
    ]
    const login = await app.login(member)
    expect((await call(world, login.access_token, 'inbox')).status).toBe(401)
    const redirect_uri = 'https://wiki.example/callback'
    const { access_token } = await connect(member, app.app.client_id, { redirect_uri })
    expect(await reads(world, access_token)).toBe(true)
  },
)

test.for<[string, (client: string) => Response]>([
  ['names another client', () => Response.json(DOCUMENT)],
  ['is no JSON', () => new Response('<html>')],
  ['is missing', () => new Response(null, { status: 404 })],
  ['redirects', () => new Response(null, { status: 302, headers: { location: CLIENT } })],
  ['is too long', (id) => Response.json({ ...DOCUMENT, client_id: id, more: 'a'.repeat(70_000) })],
  ['has no name', (id) => Response.json({ ...DOCUMENT, client_id: id, client_name: '' })],
  [
    'has another address to return to',
    (id) => Response.json({ ...DOCUMENT, client_id: id, redirect_uris: [] }),
  ],
  [
    'needs a secret',
    (id) =>
      Response.json({ ...DOCUMENT, client_id: id, token_endpoint_auth_method: 'private_key_jwt' }),
  ],
])(
  'a client document that %s is refused with an error page',
  async ([, serve], { outside, member }) => {
    const client = `https://claude.example/${crypto.randomUUID()}.json`
    outside.pages.set(client, () => serve(client))
    const { status, headers } = await member.get(await requestOf(client))
    expect([status, headers.get('location'), headers.get('refresh')]).toEqual([400, null, null])
  },
)

test.for([
  'https://10.0.0.1/client.json',
  'https://claude.example/',
  'https://joule.test/mcp',
  'https://a.example:81/c',
  'ftp://a.example/c',
])('the site does not load a client document at %s', async (client, { outside, member }) => {
  expect((await member.get(await requestOf(client))).status).toBe(400)
  expect(outside.asked).toEqual([])
})

test('the site loads the document of an assistant for members only, and at most once an hour', async ({
  world,
  outside,
  member,
  client,
}) => {
  const path = await requestOf(client)
  expect((await world.visitor().get(path)).headers.get('location')).toMatch(/^\/login\?next=/)
  expect(outside.asked).toEqual([])
  await connect(member, client)
  await member.get(path)
  expect(outside.asked).toEqual([client])
  world.wait(HOUR)
  outside.pages.delete(client)
  expect((await member.get(path)).status).toBe(400)
})

test("a known assistant gets a code at once, but a program on the user's machine must be allowed again", async ({
  member,
  client,
}) => {
  await connect(member, client)
  expect(returnedTo(await member.get(await requestOf(client))).searchParams.has('code')).toBe(true)
  const local = await requestOf(client, { redirect_uri: 'http://127.0.0.1:49152/callback' })
  const page = await member.get(local)
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringContaining('a program on your computer'),
  ])
  expect(returnedTo(await decide(member, local)).host).toBe('127.0.0.1:49152')
  const other = await requestOf(client, { redirect_uri: 'http://127.0.0.1:49152/other' })
  expect((await member.get(other)).status).toBe(400)
})

test('a member lists and disconnects an assistant, and the disconnection of its last member deletes the assistant', async ({
  world,
  member,
  client,
}) => {
  const { access_token } = await connect(member, client)
  const { items } = (await member.get('/api/settings/apps')).json
  expect(items).toMatchObject([
    { name: 'Claude', host: 'claude.example', scopes: ['posts:read', 'posts:write'] },
  ])
  expect((await member.get('/settings?tab=tokens')).text).toContain('Claude (claude.example)')
  expect((await member.delete(`/api/settings/apps/${items[0].id}`)).status).toBe(204)
  expect(await reads(world, access_token)).toBe(false)
  expect(await world.db.all(sql`SELECT 1 FROM oauth_apps WHERE client_id = ${client}`)).toEqual([])
})

test('assistants do not count as applications of the owner, and a member connects a limited number of them', async ({
  world,
  outside,
  owner,
  member,
  client,
}) => {
  await connect(member, client)
  expect((await owner.get('/api/admin/apps')).json.items).toEqual([])
  const at = world.now.toISOString()
  const clients = Array.from(
    { length: ASSISTANTS_MAX - 1 },
    () => `https://claude.example/${crypto.randomUUID()}`,
  )
  await world.db.batch(
    clients.flatMap((id) => [
      sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, created_at, fetched_at)
          VALUES (${id}, 'x', '[]', ${at}, ${at})`,
      sql`INSERT INTO oauth_consents (user_id, app_id, scopes, created_at)
          SELECT ${member.user.uid}, id, 'posts:read', ${at} FROM oauth_apps WHERE client_id = ${id}`,
    ]),
  )
  const more = `https://claude.example/${crypto.randomUUID()}.json`
  outside.pages.set(more, () => Response.json({ ...DOCUMENT, client_id: more }))
  expect((await decide(member, await requestOf(more))).status).toBe(409)
  expect(await world.db.all(sql`SELECT 1 FROM oauth_apps WHERE client_id = ${more}`)).toEqual([])
})

test('while assistants are switched off, neither their endpoints nor their tokens work', async ({
  world,
  outside,
  owner,
  member,
  client,
}) => {
  const { access_token } = await connect(member, client)
  await owner.put('/api/admin/site-settings', { key: 'assistants.enabled', value: false })
  const asked = outside.asked.length
  expect((await member.get(await requestOf(client))).status).toBe(400)
  expect((await call(world, access_token, 'inbox')).status).toBe(404)
  expect((await world.visitor().get('/.well-known/oauth-protected-resource/mcp')).status).toBe(404)
  expect((await member.get('/settings?tab=tokens')).text).not.toContain('assistant-address')
  expect(outside.asked).toHaveLength(asked)
  await owner.put('/api/admin/site-settings', { key: 'assistants.enabled', value: true })
})

appTest(
  'a public application on the machine of the user is allowed again for each login',
  async ({ world, member, owner }) => {
    const redirect_uri = 'http://127.0.0.1:3000/callback'
    const input = { name: 'A program', redirect_uris: [redirect_uri], confidential: false }
    const { client_id, id } = (await owner.post('/api/admin/apps', input)).json
    onTestFinished(
      async () => void (await world.db.batch([sql`DELETE FROM oauth_apps WHERE id = ${id}`])),
    )
    const more = { resource: '', scope: 'openid', redirect_uri }
    const path = await requestOf(client_id, more)
    expect(returnedTo(await decide(member, path)).searchParams.has('code')).toBe(true)
    const page = await member.get(path)
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('a program on your computer'),
    ])
    const silent = await requestOf(client_id, { ...more, prompt: 'none' })
    expect(returnedTo(await member.get(silent)).searchParams.get('error')).toBe('consent_required')
  },
)

test('tokens and codes of assistants end when the owner switches assistants off, and do not work again later', async ({
  world,
  owner,
  member,
  client,
}) => {
  const { access_token, refresh_token } = await connect(member, client)
  const code = returnedTo(await member.get(await requestOf(client)))
  const set = (value: boolean) =>
    owner.put('/api/admin/site-settings', { key: 'assistants.enabled', value })
  const refresh = { grant_type: 'refresh_token', client_id: client, refresh_token }
  await set(false)
  expect((await tokenRequest(world, refresh)).json.error).toBe('invalid_grant')
  expect((await exchange(world, client, code)).json.error).toBe('invalid_grant')
  await set(true)
  expect((await tokenRequest(world, refresh)).json.error).toBe('invalid_grant')
  expect((await exchange(world, client, code)).json.error).toBe('invalid_grant')
  expect((await call(world, access_token, 'inbox')).status).toBe(401)
})

test('no code is issued for an assistant while another isolate still reads the setting as on', async ({
  world,
  member,
  client,
}) => {
  await connect(member, client)
  const set = (value: 0 | 1) =>
    world.db.batch([
      sql`UPDATE site_settings SET value = ${value} WHERE key = 'assistants.enabled'`,
    ])
  await set(0)
  onTestFinished(async () => void (await set(1)))
  const { searchParams } = returnedTo(await member.get(await requestOf(client)))
  expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null])
})

test('the consent for an assistant needs a fresh session', async ({ world, member, client }) => {
  const path = await requestOf(client)
  world.wait(SESSION_FRESH_FOR)
  const confirm = (await locationOf(member.get(path))) ?? ''
  expect(confirm).toBe(`/confirm?next=${encodeURIComponent(path)}`)
  // A page that was opened before cannot allow it either.
  expect(await locationOf(decide(member, path))).toBe(confirm)
  expect(await world.db.all(sql`SELECT 1 FROM oauth_apps WHERE client_id = ${client}`)).toEqual([])
  await member.submit(confirm, { password: PASSWORD })
  expect((await member.get(path)).status).toBe(200)
  const { access_token } = await connect(member, client)
  expect(await reads(world, access_token)).toBe(true)
})

test('a stale session cannot widen what an assistant may do', async ({ world, member, client }) => {
  await connect(member, client, { scope: 'posts:read' })
  world.wait(SESSION_FRESH_FOR)
  const same = await requestOf(client, { scope: 'posts:read' })
  expect(returnedTo(await member.get(same)).searchParams.has('code')).toBe(true)
  expect(await locationOf(decide(member, await requestOf(client)))).toMatch(/^\/confirm\?next=/)
})

appTest(
  'the consent for an application of the owner that asks for posts needs a fresh session',
  async ({ world, member }) => {
    const app = await Application.register(world, { confidential: false })
    const path = await requestOf(app.app.client_id, {
      redirect_uri: 'https://wiki.example/callback',
    })
    world.wait(SESSION_FRESH_FOR)
    expect(await locationOf(decide(member, path))).toMatch(/^\/confirm\?next=/)
  },
)

/** A session of the member that another person uses. */
async function stolenSession(world: World, member: Member): Promise<Client> {
  // A later time, because the sessions of one moment cannot be told apart.
  world.wait(MINUTE)
  return world.visitor().signIn(member.user)
}

const sidOf = async (client: Client) =>
  (await client.get('/api/settings/sessions')).json.items[0].sid

test.for([
  [
    'ends it in the list of devices',
    (own: Client, sid: string) => own.delete(`/api/settings/sessions/${sid}`),
  ],
  [
    'logs out all other devices',
    (own: Client) => own.post('/api/settings/sessions/destroy-others'),
  ],
  [
    'changes the password',
    (own: Client) =>
      own.put('/api/settings/password', {
        current_password: PASSWORD,
        new_password: NEW_PASSWORD,
      }),
  ],
] as const)(
  'what a session connected ends with it when its user %s',
  async ([, end], { world, member, client }) => {
    const thief = await stolenSession(world, member)
    const { access_token, refresh_token } = await connect(thief, client)
    expect(await reads(world, access_token)).toBe(true)
    expect((await end(member, await sidOf(thief))).status).toBeLessThan(300)
    expect(await reads(world, access_token)).toBe(false)
    const refresh = { grant_type: 'refresh_token', client_id: client, refresh_token }
    expect((await tokenRequest(world, refresh)).status).toBe(401)
    // The next request of the assistant is a question again, and sends no code.
    expect((await member.get(await requestOf(client))).status).toBe(200)
  },
)

test('a consent that a session widened ends with this session', async ({
  world,
  member,
  client,
}) => {
  await connect(member, client, { scope: 'posts:read' })
  const thief = await stolenSession(world, member)
  const { access_token } = await connect(thief, client)
  expect((await member.delete(`/api/settings/sessions/${await sidOf(thief)}`)).status).toBe(204)
  expect(await reads(world, access_token)).toBe(false)
  expect((await member.get(await requestOf(client))).status).toBe(200)
})

test('an assistant stays connected when another session ends, and when its own session logs out', async ({
  world,
  member,
  client,
}) => {
  const { access_token } = await connect(member, client)
  const other = await stolenSession(world, member)
  await connect(other, client)
  expect((await member.delete(`/api/settings/sessions/${await sidOf(other)}`)).status).toBe(204)
  expect(await reads(world, access_token)).toBe(true)
  await member.post('/api/auth/logout')
  expect(await reads(world, access_token)).toBe(true)
})

test('“this was not me” undoes a consent that was widened since the event', async ({
  world,
  member,
  client,
}) => {
  await connect(member, client, { scope: 'posts:read' })
  world.wait(MINUTE)
  const { access_token } = await connect(member, client)
  // The newest mail is about the wider consent.
  expect((await notMeByMail(world, member.user.email, 'security')).status).toBe(303)
  expect(await reads(world, access_token)).toBe(false)
  const back = await world.visitor().signIn(member.user)
  expect((await back.get('/api/settings/apps')).json.items).toEqual([])
})

test('a new password by a reset link withdraws the consents for assistants', async ({
  world,
  member,
  client,
}) => {
  const { access_token } = await connect(member, client)
  expect((await resetByMail(world, member.user.email)).status).toBe(204)
  expect(await reads(world, access_token)).toBe(false)
  expect(await consentsOf(world, member)).toEqual([])
})

const consentsOf = ({ db }: World, { user }: Member) =>
  db.all(sql`SELECT 1 FROM oauth_consents WHERE user_id = ${user.uid}`)

/** The heading of the consent page for an assistant with this name. */
async function headingOf(outside: Outside, member: Client, client_name: string) {
  const client = `https://claude.example/${crypto.randomUUID()}.json`
  outside.pages.set(client, () => Response.json({ ...DOCUMENT, client_id: client, client_name }))
  const { status, text } = await member.get(await requestOf(client))
  if (status === 200) expect(text).toContain('<strong>claude.example</strong>')
  return /<h1[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
}

test.for([
  ['Claude Code', 'Claude Code'],
  ['Ｃｌａｕｄｅ', 'Claude'],
  ['Clau\u200bde\u0007\u202e\ue001', 'Claude'],
  ['Claude\n\tDesktop', 'Claude Desktop'],
  ['月之暗面 Kimi', '月之暗面 Kimi'],
] as const)(
  'the consent page shows the client name %j as %j',
  async ([sent, shown], { outside, member }) => {
    expect(await headingOf(outside, member, sent)).toBe(`Connect ${shown}`)
  },
)

test.for([
  'The Lighthouse',
  'the  LIGHTHOUSE',
  'The\u200bLighthouse',
  'Ｔｈｅ Ｌｉｇｈｔｈｏｕｓｅ',
  'The Lіghthоuse',
  'The L1ghth0use',
  'The Lighthouse (official)',
  'Captain Ahab',
  'Captаin_Ahab',
  'Joule',
  'Site admin',
  '本站管理员',
])(
  'the consent page shows the host instead of the client name %j, which imitates the site or its owner',
  async (name, { world, outside, owner, member }) => {
    await world.db.batch([
      sql`UPDATE site_identity SET name = 'The Lighthouse'`,
      sql`UPDATE users SET username = 'Captain_Ahab', username_key = 'captain_ahab',
            username_look = ${usernameLook('Captain_Ahab')} WHERE uid = ${owner.user.uid}`,
    ])
    forgetIdentity()
    onTestFinished(async () => {
      await world.db.batch([
        sql`UPDATE site_identity SET name = NULL`,
        sql`UPDATE users SET username = NULL, username_key = NULL, username_look = NULL
            WHERE uid = ${owner.user.uid}`,
      ])
      forgetIdentity()
    })
    expect(await headingOf(outside, member, name)).toBe('Connect claude.example')
  },
)

test('a client document with an invisible name is refused', async ({ outside, member }) => {
  expect(await headingOf(outside, member, '\u200b\u00ad\ue001')).toBe(
    'Cannot log in to this application',
  )
})

test('an assistant with the name of the site is announced and listed by its host', async ({
  world,
  outside,
  member,
}) => {
  const client = `https://claude.example/${crypto.randomUUID()}.json`
  const document = { ...DOCUMENT, client_id: client, client_name: 'Joule' }
  outside.pages.set(client, () => Response.json(document))
  await connect(member, client)
  const notices = (await member.get('/api/messages')).json.items
  expect(notices[0].data).toEqual({ event: 'assistant_connected', name: 'claude.example' })
  const { items } = (await member.get('/api/settings/apps')).json
  expect(items).toMatchObject([{ name: 'claude.example', host: 'claude.example' }])
  const [mail] = await mailTo(world, member.user.email)
  expect(mail?.letter).toContain('claude.example')
})
