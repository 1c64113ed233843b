import { sql } from 'drizzle-orm'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { expect, statusesOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'

test('the owner link makes one owner: once, before it expires, while the site has none', async ({ world }) => {
  const [ada, bob] = await world.members([{}, {}])
  const claim = (who: typeof ada, token: string) => who.post('/api/claim-owner', { token })
  await linkUntil(world, 'old', 0)
  await linkUntil(world, 'good', 60_000)
  expect((await claim(ada, 'old')).json.error.code).toBe('not_found')
  expect((await claim(ada, 'unknown')).status).toBe(404)
  // Opening the page does not use up the link.
  for (const _ of [1, 2]) expect((await ada.get('/claim?token=good')).text).toContain('id="claim"')
  expect(await statusesOf([claim(ada, 'good'), claim(bob, 'good')])).toEqual([204, 409])
  expect(await world.db.all(sql`SELECT COUNT(*) AS n FROM users WHERE role = 'owner'`)).toEqual([{ n: 1 }])
  expect(await world.db.all(sql`SELECT action, before, after FROM audit_log WHERE reason = 'owner link'`)).toEqual([
    { action: 'user.role', before: '{"role":"user"}', after: '{"role":"owner"}' },
  ])
  expect((await ada.get('/claim?token=good')).text).not.toContain('id="claim"')
  await expect(linkUntil(world, 'by hand', 60_000)).rejects.toThrow('invalid_transition')
})

test('a visitor without an account is sent to registration, which returns to the owner link', async () => {
  const { status, headers } = await new World().visitor().get('/claim?token=a-b')
  expect([status, headers.get('location')]).toEqual([302, '/register?next=%2Fclaim%3Ftoken%3Da-b'])
})

/** Inserts an owner link as `npm run deploy` does (scripts/deploy/upload.ts). */
async function linkUntil(world: World, token: string, milliseconds: number): Promise<void> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const hash = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const until = new Date(world.now.getTime() + milliseconds).toISOString()
  await world.db.batch([sql`INSERT INTO owner_claims (token_hash, expires_at) VALUES (${hash}, ${until})`])
}

test('the owner link sets the first username of the owner; a refused name does not use it up', async ({ world }) => {
  const [ada, bob] = await world.members([{ username: 'claimed-name' }, {}])
  const until = new Date(world.now.getTime() + 60_000).toISOString()
  await world.db.batch([
    sql`INSERT INTO owner_claims (token_hash, expires_at) VALUES (${await hashOf('named')}, ${until})`,
  ])
  const claim = (username: string, token = 'named') => bob.post('/api/claim-owner', { token, username })
  const user = () => world.db.first(sql`SELECT username, role, exp FROM users WHERE uid = ${bob.user.uid}`)
  expect((await bob.get('/claim?token=named')).text).toContain('name="username"')
  expect((await ada.get('/claim?token=named')).text).not.toContain('name="username"')

  expect((await claim('Claimed-Name')).json.error.code).toBe('username_taken')
  expect((await claim('admin')).json.error.fields).toHaveProperty('username')
  expect((await claim('first-owner', 'unknown')).status).toBe(404)
  expect(await user()).toEqual({ username: null, role: 'user', exp: 0 })

  expect((await claim('first-owner')).status).toBe(204)
  expect(await user()).toMatchObject({ username: 'first-owner', role: 'owner' })
  const post = { title: 'Welcome', body: '<p>To this site.</p>' }
  expect((await bob.post('/api/studio/posts', post)).json.status).toBe('approved')
})
