import { sql } from 'drizzle-orm'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { expect, statusesOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const claim = (by: Client, token: string, username = 'first-owner') =>
  by.post('/api/claim-owner', { token, username })

test('an expired or unknown owner link is refused', async ({ world, member }) => {
  await linkUntil(world, 'old', 0)
  await linkUntil(world, 'other', 60_000)
  expect((await claim(member, 'old')).json.error.code).toBe('not_found')
  expect((await claim(member, 'unknown')).status).toBe(404)
})

test('neither opening its page nor a refused name uses up the owner link', async ({
  world,
  member,
}) => {
  const { user: named } = await world.member({ username: 'claimed-name' })
  await linkUntil(world, 'kept', 60_000)
  for (const _ of [1, 2])
    expect((await member.get('/claim?token=kept')).text).toMatch(/id="claim"[\s\S]*name="username"/)
  expect((await (await world.visitor().signIn(named)).get('/claim?token=kept')).text).not.toContain(
    'name="username"',
  )
  expect((await claim(member, 'kept', 'Claimed-Name')).json.error.code).toBe('username_taken')
  expect((await claim(member, 'kept', 'admin')).json.error.fields).toHaveProperty('username')
  expect(await world.reload(member.user)).toMatchObject({ username: null, role: 'user', exp: 0 })
  expect((await member.get('/claim?token=kept')).text).toContain('id="claim"')
})

test('concurrent claims make one user the owner, and no link works while the site has an owner', async ({
  world,
}) => {
  const [ada, bob] = await world.members([{}, {}])
  await linkUntil(world, 'good', 60_000)
  expect(await statusesOf([claim(ada, 'good'), claim(bob, 'good')])).toEqual([204, 409])
  expect(await world.db.all(sql`SELECT username FROM users WHERE role = 'owner'`)).toEqual([
    { username: 'first-owner' },
  ])
  expect(
    await world.db.all(
      sql`SELECT action, before, after FROM audit_log WHERE reason = 'owner link'`,
    ),
  ).toEqual([{ action: 'user.role', before: '{"role":"user"}', after: '{"role":"owner"}' }])
  expect((await ada.get('/claim?token=good')).text).not.toContain('id="claim"')
  await expect(linkUntil(world, 'by hand', 60_000)).rejects.toThrow('invalid_transition')
  const post = { title: 'Welcome', body: '<p>To this site.</p>' }
  const written = [
    await ada.post('/api/studio/posts', post),
    await bob.post('/api/studio/posts', post),
  ]
  expect(written.map(({ status }) => status).toSorted()).toEqual([201, 403])
})

test('a visitor without an account is sent to registration, which returns to the owner link', async () => {
  const { status, headers } = await new World().visitor().get('/claim?token=a-b')
  expect([status, headers.get('location')]).toEqual([302, '/register?next=%2Fclaim%3Ftoken%3Da-b'])
})

/** Inserts an owner link as `npm run deploy` does (scripts/deploy/upload.ts). */
async function linkUntil(world: World, token: string, milliseconds: number): Promise<void> {
  const until = new Date(world.now.getTime() + milliseconds).toISOString()
  await world.db.batch([
    sql`INSERT INTO owner_claims (token_hash, expires_at) VALUES (${await hashOf(token)}, ${until})`,
  ])
}
