import { tokenMailed } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'

const newcomer = () => ({ email: `${crypto.randomUUID()}@Example.COM`, password: 'long enough' })

test('a new user is signed in after registering, at level 0 without exp or energy', async ({ visitor }) => {
  const person = newcomer()
  const { status, json } = await visitor.post('/api/auth/register', { ...person, email: `  ${person.email} ` })
  expect(status).toBe(201)
  expect(json.user).toMatchObject({ email: person.email.toLowerCase(), username: null, exp: 0, level: 0, energy: 0 })
  expect(json.user.uid).toBeGreaterThan(10_000)
  expect(json.user.display_name).toBe(`User ${json.user.uid}`)
  expect(json.expires_in).toBe(900)
  expect([...visitor.cookies.keys()].sort()).toEqual(['joule_at', 'joule_csrf', 'joule_device', 'joule_rt'])
  expect((await visitor.get('/api/settings/sessions')).json.items).toHaveLength(1)
})

test('concurrent registrations with one e-mail, in any letter case: exactly one succeeds', async ({ world }) => {
  const person = newcomer()
  const responses = await Promise.all(
    [person.email, person.email.toUpperCase(), person.email.toLowerCase()].map((email) =>
      world.visitor().post('/api/auth/register', { ...person, email }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.json.error.code).toBe('email_taken')
})

test('usernames are unique regardless of letter case and Unicode form', async ({ world }) => {
  const name = `Zoë${Date.now() % 100_000}`
  const first = await world.visitor().post('/api/auth/register', { ...newcomer(), username: name })
  expect(first.json.user.username).toBe(name)
  const decomposed = name.normalize('NFD').toUpperCase()
  const second = await world.visitor().post('/api/auth/register', { ...newcomer(), username: decomposed })
  expect(second.json.error.code).toBe('username_taken')
})

test.each([
  ['no e-mail', { password: 'long enough' }, 'email'],
  ['an e-mail that is a number', { email: 7, password: 'long enough' }, 'email'],
  ['an e-mail without a domain', { email: 'somebody@', password: 'long enough' }, 'email'],
  ['an e-mail with the Kelvin sign', { email: 'somebody@example.\u212Aom', password: 'long enough' }, 'email'],
  ['an e-mail with a zero-width space', { email: 'some\u200Bbody@example.com', password: 'long enough' }, 'email'],
  ['an e-mail with NUL', { email: 'some\0body@example.com', password: 'long enough' }, 'email'],
  ['a password of seven characters', { email: 'a@example.com', password: '1234567' }, 'password'],
  ['a 300-character password', { email: 'a@example.com', password: 'x'.repeat(300) }, 'password'],
  ['a password with NUL', { email: 'a@example.com', password: 'long\0enough' }, 'password'],
  ['a one-letter username', { email: 'a@example.com', password: 'long enough', username: 'a' }, 'username'],
  [
    'a username of 21 characters',
    { email: 'a@example.com', password: 'long enough', username: 'a'.repeat(21) },
    'username',
  ],
  ['an invisible username', { email: 'a@example.com', password: 'long enough', username: '\u3164\u3164' }, 'username'],
  ['a reserved username', { email: 'a@example.com', password: 'long enough', username: 'Admin' }, 'username'],
])('registering with %s is refused, and the response names the field', async (_, input, field) => {
  const { status, json } = await new World().visitor().post('/api/auth/register', input)
  expect(status).toBe(422)
  expect(json.error.code).toBe('validation_failed')
  expect(Object.keys(json.error.fields)).toEqual([field])
})

test('all 128 characters of a long password are compared, in any script', async ({ world }) => {
  const person = { ...newcomer(), password: '密码'.repeat(64) }
  expect((await world.visitor().post('/api/auth/register', person)).status).toBe(201)
  const almost = { email: person.email, password: `${'密码'.repeat(63)}密密` }
  expect((await world.visitor().post('/api/auth/login', almost)).status).toBe(401)
  expect((await world.visitor().post('/api/auth/login', person)).status).toBe(200)
})

test('check-email says whether an address is free and nothing about its user', async ({ world }) => {
  const user = await world.user()
  const browser = world.visitor()
  expect((await browser.post('/api/auth/check-email', { email: user.email?.toUpperCase() })).json).toEqual({
    available: false,
  })
  expect((await browser.post('/api/auth/check-email', { email: newcomer().email })).json).toEqual({ available: true })
})

test('registration is refused while the owner has closed it', async ({ world }) => {
  await world.setting('registration.enabled', false)
  const { status, json } = await world.visitor().post('/api/auth/register', newcomer())
  await world.setting('registration.enabled', true)
  expect([status, json.error.code]).toEqual([403, 'forbidden'])
})

test('the registration page shows a message while registration is closed', async ({ world }) => {
  const hasForm = async () => (await world.visitor().get('/register')).text.includes('POST /api/auth/register')
  expect(await hasForm()).toBe(true)
  await world.setting('registration.enabled', false)
  expect(await hasForm()).toBe(false)
  await world.setting('registration.enabled', true)
})

const newEmail = () => `ada${crypto.randomUUID().slice(0, 8)}@example.com`

test('registering with a guessable password is refused and creates no account', async ({ world }) => {
  const email = newEmail()
  for (const password of ['12345678', 'aaaaaaaa', 'qwertyuiop', email, email.split('@')[0]]) {
    const { status, json } = await world.visitor().post('/api/auth/register', { email, password })
    expect([status, Object.keys(json.error.fields ?? {})], password).toEqual([422, ['password']])
  }
  const named = await world.visitor().post('/api/auth/register', { email, password: 'Countess', username: 'countess' })
  expect(named.json.error.fields.password).toContain('easy to guess')
  expect((await world.visitor().post('/api/auth/register', { email, password: 'password' })).status).toBe(201)
})

test('changing to a guessable password is refused, and the reset link and the session stay valid', async () => {
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
