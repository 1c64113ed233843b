import { sql } from 'drizzle-orm'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { auditOf, systemNoticesOf } from '../support.ts'

const uidsIn = ({ json }: { json: { items: { uid: number }[] } }) =>
  json.items.map(({ uid }) => uid)
const ban = { status: 'banned', reason: '反复发布广告' }

test('users are found by the prefix of a username or e-mail address, or by uid', async ({
  world,
  admin,
}) => {
  const name = freshName()
  const [one, two] = [
    await world.user({ username: `${name}a` }),
    await world.user({ username: `${name}B` }),
  ]
  const find = async (q: string) =>
    uidsIn(await admin.get(`/api/admin/users?q=${encodeURIComponent(q)}`))
  expect(await find(name.toUpperCase())).toEqual([two.uid, one.uid])
  expect(await find(one.email ?? '')).toEqual([one.uid])
  expect(await find(String(two.uid))).toContain(two.uid)
  expect(await find('%')).toEqual([])
  expect((await find('')).length).toBeGreaterThan(1)
  expect((await admin.get(`/api/admin/users?q=${'x'.repeat(101)}`)).status).toBe(422)
})

test('an admin sees private fields of a user, but never a password', async ({ world, admin }) => {
  const user = await world.user({ level: 2 })
  const { json, text } = await admin.get(`/api/admin/users/${user.uid}`)
  expect(json).toMatchObject({
    uid: user.uid,
    email: user.email,
    level: 2,
    sessions_count: 0,
    posts: { approved: 0 },
  })
  expect(text).not.toContain('password')
  expect((await admin.get('/api/admin/users/999999999')).status).toBe(404)
  expect((await admin.get('/api/admin/users/x')).status).toBe(400)
})

test('a ban ends all sessions; the user can log in and read why, but not write', async ({
  world,
  admin,
}) => {
  const person = await world.member({ level: 1 })
  const other = await world.visitor().signIn(person.user)
  const { status, json } = await admin.put(`/api/admin/users/${person.user.uid}/status`, ban)
  expect([status, json.status, json.ban_reason]).toEqual([200, 'banned', ban.reason])
  for (const browser of [person, other])
    expect((await browser.get('/api/level/info')).status).toBe(401)
  const again = world.visitor()
  const login = await again.logIn(person.user.email)
  expect([login.status, login.json.user.status]).toEqual([200, 'banned'])
  expect((await again.get('/')).text).toContain(ban.reason)
  expect((await again.post('/api/studio/posts', { title: 'x', body: 'y' })).json.error.code).toBe(
    'banned',
  )
  expect(await systemNoticesOf(world, person.user)).toEqual([{ event: 'status_changed', ...ban }])
  expect(await auditOf(world, 'user', person.user.uid)).toMatchObject([
    {
      actor_id: admin.user.uid,
      subject_id: person.user.uid,
      action: 'user.status',
      reason: ban.reason,
      before: '{"status":"active"}',
      after: '{"status":"banned"}',
      ip: admin.ip,
    },
  ])
})

test('a ban with an unknown status, with a long reason or of a missing user is refused', async ({
  world,
  admin,
}) => {
  const user = await world.user({ status: 'banned' })
  const set = async (uid: number, json: unknown) =>
    (await admin.put(`/api/admin/users/${uid}/status`, json)).json.error
  expect((await set(user.uid, { status: 'deleted' })).fields).toHaveProperty('status')
  expect(
    (await set(user.uid, { status: 'active', reason: 'x'.repeat(10_000) })).fields,
  ).toHaveProperty('reason')
  expect((await set(999_999_999, ban)).code).toBe('not_found')
})

test('an owner changes roles, which take effect immediately and keep sessions', async ({
  world,
  owner,
  member,
}) => {
  const give = (role: string) => owner.put(`/api/admin/users/${member.user.uid}/role`, { role })
  expect((await give('admin')).json.role).toBe('admin')
  expect((await member.get('/api/admin/overview')).status).toBe(200)
  expect((await give('admin')).status).toBe(200)
  expect((await give('user')).json.role).toBe('user')
  expect((await member.get('/api/admin/overview')).json.error.code).toBe('forbidden')
  expect((await give('king')).status).toBe(422)
  expect(await auditOf(world, 'user', member.user.uid)).toMatchObject([
    { action: 'user.role', before: '{"role":"user"}', after: '{"role":"admin"}' },
    { action: 'user.role', before: '{"role":"admin"}', after: '{"role":"user"}' },
  ])
  expect((await systemNoticesOf(world, member.user)).map(({ role }) => role)).toEqual([
    'admin',
    'user',
  ])
})

test('the last owner cannot lose the role, even when two owners demote each other concurrently', async ({
  world,
}) => {
  await world.db.batch([
    sql`INSERT INTO users (email, role, created_at) VALUES ('keeper@example.com', 'owner', '')`,
  ])
  await world.db.batch([
    sql`UPDATE users SET role = 'user' WHERE role = 'owner' AND email <> 'keeper@example.com'`,
  ])
  const [one, two] = [await world.member({ role: 'owner' }), await world.member({ role: 'owner' })]
  await world.db.batch([sql`UPDATE users SET role = 'user' WHERE email = 'keeper@example.com'`])
  const dismiss = (by: typeof one, admin: typeof one) =>
    by.put(`/api/admin/users/${admin.user.uid}/role`, { role: 'user' })
  const responses = await Promise.all([dismiss(one, two), dismiss(two, one)])
  const left = await world.db.all(sql`SELECT uid FROM users WHERE role = 'owner'`)
  expect(left).toHaveLength(1)
  expect(responses.map(({ status }) => status)).toContain(200)
  const last = await world.reload(one.user)
  const keeper = last.role === 'owner' ? one : two
  const { json } = await keeper.put(`/api/admin/users/${keeper.user.uid}/role`, { role: 'user' })
  expect(json.error.code).toBe('invalid_transition')
})

test('a banned user cannot get a role, and the database refuses to ban an owner', async ({
  world,
  owner,
}) => {
  const banned = await world.user({ status: 'banned' })
  const { json } = await owner.put(`/api/admin/users/${banned.uid}/role`, { role: 'owner' })
  expect(json.error.code).toBe('invalid_transition')
  await world.member({ role: 'owner' })
  const force = world.db.batch([
    sql`UPDATE users SET status = 'banned' WHERE uid = ${owner.user.uid}`,
  ])
  await expect(force).rejects.toThrow('invalid_transition')
})

test('a banned admin keeps the role but cannot read or write as an admin', async ({ world }) => {
  const banned = await world.member({ role: 'admin', status: 'banned' })
  expect((await banned.get('/api/admin/users')).json.error.code).toBe('banned')
  expect((await banned.get('/admin')).status).toBe(404)
  expect((await banned.get('/api/level/info')).status).toBe(200)
})
