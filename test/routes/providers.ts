import { sql } from 'drizzle-orm'
import { GITHUB } from '#features/accounts/providers/identities.ts'
import { sealNameless } from '#features/accounts/providers/pending.ts'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { encrypt } from '#kernel/crypto/encryption.ts'
import { PASSWORD } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { line, type People, type RouteLine } from './route-line.ts'

const KEY = 'github'
const INPUT = {
  type: 'github',
  name: 'GitHub',
  client_id: 'an id',
  client_secret: 'a secret',
  sign_up: true,
}

/** A provider without a discovery document, so that no request leaves the test. */
async function provider({ world }: Pick<People, 'world'>): Promise<string> {
  const secret = new Uint8Array(new TextEncoder().encode(INPUT.client_secret))
  const { keyId, text } = await encrypt(secretsOf(world.env), secret, 'client-secret')
  await world.db.batch([
    sql`INSERT INTO identity_providers (key, type, name, issuer, client_id, client_secret, key_id, sign_up, created_at)
        VALUES (${KEY}, 'github', 'GitHub', ${GITHUB}, 'an id', ${text}, ${keyId}, 1, ${world.now.toISOString()})
        ON CONFLICT DO NOTHING`,
  ])
  forgetProviders()
  return KEY
}

async function connected(people: People): Promise<string> {
  await provider(people)
  await people.world.db.batch([
    sql`INSERT INTO user_identities (user_id, issuer, subject, label, created_at)
        VALUES (${people.member.uid}, ${GITHUB}, ${crypto.randomUUID()}, 'octocat', ${people.world.now.toISOString()})`,
  ])
  return KEY
}

/** A browser that comes back from a provider without an address. */
async function nameless({ world, visitor }: People) {
  await provider({ world })
  const person = { issuer: GITHUB, subject: crypto.randomUUID(), username: null, label: 'octocat' }
  const purpose = { key: KEY, next: '/', invitation: null }
  visitor.cookies.set(
    'joule_auth',
    await sealNameless(secretsOf(world.env), { ...purpose, ...person }, world.now),
  )
  return { path: `/auth/${KEY}/email`, form: { email: `${crypto.randomUUID()}@example.com` } }
}

/**
 * Login providers. test/features/accounts/providers measures a whole sign-in, which takes two
 * requests.
 */
export const PROVIDER_ROUTES: Record<string, RouteLine> = {
  'GET /api/auth/providers': line('public', 1),
  'GET /api/settings/providers': line('signedIn', 2),
  'DELETE /api/settings/providers/:key': line(
    'member',
    4,
    { status: 204, rows: 40, written: 14 },
    connected,
  ),
  'GET /auth/:key': line(
    'public',
    1,
    { status: 302 },
    async (people) => `/auth/${await provider(people)}?next=/posts`,
  ),
  'GET /auth/:key/callback': line(
    'public',
    1,
    { status: 302 },
    async (people) => `/auth/${await provider(people)}/callback?code=a-code&state=a-state`,
  ),
  'GET /auth/:key/email': line('public', 1, { status: 302 }, provider),
  'POST /auth/:key/email': line('anyone', 4, { status: 303, rows: 54, written: 28 }, nameless),
  'GET /confirm': line('signedIn', 2),
  'POST /confirm': line('member', 3, { status: 303, written: 1, as: 'member' }, () => ({
    path: '/confirm?next=/settings',
    form: { password: PASSWORD },
  })),
  'GET /admin/sign-in': line('owner', 2),
  'GET /api/admin/identity-providers': line('owner', 2),
  'PUT /api/admin/identity-providers/:key': line('owner', 4, { written: 10 }, () => ({
    path: `/api/admin/identity-providers/${KEY}`,
    json: INPUT,
  })),
  'DELETE /api/admin/identity-providers/:key': line(
    'owner',
    4,
    { status: 204, written: 10 },
    provider,
  ),
}
