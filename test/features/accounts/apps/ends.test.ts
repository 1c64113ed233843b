import { sql } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { GRANTS_MAX } from '#features/accounts/apps/authorization.ts'
import { endExpiredGrants, GRANT_LIFETIME } from '#features/accounts/apps/tokens.ts'
import { MINUTE } from '#kernel/clock.ts'
import { mailTo, notMeByMail } from '#test/mailbox.ts'
import { expect } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { Application, test as base } from './application.ts'

const OFFLINE = 'openid offline_access'

/** The tokens of a login of the member to the application. */
const test = base
  .extend('member', ({ world }) => world.member({ isVerified: true }))
  .extend('tokens', { auto: true }, ({ app, member }) => app.login(member, { scope: OFFLINE }))

/** Whether the access token and the refresh token of a login still work. */
async function work(
  app: Application,
  world: World,
  tokens: { access_token: string; refresh_token?: string },
) {
  const bearer = { headers: { authorization: `Bearer ${tokens.access_token}` } }
  const { status } = await world.visitor().get('/oauth/userinfo', bearer)
  const refreshed = await oidc
    .refreshTokenGrant(app.config, tokens.refresh_token ?? '')
    .catch(() => null)
  return [status === 200, refreshed !== null]
}

/** Whether the next login asks for the consent. */
async function asksAgain(app: Application, member: Client): Promise<boolean> {
  return (await member.get((await app.request({ scope: OFFLINE })).path)).status === 200
}

const rowsOf = async ({ db }: World, uid: number) =>
  (
    await db.batch([
      sql`SELECT 1 FROM oauth_consents WHERE user_id = ${uid}`,
      sql`SELECT 1 FROM oauth_grants WHERE user_id = ${uid}`,
      sql`SELECT 1 FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE g.user_id = ${uid}`,
    ])
  ).map((rows) => rows.length)

test('a member lists connected applications and disconnects one', async ({
  world,
  app,
  member,
  author: other,
}) => {
  const { json } = await member.get('/api/settings/apps')
  const { id, name } = app.app
  const at = world.now.toISOString()
  expect(json.items).toEqual([
    { id, name, host: null, scopes: OFFLINE.split(' '), created_at: at, last_used_at: at },
  ])
  expect((await member.get('/settings?tab=tokens')).text).toContain('Disconnect The wiki')
  expect((await other.delete(`/api/settings/apps/${id}`)).status).toBe(404)
  expect((await member.delete(`/api/settings/apps/${id}`)).status).toBe(204)
})

test('logging out all other devices ends the tokens of applications', async ({
  world,
  app,
  member,
  tokens,
}) => {
  expect((await member.post('/api/settings/sessions/destroy-others')).status).toBe(200)
  expect(await work(app, world, tokens)).toEqual([false, false])
  expect(await asksAgain(app, member)).toBe(false)
})

test('allowing an application is announced once for each new permission', async ({
  world,
  app,
  member,
}) => {
  const { email } = member.user
  const mails = async () => (await mailTo(world, email)).map(({ subject }) => subject)
  expect(await mails()).toEqual(['An application may log in with your Joule account'])
  const { items } = (await member.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({
    link: '/settings?tab=tokens',
    data: { event: 'app_allowed', name: 'The wiki' },
  })
  await app.allowed(member, { scope: OFFLINE, more: { prompt: 'consent' } })
  expect(await mails()).toHaveLength(1)
  await app.allowed(member, { scope: 'openid email' })
  expect(await mails()).toHaveLength(2)
  // "This was not me" ends its tokens and the permission.
  expect((await notMeByMail(world, email, 'security')).status).toBe(303)
  expect(await rowsOf(world, member.user.uid)).toEqual([0, 0, 0])
})

test('“this was not me” ends all tokens of applications, and the consents that were given since', async ({
  world,
  app,
  member,
  tokens,
}) => {
  // Without a password no trigger fires.
  await world.db.batch([sql`UPDATE users SET password_hash = NULL WHERE uid = ${member.user.uid}`])
  world.wait(MINUTE)
  const since = await Application.register(world)
  await member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })
  await since.login(member, { scope: OFFLINE })
  const kept = await app.login(member, { scope: OFFLINE })
  expect((await notMeByMail(world, member.user.email, 'security')).status).toBe(303)
  expect([await work(app, world, tokens), await work(app, world, kept)].flat()).not.toContain(true)
  const back = await world.visitor().signIn(member.user)
  expect([await asksAgain(app, back), await asksAgain(since, back)]).toEqual([false, true])
})

test('the oldest login to an application ends when there are too many', async ({
  world,
  app,
  member,
  tokens,
}) => {
  for (let count = 1; count < GRANTS_MAX; count++) await app.allowed(member, { scope: OFFLINE })
  expect((await rowsOf(world, member.user.uid))[1]).toBe(GRANTS_MAX)
  await app.allowed(member, { scope: OFFLINE })
  expect((await rowsOf(world, member.user.uid))[1]).toBe(GRANTS_MAX)
  expect(await work(app, world, tokens)).toEqual([false, false])
})

test('the cron deletes expired codes and tokens', async ({ world, app, member }) => {
  await app.allowed(member)
  world.wait(GRANT_LIFETIME)
  await world.db.batch(endExpiredGrants(world.now))
  expect(await rowsOf(world, member.user.uid)).toEqual([1, 0, 0])
})

test('the API refuses tokens of applications, and the user info endpoint refuses API tokens', async ({
  world,
  tokens,
  member,
}) => {
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    expect((await world.visitor().get('/api/level/info', bearer)).status).toBe(401)
  }
  const own = (await member.post('/api/settings/tokens', { name: 'a token', scope: 'write' })).json
    .token
  for (const token of [own, tokens.refresh_token, member.cookies.get('joule_at')]) {
    const bearer = { headers: { authorization: `Bearer ${token}` } }
    const { status, headers } = await world.visitor().get('/oauth/userinfo', bearer)
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])
  }
  // Cookies alone do not count either.
  expect((await member.get('/oauth/userinfo')).status).toBe(401)
})

test('the export lists connected applications', async ({ app, member }) => {
  const { json } = await member.get('/api/settings/export')
  expect(json.connected_apps).toMatchObject([
    { app_id: app.app.id, name: app.app.name, scopes: OFFLINE },
  ])
})
