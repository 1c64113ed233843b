import { sql } from 'drizzle-orm'
import { APPS_MAX } from '#features/accounts/apps/apps.ts'
import { firstKey } from '#features/accounts/apps/signing-keys.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { hashOf, newSecret, sha256 } from '#kernel/crypto/secrets.ts'
import { randomId } from '#kernel/ids.ts'
import { secretsOf } from '#web/secrets.ts'
import { line, type People, type RouteLine, type Sending } from './route-line.ts'

const REDIRECT_URI = 'https://wiki.example/callback'
const INPUT = { name: 'The wiki', redirect_uris: [REDIRECT_URI] }
const VERIFIER = 'a verifier that is long enough for the standard'

interface App {
  id: number
  client: { client_id: string; client_secret: string }
}

async function app({ world }: Pick<People, 'world'>): Promise<App> {
  const { token, hash } = await newSecret()
  const client = { client_id: randomId(), client_secret: token }
  const at = world.now.toISOString()
  await world.db.batch(await firstKey(world.db, secretsOf(world.env), world.now))
  // The fault tests add an application for each fault, more than a site may have.
  await world.db.batch([
    sql`DELETE FROM oauth_apps WHERE id <= (SELECT id FROM oauth_apps ORDER BY id DESC LIMIT 1 OFFSET ${APPS_MAX / 2})`,
  ])
  const [row] = await world.db.all(sql<{ id: number }>`
    INSERT INTO oauth_apps (client_id, name, redirect_uris, secret_hash, created_at)
    VALUES (${client.client_id}, ${INPUT.name}, ${JSON.stringify(INPUT.redirect_uris)}, ${hash}, ${at}) RETURNING id`)
  return { id: row?.id ?? 0, client }
}

/** An application that the member has allowed. */
async function allowed(people: People): Promise<App> {
  const { world, member } = people
  const made = await app(people)
  await world.db.batch([
    sql`INSERT INTO oauth_consents (user_id, app_id, scopes, created_at)
        VALUES (${member.uid}, ${made.id}, 'openid profile email offline_access', ${world.now.toISOString()})`,
  ])
  return made
}

const challenge = async () => toBase64Url(await sha256(VERIFIER))

async function query({ client }: App): Promise<string> {
  const pkce = { code_challenge: await challenge(), code_challenge_method: 'S256' }
  const asked = { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid profile email' }
  return String(new URLSearchParams({ ...asked, client_id: client.client_id, ...pkce }))
}

/** A code, an access token and a refresh token of the member. */
async function tokens(people: People) {
  const { world, member } = people
  const made = await allowed(people)
  const [code, access, refresh] = [randomId(), randomId(), randomId()]
  const grant = sql`SELECT id FROM oauth_grants WHERE code_hash = ${await hashOf(code)}`
  const insert = (hash: string, kind: string) => sql`
    INSERT INTO oauth_tokens (token_hash, grant_id, kind, expires_at) SELECT ${hash}, id, ${kind}, '9999' FROM (${grant})`
  await world.db.batch([
    sql`INSERT INTO oauth_grants (app_id, user_id, code_hash, redirect_uri, code_challenge, scopes, auth_time, created_at,
          expires_at)
        VALUES (${made.id}, ${member.uid}, ${await hashOf(code)}, ${REDIRECT_URI}, ${await challenge()},
          'openid profile email offline_access', ${world.now.toISOString()}, ${world.now.toISOString()}, '9999')`,
    insert(await hashOf(access), 'access'),
    insert(await hashOf(refresh), 'refresh'),
  ])
  return { ...made, code, access, refresh }
}

async function withToken(people: People): Promise<Sending> {
  const { access } = await tokens(people)
  return { headers: { authorization: `Bearer ${access}` } }
}

const preflight: RouteLine = { access: 'public', status: 204, trips: 0 }

/** Other applications that log in with accounts of the site. */
export const APP_ROUTES: Record<string, RouteLine> = {
  'OPTIONS /.well-known/openid-configuration': preflight,
  'GET /.well-known/openid-configuration': line('public', 0),
  'POST /mcp': line('public', 1, {}, () => ({
    json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })),
  'GET /mcp': line('public', 0, { status: 405, because: 'the stateless transport has no streams' }),
  'DELETE /mcp': line('public', 0, {
    status: 405,
    because: 'the stateless transport has no sessions',
  }),
  'OPTIONS /.well-known/oauth-authorization-server': preflight,
  'GET /.well-known/oauth-authorization-server': line('public', 0),
  'OPTIONS /.well-known/oauth-protected-resource/mcp': preflight,
  'GET /.well-known/oauth-protected-resource/mcp': line('public', 1),
  'OPTIONS /oauth/jwks': preflight,
  'GET /oauth/jwks': line('public', 1),
  // This request leads to the login page. POST /oauth/consent and test/features/accounts/apps
  // measure how a code is issued.
  'GET /oauth/authorize': line(
    'public',
    1,
    { status: 303 },
    async (people) => `?${await query(await app(people))}`,
  ),
  'POST /oauth/authorize': line('public', 0, { status: 303 }, () => ({
    form: { client_id: 'any' },
  })),
  'POST /oauth/consent': line(
    'anyone',
    3,
    { rows: 44, written: 20, as: 'member' },
    async (people) => ({
      form: { request: await query(await app(people)), decision: 'allow' },
    }),
  ),
  'OPTIONS /oauth/token': preflight,
  'POST /oauth/token': line('public', 4, { written: 12 }, async (people) => {
    const { client, code } = await tokens(people)
    const sent = { code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
    return { form: { grant_type: 'authorization_code', ...client, ...sent } }
  }),
  'OPTIONS /oauth/revoke': preflight,
  'POST /oauth/revoke': line('public', 2, { written: 14 }, async (people) => {
    const { client, refresh } = await tokens(people)
    return { form: { ...client, token: refresh } }
  }),
  'OPTIONS /oauth/userinfo': preflight,
  'GET /oauth/userinfo': line('public', 1, {}, withToken),
  'POST /oauth/userinfo': line('public', 1, {}, withToken),
  'GET /api/settings/apps': line('signedIn', 2),
  'DELETE /api/settings/apps/:id': line(
    'member',
    2,
    { status: 204, written: 16 },
    async (people) => (await tokens(people)).id,
  ),
  'GET /admin/apps': line('owner', 2, { rows: 40 }),
  'GET /api/admin/apps': line('owner', 2),
  'POST /api/admin/apps': line('owner', 4, { status: 201, written: 10 }, async (people) => {
    await app(people)
    return { json: { ...INPUT, confidential: true } }
  }),
  'PUT /api/admin/apps/:id': line('owner', 4, { written: 8 }, async (people) => ({
    path: `/api/admin/apps/${(await app(people)).id}`,
    json: INPUT,
  })),
  'POST /api/admin/apps/:id/secret': line(
    'owner',
    4,
    { written: 8 },
    async (people) => (await app(people)).id,
  ),
  'DELETE /api/admin/apps/:id': line(
    'owner',
    4,
    { status: 204, written: 24 },
    async (people) => (await tokens(people)).id,
  ),
}
