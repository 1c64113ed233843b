import { sql } from 'drizzle-orm'

import { hashOf } from '#kernel/crypto/secrets.ts'
import { expect, test } from '#test/test.ts'

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
