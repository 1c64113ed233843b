import { expect, test } from 'vitest'
import { tokenMailed } from '#test/post.ts'
import { PASSWORD, World } from '#test/world.ts'

const newEmail = () => `ada${crypto.randomUUID().slice(0, 8)}@example.com`

test('registering with a password that anybody guesses is refused, and makes no account', async () => {
  const world = new World()
  const email = newEmail()
  for (const password of ['12345678', 'aaaaaaaa', 'qwertyuiop', email, email.split('@')[0]]) {
    const { status, json } = await world.visitor().post('/api/auth/register', { email, password })
    expect([status, Object.keys(json.error.fields ?? {})], password).toEqual([422, ['password']])
  }
  const named = await world.visitor().post('/api/auth/register', { email, password: 'Countess', username: 'countess' })
  expect(named.json.error.fields.password).toContain('guessed at once')
  expect((await world.visitor().post('/api/auth/register', { email, password: 'password' })).status).toBe(201)
})

test('the same where it is changed: the link and the session stay good', async () => {
  const world = new World()
  const member = await world.member()
  const email = member.user.email ?? ''
  const change = (new_password: string) =>
    member.put('/api/settings/password', { current_password: PASSWORD, new_password })
  expect((await change(email)).json.error.fields).toHaveProperty('new_password')
  expect((await change('87654321')).status).toBe(422)

  await world.visitor().post('/api/auth/forgot-password', { email })
  const token = await tokenMailed(world, email, 'reset')
  const reset = (new_password: string) => world.visitor().post('/api/auth/reset-password', { token, new_password })
  expect((await reset(email.toUpperCase())).json.error.fields).toHaveProperty('new_password')
  expect((await reset('another one entirely')).status).toBe(204)
})
