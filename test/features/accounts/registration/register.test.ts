import { tokenMailed } from '#test/mailbox.ts'
import { freshName } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { freshEmail, PASSWORD } from '#test/world.ts'

const newcomer = () => ({ email: `${crypto.randomUUID()}@Example.COM`, password: 'long enough' })

test('a new user is signed in after registering, at level 0 without exp or energy', async ({
  visitor,
}) => {
  const person = newcomer()
  const { status, json } = await visitor.post('/api/auth/register', {
    ...person,
    email: `  ${person.email} `,
  })
  expect(status).toBe(201)
  expect(json.user).toMatchObject({
    email: person.email.toLowerCase(),
    username: null,
    exp: 0,
    level: 0,
    energy: 0,
  })
  expect(json.user.uid).toBeGreaterThan(10_000)
  expect(json.user.display_name).toBe(`User ${json.user.uid}`)
  expect(json.expires_in).toBe(900)
  expect([...visitor.cookies.keys()].sort()).toEqual([
    'joule_at',
    'joule_csrf',
    'joule_device',
    'joule_rt',
  ])
  expect((await visitor.get('/api/settings/sessions')).json.items).toHaveLength(1)
})

test('concurrent registrations with one e-mail in any case, or with one username: one succeeds', async ({
  world,
}) => {
  const [{ email }, username] = [newcomer(), freshName()]
  for (const [code, people] of [
    ['email_taken', [{ email }, { email: email.toUpperCase() }, { email: email.toLowerCase() }]],
    ['username_taken', [{ username }, { username }, { username }]],
  ] as const) {
    const requests = people.map((one) =>
      world.visitor().post('/api/auth/register', { ...newcomer(), ...one }),
    )
    const outcomes = (await Promise.all(requests)).map(
      ({ status, json }) => json.error?.code ?? status,
    )
    expect(outcomes.toSorted()).toEqual([201, code, code])
  }
})

test.for([
  ['no e-mail', { email: undefined }],
  ['an e-mail that is a number', { email: 7 }],
  ['an e-mail without a domain', { email: 'unknown@' }],
  ['an e-mail with the Kelvin sign', { email: 'unknown@example.\u212Aom' }],
  ['an e-mail with a zero-width space', { email: 'some\u200Bbody@example.com' }],
  ['an e-mail with NUL', { email: 'some\0body@example.com' }],
  ['a password of seven characters', { password: '1234567' }],
  ['a 300-character password', { password: 'x'.repeat(300) }],
  ['a password with NUL', { password: 'long\0enough' }],
  ['a misleading username', { username: 'аdmin' }],
] as const)(
  'a registration with %s is refused, and the response names the field',
  async ([, wrong], { visitor }) => {
    const refusal = await refusalOf(visitor.post('/api/auth/register', { ...newcomer(), ...wrong }))
    expect(refusal).toEqual([422, ...Object.keys(wrong)])
  },
)

test('check-email returns whether an address is free, and nothing about its user', async ({
  user,
  visitor,
}) => {
  expect(
    (await visitor.post('/api/auth/check-email', { email: user.email?.toUpperCase() })).json,
  ).toEqual({
    available: false,
  })
  expect((await visitor.post('/api/auth/check-email', { email: newcomer().email })).json).toEqual({
    available: true,
  })
})

test('while the owner has closed the registration, it is refused and its page has no form', async ({
  world,
}) => {
  const hasForm = async () =>
    (await world.visitor().get('/register')).text.includes('POST /api/auth/register')
  expect(await hasForm()).toBe(true)
  await world.setting('registration.enabled', false)
  expect(await hasForm()).toBe(false)
  expect(await refusalOf(world.visitor().post('/api/auth/register', newcomer()))).toEqual([
    403,
    'forbidden',
  ])
  await world.setting('registration.enabled', true)
})

test('registering with a guessable password is refused and creates no account', async ({
  world,
}) => {
  const email = freshEmail()
  for (const password of ['12345678', 'aaaaaaaa', 'qwertyuiop', email, email.split('@')[0]]) {
    const request = world.visitor().post('/api/auth/register', { email, password })
    expect(await refusalOf(request), password).toEqual([422, 'password'])
  }
  const named = await world
    .visitor()
    .post('/api/auth/register', { email, password: 'Countess', username: 'countess' })
  expect(named.json.error.fields.password).toContain('easy to guess')
  expect(
    (await world.visitor().post('/api/auth/register', { email, password: 'password' })).status,
  ).toBe(201)
})

test('a password of 128 equal characters is long enough, but a long e-mail address is refused', async ({
  world,
}) => {
  const register = (email: string, password: string) =>
    world.visitor().post('/api/auth/register', { email, password })
  expect((await register(freshEmail(), 'a'.repeat(128))).status).toBe(201)
  const long = `${'someone'.repeat(3)}.${freshEmail()}`
  expect(await refusalOf(register(long, long))).toEqual([422, 'password'])
})

test('a change to a guessable password is refused, and its reset link stays valid', async ({
  world,
  member,
}) => {
  const email = member.user.email ?? ''
  const change = (new_password: string) =>
    member.put('/api/settings/password', { current_password: PASSWORD, new_password })
  expect((await change(email)).json.error.fields).toHaveProperty('new_password')
  expect((await change('87654321')).status).toBe(422)

  await world.visitor().post('/api/auth/forgot-password', { email })
  const token = await tokenMailed(world, email, 'reset')
  const reset = (new_password: string) =>
    world.visitor().post('/api/auth/reset-password', { token, new_password })
  expect((await reset(email.toUpperCase())).json.error.fields).toHaveProperty('new_password')
  expect((await reset('another one entirely')).status).toBe(204)
})
