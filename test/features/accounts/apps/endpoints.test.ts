import { sql } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { rotateSigningKeys, signer } from '#features/accounts/apps/signing-keys.ts'
import { reencrypt } from '#features/core/site/reencrypt.ts'
import { DAY } from '#kernel/clock.ts'
import { newestKeyId } from '#kernel/crypto/encryption.ts'
import { useUp } from '#test/limits.ts'
import { expect } from '#test/test.ts'
import type { Client } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { Application, REDIRECT_URI, test } from './application.ts'

const FORM = 'application/x-www-form-urlencoded'
const send = (
  client: Client,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path = '/oauth/token',
) =>
  client.send('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': FORM, ...headers },
    withoutCsrf: true,
  })

test('scripts of any site may call the endpoints, without credentials', async ({ visitor }) => {
  for (const path of [
    '/.well-known/openid-configuration',
    '/oauth/jwks',
    '/oauth/token',
    '/oauth/userinfo',
  ]) {
    const { status, headers } = await visitor.send('OPTIONS', path, { withoutCsrf: true })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-allow-headers')).toContain('Authorization')
  }
  const elsewhere = { origin: 'https://wiki.example', 'sec-fetch-site': 'cross-site' }
  const refused = await send(
    visitor,
    { grant_type: 'authorization_code', client_id: 'unknown' },
    elsewhere,
  )
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
})

test('clients that are unknown, have a wrong secret or name themselves twice are refused', async ({
  world,
  app,
}) => {
  const { client_id, client_secret } = app.app
  const open = (await Application.register(world, { confidential: false })).app
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${btoa(`${id}:${secret}`)}`,
  })
  const grant_type = 'refresh_token'
  const secret = client_secret ?? ''
  const tried = [
    send(world.visitor(), { grant_type }),
    send(world.visitor(), { grant_type, client_id }),
    send(world.visitor(), { grant_type, client_id, client_secret: 'wrong' }),
    send(world.visitor(), { grant_type }, basic(client_id, 'wrong')),
    send(world.visitor(), { grant_type }, { authorization: 'Bearer something' }),
    send(world.visitor(), { grant_type }, { authorization: 'Basic %%%' }),
    send(world.visitor(), { grant_type, client_id: open.client_id, client_secret: 'any' }),
  ]
  for (const { status, headers, json } of await Promise.all(tried)) {
    expect([status, json.error, headers.get('cache-control')]).toEqual([
      401,
      'invalid_client',
      'private, no-store',
    ])
    expect(headers.get('www-authenticate')).toMatch(/^Basic/)
  }
  const twice = await send(
    world.visitor(),
    { grant_type, client_secret: secret },
    basic(client_id, secret),
  )
  expect([twice.status, twice.json.error]).toEqual([400, 'invalid_request'])
})

test('malformed token requests are refused in the format of OAuth', async ({ world, app }) => {
  const client = { client_id: app.app.client_id, client_secret: app.app.client_secret ?? '' }
  const errorOf = async (fields: Record<string, string>, headers = {}) => {
    const { status, json } = await send(world.visitor(), { ...client, ...fields }, headers)
    return [status, json.error]
  }
  expect(await errorOf({})).toEqual([400, 'invalid_request'])
  expect(await errorOf({ grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
  expect(await errorOf({ grant_type: 'authorization_code', code: 'a' })).toEqual([
    400,
    'invalid_request',
  ])
  const wrong = { code: 'a', redirect_uri: REDIRECT_URI, code_verifier: 'b' }
  expect(await errorOf({ grant_type: 'authorization_code', ...wrong })).toEqual([
    400,
    'invalid_grant',
  ])
  expect(await errorOf({ grant_type: 'refresh_token', refresh_token: 'a' })).toEqual([
    400,
    'invalid_grant',
  ])
  expect(await errorOf({}, { 'content-type': 'application/json' })).toEqual([
    400,
    'invalid_request',
  ])
  expect(await errorOf({ code: 'x'.repeat(20_000) })).toEqual([413, 'invalid_request'])
  const repeated = await world.visitor().send('POST', '/oauth/token', {
    body: `${new URLSearchParams(client)}&grant_type=refresh_token&grant_type=refresh_token`,
    headers: { 'content-type': FORM },
    withoutCsrf: true,
  })
  expect([repeated.status, repeated.json.error]).toEqual([400, 'invalid_request'])
})

test('a refresh does not extend the scope of a token', async ({ world, app }) => {
  const { refresh_token = '' } = await app.login(await world.member(), {
    scope: 'openid offline_access',
  })
  const more = oidc.refreshTokenGrant(app.config, refresh_token, { scope: 'openid email' })
  await expect(more).rejects.toMatchObject({ error: 'invalid_scope' })
  await oidc.refreshTokenGrant(app.config, refresh_token, { scope: 'openid' })
})

test('the token endpoint is limited per client address', async ({ world, visitor }) => {
  await useUp(world, `ip:${visitor.ip}`, 'app-token', 1)
  expect((await send(visitor, { grant_type: 'refresh_token' })).status).toBe(401)
  const { status, json, headers } = await send(visitor, { grant_type: 'refresh_token' })
  expect([status, json.error, Number(headers.get('retry-after'))]).toEqual([
    429,
    'temporarily_unavailable',
    expect.toSatisfy((seconds: number) => seconds > 0),
  ])
})

test('a new signing key is published a day before it signs, and the old key stays published until its tokens expire', async ({
  world,
}) => {
  const secrets = secretsOf(world.env)
  await world.db.batch([sql`DELETE FROM oauth_keys`])
  const rotate = () => rotateSigningKeys(world.db, secrets, world.now)
  const published = async (): Promise<string[]> =>
    (await world.visitor().get('/oauth/jwks')).json.keys.map(({ kid }: { kid: string }) => kid)
  const signs = async () => (await signer(world.db, secrets, world.now)).kid
  await rotate()
  expect(await published(), 'a site without applications has no key').toEqual([])
  const first = await signs()
  world.wait(89 * DAY)
  await rotate()
  expect([await published(), await signs()]).toEqual([[first], first])
  world.wait(DAY)
  await rotate()
  await rotate()
  const [, second = ''] = await published()
  expect([await published(), await signs()]).toEqual([[first, second], first])
  world.wait(DAY)
  await rotate()
  expect([await published(), await signs()]).toEqual([[first, second], second])
  world.wait(DAY)
  await rotate()
  expect([await published(), await signs()]).toEqual([[second], second])
})

test('signing keys are stored encrypted, encrypted again with a new site secret, and replaced if the secret is lost', async ({
  world,
}) => {
  const [old] = secretsOf(world.env)
  await world.db.batch([sql`DELETE FROM oauth_keys`])
  const { kid } = await signer(world.db, [old], world.now)
  const rows = await world.db.all(
    sql<{ private_key: string; key_id: string }>`SELECT private_key, key_id FROM oauth_keys`,
  )
  expect(JSON.stringify(rows)).not.toContain('PRIVATE')
  const both = ['a newer secret', old] as const
  await reencrypt(world.db, both)
  const [row] = await world.db.all(sql<{ key_id: string }>`SELECT key_id FROM oauth_keys`)
  expect(row?.key_id).toBe(await newestKeyId(both))
  expect((await signer(world.db, ['a newer secret'], world.now)).kid).toBe(kid)
  expect((await signer(world.db, ['a third secret'], world.now)).kid).not.toBe(kid)
  await world.db.batch([sql`DELETE FROM oauth_keys`])
})
