import { sql } from 'drizzle-orm'
import {
  ACCESS_TOKEN_DAYS,
  ACCESS_TOKENS_MAX,
  holderOf,
} from '#features/accounts/access-tokens/tokens.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { expect, locationOf, test } from '#test/test.ts'
import { type Client, type Member, PASSWORD, type World } from '#test/world.ts'

async function tokenOf(
  member: Client,
  scope: 'read' | 'write',
  more: object = {},
): Promise<string> {
  const response = await member.post('/api/settings/tokens', {
    name: `to ${scope}`,
    scope,
    ...more,
  })
  expect(response.status, response.text).toBe(201)
  return response.json.token
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const reaches = async (world: World, token: string) =>
  (await world.visitor().get('/api/level/info', as(token))).status

test('a token is shown once, stored as a hash, and acts as its user', async ({
  world,
  beginner: member,
}) => {
  const token = await tokenOf(member, 'write')
  expect(token).toMatch(/^joule_[A-Za-z0-9_-]{43}$/)
  const list = await member.get('/api/settings/tokens')
  const expires_at = new Date(world.now.getTime() + ACCESS_TOKEN_DAYS * DAY).toISOString()
  expect(list.json.items).toMatchObject([
    { name: 'to write', scope: 'write', expires_at, last_used_at: null },
  ])
  expect(list.text).not.toContain(token)
  const rows = await world.db.all(
    sql`SELECT * FROM access_tokens WHERE user_id = ${member.user.uid}`,
  )
  expect(JSON.stringify(rows)).not.toContain(token.slice('joule_'.length))
  const post = await world.post({ author: await world.user() })
  const program = world.visitor()
  const liked = await program.post(`/api/posts/${post.id}/like`, undefined, {
    ...as(token),
    withoutCsrf: true,
  })
  expect([liked.status, liked.json.state]).toEqual([200, 'like'])
  // A public read is answered for the user of the token.
  expect((await program.get(`/api/posts/${post.id}/reaction`, as(token))).json.state).toBe('like')
})

test('pages ignore access tokens', async ({ world }) => {
  const token = await tokenOf(await world.member({ role: 'owner' }), 'write')
  for (const path of ['/settings', '/admin']) {
    expect(await locationOf(world.visitor().get(path, as(token)))).toContain('/login')
  }
})

test('a token is accepted only as a Bearer token, and an unknown token is refused', async ({
  world,
}) => {
  const token = await tokenOf(await world.member(), 'read')
  const browser = world.visitor()
  browser.cookies.set('joule_at', token)
  expect((await browser.get('/api/level/info')).status).toBe(401)
  expect(await reaches(world, `joule_${'A'.repeat(43)}`)).toBe(401)
})

test('the last use of a token is stored to the hour, with at most one write an hour', async ({
  world,
}) => {
  world.now = new Date('2026-11-15T10:20:30.000Z')
  const member = await world.member()
  const token = await tokenOf(member, 'read')
  const lastUse = async () =>
    (
      await world.db.first(sql<{ at: string }>`
      SELECT last_used_at AS at FROM access_tokens WHERE user_id = ${member.user.uid}`)
    )?.at
  await reaches(world, token)
  expect(await lastUse()).toBe('2026-11-15T10:00:00.000Z')
  // No use before the token existed.
  expect((await member.get('/settings?tab=tokens')).text).not.toContain(
    'datetime="2026-11-15T10:00',
  )
  world.wait(30 * MINUTE)
  expect((await holderOf(world.db, token, world.now))?.use).toBeNull()
  world.wait(HOUR)
  await reaches(world, token)
  expect(await lastUse()).toBe('2026-11-15T11:00:00.000Z')
})

test('a user has at most twenty tokens, not counting expired tokens', async ({ world, member }) => {
  await tokenOf(member, 'read', { expires_in_days: 1 })
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ACCESS_TOKENS_MAX - 2})
        INSERT INTO access_tokens (token_hash, user_id, name, scope, created_at)
        SELECT hex(randomblob(32)), ${member.user.uid}, 'n' || i, 'read', ${world.now.toISOString()} FROM n`,
  ])
  await tokenOf(member, 'read')
  const refused = await member.post('/api/settings/tokens', { name: 'one more', scope: 'read' })
  expect([refused.status, refused.json.error.fields.name]).toEqual([
    422,
    expect.stringContaining('20'),
  ])
  world.wait(DAY)
  // The session's access token has expired meanwhile.
  await member.post('/api/auth/refresh', {})
  await member.post('/api/auth/confirm', { password: PASSWORD })
  await tokenOf(member, 'read')
})

test('ending all other sessions revokes tokens only on request', async ({ world, member }) => {
  const token = await tokenOf(member, 'read')
  await member.post('/api/settings/sessions/destroy-others')
  expect(await reaches(world, token)).toBe(200)
  await member.post('/api/settings/sessions/destroy-others', { tokens: true })
  expect(await reaches(world, token)).toBe(401)
})

test('creating a token with a wrong lifetime, scope or name is refused', async ({ member }) => {
  const lifetimes = [{ expires_in_days: 0 }, { expires_in_days: 366 }, { expires_in_days: 1.5 }]
  for (const wrong of [...lifetimes, { scope: 'admin' }, { name: ' ' }]) {
    const response = await member.post('/api/settings/tokens', {
      name: 'a name',
      scope: 'read',
      ...wrong,
    })
    expect([response.status, Object.keys(response.json.error.fields)]).toEqual([
      422,
      Object.keys(wrong),
    ])
  }
})

test('a token stops working when it expires, and the cron deletes it', async ({
  world,
  member,
}) => {
  const token = await tokenOf(member, 'read', { expires_in_days: 1 })
  world.wait(DAY)
  expect(await reaches(world, token)).toBe(401)
  await runOnly(['end expired tokens'], world.env, world.now)
  expect(
    await world.db.all(sql`SELECT 1 FROM access_tokens WHERE user_id = ${member.user.uid}`),
  ).toEqual([])
})

test('a user can revoke only their own tokens', async ({ world }) => {
  const [member, other] = await world.members([{}, {}])
  const token = await tokenOf(member, 'read', { expires_in_days: null })
  const { id, expires_at } = (await member.get('/api/settings/tokens')).json.items[0]
  expect(expires_at).toBeNull()
  expect((await other.delete(`/api/settings/tokens/${id}`)).status).toBe(404)
  expect(await reaches(world, token)).toBe(200)
  expect((await member.delete(`/api/settings/tokens/${id}`)).status).toBe(204)
  expect(await reaches(world, token)).toBe(401)
})

test('a password change, a ban and an account deletion revoke every token', async ({
  world,
  admin,
}) => {
  const change = { current_password: PASSWORD, new_password: 'another password' }
  for (const end of [
    (by: Member) => by.put('/api/settings/password', change),
    (by: Member) => admin.put(`/api/admin/users/${by.user.uid}/status`, { status: 'banned' }),
    (by: Member) => by.post('/api/settings/delete-account', { password: PASSWORD }),
  ]) {
    const member = await world.member()
    const token = await tokenOf(member, 'write')
    expect(await reaches(world, token)).toBe(200)
    await end(member)
    expect(await reaches(world, token)).toBe(401)
  }
})
