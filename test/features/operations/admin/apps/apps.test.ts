import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { APPS_MAX, REDIRECT_URIS_MAX } from '#features/accounts/apps/apps.ts'
import { useUp } from '#test/limits.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const URI = 'https://wiki.example/callback'
const INPUT = { name: 'The wiki', redirect_uris: [URI], confidential: true }

async function ownerOf(world: World): Promise<Client> {
  onTestFinished(async () => void (await world.db.batch([sql`DELETE FROM oauth_apps`])))
  return world.member({ role: 'owner' })
}

const CHANGED = { name: 'The other wiki', redirect_uris: `${URI}\n  http://localhost:3000/cb ` }

async function registered(world: World) {
  const owner = await ownerOf(world)
  const { status, json } = await owner.post('/api/admin/apps', INPUT)
  const { client_secret, ...app } = json
  return { owner, status, client_secret, app }
}

test('the secret of an application is only in the response to its registration', async ({
  world,
}) => {
  const { owner, status, client_secret, app } = await registered(world)
  expect([status, client_secret.length, app.users]).toEqual([201, 43, 0])
  expect((await owner.get('/api/admin/apps')).json.items).toEqual([app])
  const stored = await world.db.all(sql`SELECT * FROM oauth_apps`)
  expect(JSON.stringify(stored)).not.toContain(client_secret)
  expect((await owner.get('/admin/apps')).text).not.toContain(client_secret)
})

test('an owner changes and removes an application, and the audit log has each action', async ({
  world,
}) => {
  const { owner, app } = await registered(world)
  const { json: after } = await owner.put(`/api/admin/apps/${app.id}`, CHANGED)
  expect(after).toEqual({
    ...app,
    name: 'The other wiki',
    redirect_uris: [URI, 'http://localhost:3000/cb'],
  })
  expect((await owner.delete(`/api/admin/apps/${app.id}`)).status).toBe(204)
  expect((await owner.delete(`/api/admin/apps/${app.id}`)).status).toBe(404)
  expect((await owner.put(`/api/admin/apps/${app.id}`, CHANGED)).status).toBe(404)
  const log = await world.db.all(
    sql`SELECT action FROM audit_log WHERE actor_id = ${owner.user?.uid} ORDER BY id`,
  )
  expect(log).toEqual(['app.create', 'app.change', 'app.remove'].map((action) => ({ action })))
})

test('the page of applications lists them with their forms and the addresses of the site', async ({
  world,
}) => {
  const { owner, app } = await registered(world)
  await owner.put(`/api/admin/apps/${app.id}`, CHANGED)
  const page = await owner.get('/admin/apps')
  const forms = [`data-api="POST /api/admin/apps"`, `data-api="DELETE /api/admin/apps/${app.id}"`]
  for (const text of ['The other wiki', app.client_id, 'http://joule.test/oauth/token', ...forms])
    expect(page.text).toContain(text)
  expect((await owner.get(`/admin/apps?id=${app.id}`)).text).toContain('Create a new secret')
})

test('applications, login providers and own second factors have separate rate limits', async ({
  world,
}) => {
  const owner = await ownerOf(world)
  const user = `user:${owner.user?.uid}`
  for (const rule of ['factor-change', 'provider-change'] as const) await useUp(world, user, rule)
  const provider = {
    type: 'github',
    name: 'GitHub',
    client_id: 'id',
    client_secret: 'secret',
    sign_up: true,
  }
  expect(await refusalOf(owner.put('/api/admin/identity-providers/github', provider))).toEqual([
    429,
    'rate_limited',
  ])
  const { status, json } = await owner.post('/api/admin/apps', INPUT)
  expect(status).toBe(201)
  expect((await owner.post(`/api/admin/apps/${json.id}/secret`)).status).toBe(200)
  await useUp(world, user, 'app-change', 2)
  expect(await refusalOf(owner.post('/api/admin/apps', INPUT))).toEqual([429, 'rate_limited'])
  expect(await refusalOf(owner.post(`/api/admin/apps/${json.id}/secret`))).toEqual([
    429,
    'rate_limited',
  ])
})

test('a new secret of an application replaces the old one, and a public client has no secret', async ({
  world,
}) => {
  const owner = await ownerOf(world)
  const { json: app } = await owner.post('/api/admin/apps', INPUT)
  const { json } = await owner.post(`/api/admin/apps/${app.id}/secret`)
  const errorWith = async (client_secret: string) => {
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: 'none',
      client_id: app.client_id,
      client_secret,
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { body: new URLSearchParams(fields).toString(), headers, withoutCsrf: true }
    return (await world.visitor().send('POST', '/oauth/token', sent)).json.error
  }
  expect(await errorWith(app.client_secret)).toBe('invalid_client')
  expect(await errorWith(json.client_secret)).toBe('invalid_grant')
  const { json: open } = await owner.post('/api/admin/apps', { ...INPUT, confidential: false })
  expect([open.client_secret, open.confidential]).toEqual([null, false])
  expect(await refusalOf(owner.post(`/api/admin/apps/${open.id}/secret`))).toEqual([
    409,
    'invalid_transition',
  ])
})

test.each([
  'http://wiki.example/callback',
  'https://*.example/callback',
  'https://wiki.example/callback#part',
  'https://user:pass@wiki.example/callback',
  'javascript:alert(1)',
  'wiki.example/callback',
  '/callback',
  `https://wiki.example/${'x'.repeat(500)}`,
])('%s is not accepted as a redirect URI', async (uri) => {
  const owner = await ownerOf(new World())
  const input = { ...INPUT, redirect_uris: [uri] }
  expect(await refusalOf(owner.post('/api/admin/apps', input))).toEqual([422, 'redirect_uris'])
})

test('a site has at most 50 applications, each with a list of redirect URIs', async ({ world }) => {
  const owner = await ownerOf(world)
  const tooMany = Array.from({ length: REDIRECT_URIS_MAX + 1 }, (_, n) => `${URI}/${n}`)
  for (const redirect_uris of [[], [URI, URI], tooMany])
    expect(await refusalOf(owner.post('/api/admin/apps', { ...INPUT, redirect_uris }))).toEqual([
      422,
      'redirect_uris',
    ])
  const ids = JSON.stringify(Array.from({ length: APPS_MAX }, (_, n) => `app ${n}`))
  await world.db.batch([
    sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, created_at)
        SELECT value, 'one', '["https://wiki.example/"]', ${world.now.toISOString()} FROM json_each(${ids})`,
  ])
  const { status, json } = await owner.post('/api/admin/apps', INPUT)
  expect([status, json.error.fields]).toEqual([422, { name: expect.stringContaining('50') }])
})
