import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holderOf } from '#features/accounts/access-tokens/holder.ts'
import { ACCESS_TOKENS_MAX } from '#features/accounts/access-tokens/tokens.ts'
import { runJobs } from '#jobs'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { type Client, PASSWORD, World } from '#test/world.ts'

async function tokenOf(member: Client, scope: 'read' | 'write', more: object = {}): Promise<string> {
  const answer = await member.post('/api/settings/tokens', { name: `to ${scope}`, scope, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.json.token
}

const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const reaches = async (world: World, token: string) => (await world.visitor().get('/api/level/info', as(token))).status

test('a token is shown once, kept as a hash, and acts for its holder', async () => {
  const world = new World()
  const member = await world.member({ level: 1 })
  const token = await tokenOf(member, 'write')
  expect(token).toMatch(/^joule_[A-Za-z0-9_-]{43}$/)
  const list = await member.get('/api/settings/tokens')
  expect(list.json.items).toMatchObject([{ name: 'to write', scope: 'write', expires_at: null, last_used_at: null }])
  expect(list.text).not.toContain(token)
  const rows = await world.db.all(sql`SELECT * FROM access_tokens WHERE user_id = ${member.user.uid}`)
  expect(JSON.stringify(rows)).not.toContain(token.slice('joule_'.length))
  const post = await world.post({ author: await world.user() })
  const program = world.visitor()
  const liked = await program.post(`/api/posts/${post.id}/like`, undefined, { ...as(token), withoutCsrf: true })
  expect([liked.status, liked.json.state]).toEqual([200, 'like'])
  // A public read is answered as its holder.
  expect((await program.get(`/api/posts/${post.id}/reaction`, as(token))).json.state).toBe('like')
})

test('a token that reads may only read', async () => {
  const world = new World()
  const member = await world.member({ level: 1 })
  const token = await tokenOf(member, 'read')
  const post = await world.post({ author: await world.user() })
  expect(await reaches(world, token)).toBe(200)
  const answer = await world.visitor().post(`/api/posts/${post.id}/like`, undefined, as(token))
  expect([answer.status, answer.json.error.code]).toEqual([403, 'forbidden'])
})

test.each([
  ['GET', '/api/settings/tokens'],
  ['GET', '/api/settings/export'],
  ['PUT', '/api/settings/password'],
  ['GET', '/api/admin/users'],
  ['GET', '/api/auth/csrf'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/auth/login'],
])('no token reaches %s %s, not even the owner’s', async (method, path) => {
  const world = new World()
  const token = await tokenOf(await world.member({ role: 'owner' }), 'write')
  const answer = await world.visitor().send(method, path, as(token))
  expect([answer.status, answer.json.error.code]).toEqual([403, 'forbidden'])
})

test('pages do not know tokens', async () => {
  const world = new World()
  const token = await tokenOf(await world.member({ role: 'owner' }), 'write')
  for (const path of ['/settings', '/admin']) {
    expect((await world.visitor().get(path, as(token))).headers.get('location')).toContain('/login')
  }
})

test('a token counts as a Bearer only, and one that is not ours is refused', async () => {
  const world = new World()
  const token = await tokenOf(await world.member(), 'read')
  const browser = world.visitor()
  browser.cookies.set('joule_at', token)
  expect((await browser.get('/api/level/info')).status).toBe(401)
  expect(await reaches(world, `joule_${'A'.repeat(43)}`)).toBe(401)
})

test('its last use is kept to the hour, with one write an hour', async () => {
  const world = new World()
  world.now = new Date('2026-11-15T10:20:30.000Z')
  const member = await world.member()
  const token = await tokenOf(member, 'read')
  const lastUse = async () => {
    const ofMember = sql<{
      last_used_at: string
    }>`SELECT last_used_at FROM access_tokens WHERE user_id = ${member.user.uid}`
    return (await world.db.first(ofMember))?.last_used_at
  }
  await reaches(world, token)
  expect(await lastUse()).toBe('2026-11-15T10:00:00.000Z')
  world.wait(30 * MINUTE)
  expect((await holderOf(world.db, token, world.now))?.use).toBeNull()
  world.wait(HOUR)
  await reaches(world, token)
  expect(await lastUse()).toBe('2026-11-15T11:00:00.000Z')
})

test('a person has twenty; one that has expired takes no place', async () => {
  const world = new World()
  const member = await world.member()
  for (let made = 0; made < ACCESS_TOKENS_MAX; made++)
    await tokenOf(member, 'read', made === 0 ? { expires_in_days: 1 } : {})
  const refused = await member.post('/api/settings/tokens', { name: 'one more', scope: 'read' })
  expect([refused.status, refused.json.error.fields.name]).toEqual([422, expect.stringContaining('20')])
  world.wait(DAY)
  // The session's access token has run out meanwhile.
  await member.post('/api/auth/refresh', {})
  await tokenOf(member, 'read')
})

test.each([
  { expires_in_days: 0 },
  { expires_in_days: 366 },
  { expires_in_days: 1.5 },
  { scope: 'admin' },
  { name: ' ' },
])('%o is refused', async (wrong) => {
  const member = await new World().member()
  const answer = await member.post('/api/settings/tokens', { name: 'a name', scope: 'read', ...wrong })
  expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([422, Object.keys(wrong)])
})

test('a token ends when its days are over, and the cron forgets it', async () => {
  const world = new World()
  const member = await world.member()
  const token = await tokenOf(member, 'read', { expires_in_days: 1 })
  world.wait(DAY)
  expect(await reaches(world, token)).toBe(401)
  await runJobs(world.env, world.now)
  expect(await world.db.all(sql`SELECT 1 FROM access_tokens WHERE user_id = ${member.user.uid}`)).toEqual([])
})

test('one ends one’s own token, and nobody else’s', async () => {
  const world = new World()
  const [member, other] = [await world.member(), await world.member()]
  const token = await tokenOf(member, 'read')
  const { id } = (await member.get('/api/settings/tokens')).json.items[0]
  expect((await other.delete(`/api/settings/tokens/${id}`)).status).toBe(404)
  expect(await reaches(world, token)).toBe(200)
  expect((await member.delete(`/api/settings/tokens/${id}`)).status).toBe(204)
  expect(await reaches(world, token)).toBe(401)
})

const ENDINGS: [string, (world: World, member: Client & { user: { uid: number } }) => Promise<unknown>][] = [
  [
    'a new password',
    (_, member) =>
      member.put('/api/settings/password', { current_password: PASSWORD, new_password: 'another password' }),
  ],
  [
    'a ban',
    async (world, { user }) =>
      (await world.member({ role: 'admin' })).put(`/api/admin/users/${user.uid}/status`, { status: 'banned' }),
  ],
  ['a deletion', (_, member) => member.post('/api/settings/delete-account', { password: PASSWORD })],
]

test.each(ENDINGS)('%s ends every token', async (_, ending) => {
  const world = new World()
  const member = await world.member()
  const token = await tokenOf(member, 'write')
  expect(await reaches(world, token)).toBe(200)
  await ending(world, member)
  expect(await reaches(world, token)).toBe(401)
})
