import { oneAtATime } from '#kernel/one-at-a-time.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { expect, test } from '#test/test.ts'
import { freshEmail, PASSWORD, plainForm, type Sent } from '#test/world.ts'
import { addressLimits } from '#web/limits/limits.ts'

test('a member logs in and out, and the session ends with the logout', async ({
  world,
  user,
  visitor,
}) => {
  const { status, json } = await visitor.logIn(user.email)
  expect([status, json.user.uid]).toEqual([200, user.uid])
  const stolen = visitor.cookies.get('joule_at')
  expect((await visitor.post('/api/auth/logout')).status).toBe(204)
  expect(visitor.cookies.has('joule_at')).toBe(false)
  expect(visitor.cookies.has('joule_rt')).toBe(false)
  const thief = world.visitor()
  const bearer = { authorization: `Bearer ${stolen}` }
  expect((await thief.get('/api/settings/sessions', { headers: bearer })).json.error.code).toBe(
    'session_expired',
  )
  expect((await thief.post('/api/auth/logout')).status, 'without a session').toBe(204)
})

test('a wrong password and an unknown e-mail get the same response', async ({ world, user }) => {
  const wrong = await world.visitor().logIn(user.email, 'not this one')
  const unknown = await world.visitor().logIn('unknown@example.com', 'not this')
  expect([wrong.status, wrong.json]).toEqual([unknown.status, unknown.json])
  expect(wrong.json.error.code).toBe('invalid_credentials')
})

test('five failures for one e-mail block it for that IP address, even with the right password', async ({
  world,
}) => {
  const [target, other] = await world.users([{}, {}])
  const browser = world.visitor()
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await browser.logIn(target.email, 'guess')).status).toBe(401)
  }
  const blocked = await browser.logIn(target.email)
  expect([blocked.status, blocked.json.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await browser.logIn(other.email)).status).toBe(200)
  expect((await world.visitor().logIn(target.email)).status).toBe(200)
  world.wait(901_000)
  expect((await browser.logIn(target.email)).status).toBe(200)
})

test('ten failures, also concurrent ones, block an IP address until a registration', async ({
  user,
  visitor,
}) => {
  await visitor.get('/api/auth/csrf')
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      visitor.post('/api/auth/login', { email: `n${n}@example.com`, password: 'guess' }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5)
  const credentials = { email: user.email, password: PASSWORD }
  expect((await visitor.post('/api/auth/login', credentials)).status).toBe(429)
  const newcomer = { email: freshEmail(), password: 'long enough' }
  expect((await visitor.post('/api/auth/register', newcomer)).status).toBe(201)
  expect((await visitor.post('/api/auth/login', credentials)).status).toBe(200)
})

test('after a hundred failures for one e-mail address, one login a minute is allowed until a login succeeds', async ({
  world,
}) => {
  const user = await world.user()
  const attempt = (password: string) => world.visitor().logIn(user.email, password)
  const attempts = async (...passwords: string[]) =>
    (await Promise.all(passwords.map(attempt))).map((a) => a.status)
  expect(await attempts('guess')).toEqual([401])
  await useUp(world, `email:${user.email}`, 'login-failure-anywhere', 1)
  expect((await attempts('guess', 'guess', 'guess')).sort()).toEqual([401, 429, 429])
  const paused = await attempt(PASSWORD)
  expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '60'])
  world.wait(61_000)
  expect((await attempts('guess', 'guess')).sort()).toEqual([401, 429])
  world.wait(61_000)
  expect((await attempt(PASSWORD)).status).toBe(200)
  expect((await attempt('guess')).status).toBe(401)
  expect((await attempt(PASSWORD)).status).toBe(200)
})

test('password guesses from many IP addresses do not lock out a device that has logged in before', async ({
  world,
}) => {
  const [device, email] = [world.visitor(), freshEmail()]
  await device.post('/api/auth/register', { email, password: PASSWORD })
  await device.post('/api/auth/logout')
  await useUp(world, `email:${email}`, 'login-failure-anywhere')
  await world.visitor().logIn(email, 'guess')
  device.ip = world.visitor().ip
  expect((await world.visitor().logIn(email)).status).toBe(429)
  expect((await device.logIn(email)).status).toBe(200)
  // A device cookie of another account, an invented one and an unsigned one do not help.
  const stranger = world.visitor()
  await stranger.post('/api/auth/register', { email: freshEmail(), password: PASSWORD })
  expect((await stranger.logIn(email)).status).toBe(429)
  const [id = ''] = (device.cookies.get('joule_device') ?? '').split('.')
  for (const value of ['A'.repeat(22), id, `${id}.${'A'.repeat(43)}`]) {
    const forger = world.visitor()
    forger.cookies.set('joule_device', value)
    expect((await forger.logIn(email)).status).toBe(429)
  }
})

test('a device that has logged in before has a login limit of its own, for all IP addresses together', async ({
  world,
}) => {
  const [device, email] = [world.visitor(), freshEmail()]
  await device.post('/api/auth/register', { email, password: PASSWORD })
  const { most, seconds } = RATE_RULES['login-failure-of-device']
  const attempt = (password: string) => {
    device.ip = world.visitor().ip
    return device.logIn(email, password)
  }
  for (let n = 0; n < most; n++) expect((await attempt('guess')).status).toBe(401)
  expect((await attempt(PASSWORD)).status).toBe(429)
  // Other devices are not affected.
  expect((await world.visitor().logIn(email)).status).toBe(200)
  world.wait(seconds * 1000)
  expect((await attempt(PASSWORD)).status).toBe(200)
})

test.for([
  ['/api/auth/login', 'login-failure'],
  ['/api/auth/register', 'registration'],
] as const)(
  '%s responds with 429 before it validates the input',
  async ([path, rule], { world, visitor }) => {
    const { seconds } = RATE_RULES[rule]
    await useUp(world, `ip:${visitor.ip}`, rule, 1)
    for (const input of [{}, { email: 'none' }])
      expect((await visitor.post(path, input)).status).toBe(422)
    await addressLimits({ env: world.env, var: { ip: visitor.ip, now: world.now } }).take(rule)
    const refused = await visitor.post(path, {})
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
    world.wait(seconds * 1000)
    expect((await visitor.post(path, {})).status).toBe(422)
  },
)

test('addresses of one IPv6 /64 network share one rate limit', async ({
  world,
  visitor: neighbour,
}) => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const browser = world.visitor()
    browser.ip = `2001:db8:5:${world.now.getTime() % 65536}::${attempt + 1}`
    await browser.post('/api/auth/login', { email: `v${attempt}@example.com`, password: 'guess' })
  }
  neighbour.ip = `2001:db8:5:${world.now.getTime() % 65536}:ffff::1`
  expect((await neighbour.logIn('w@example.com', 'guess')).status).toBe(429)
})

test('check-email is limited to thirty requests a minute from one IP address', async ({
  world,
  visitor,
}) => {
  expect(RATE_RULES['check-email']).toEqual({ most: 30, seconds: 60 })
  await useUp(world, `ip:${visitor.ip}`, 'check-email', 1)
  const check = async () =>
    (await visitor.post('/api/auth/check-email', { email: 'a@example.com' })).status
  expect([await check(), await check()]).toEqual([200, 429])
})

test('without JavaScript, a refused login or registration shows the error and the e-mail', async ({
  world,
}) => {
  const email = freshEmail()
  const login = await world.visitor().submit('/login', { email, password: 'not this one' })
  expect(login.status).toBe(401)
  expect(login.text).toMatch(/<form [^>]*id="login"[\s\S]*class="notice danger"/)
  expect(login.text).toContain(`value="${email}"`)
  const register = await world.visitor().submit('/register', { email, password: '12345678' })
  expect(register.status).toBe(422)
  expect(register.text).toMatch(/id="password-error"(?![^>]*hidden)[^>]*>[^<]*easy to guess/)
  expect(register.text).toContain(`value="${email}"`)
})

test('a form without an Origin header cannot log in, because it may come from another site', async ({
  world,
  member,
}) => {
  const form = plainForm({ email: member.user.email ?? '', password: PASSWORD })
  const login = (sent: Sent) =>
    world.visitor().send('POST', '/login', { ...sent, withoutCsrf: true })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await login({ ...form, headers })).status).toBe(403)
  expect((await login(form)).status).toBe(303)
})

test('of concurrent password changes with one current password exactly one succeeds, and its session survives', async ({
  world,
  user,
}) => {
  const sessions = []
  for (let n = 0; n < 4; n++) sessions.push(await world.visitor().signIn(user))
  const change = (n: number) => ({ current_password: PASSWORD, new_password: `quiet river ${n}` })
  // While this piece of long work runs, no password is compared. So all requests read the hash
  // before one of them changes it.
  const { promise: allHaveRead, resolve: letCompare } = Promise.withResolvers<void>()
  let reads = 0
  world.env.DB = watched(world.env.DB, (sql) => {
    if (sql.includes('SELECT password_hash FROM users') && ++reads === 4) letCompare()
  })
  const [, ...responses] = await Promise.all([
    oneAtATime('passwords', () => allHaveRead),
    ...sessions.map((session, n) => session.put('/api/settings/password', change(n))),
  ])
  const statuses = responses.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 401, 401, 401])
  const winner = statuses.indexOf(204)
  expect((await sessions[winner]?.get('/api/settings/sessions'))?.json.items).toHaveLength(1)
  const logIn = (n: number) => world.visitor().logIn(user.email, `quiet river ${n}`)
  expect((await logIn(winner)).status).toBe(200)
  expect((await logIn((winner + 1) % 4)).status).toBe(401)
})

/** A database that reports each statement before it is sent. */
function watched<Source extends D1Database | D1DatabaseSession>(
  source: Source,
  report: (sql: string) => void,
): Source {
  return new Proxy(source, {
    get: (target, name) => {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        if (name === 'prepare') report(String(given[0]))
        const result = member.apply(target, given)
        return name === 'withSession' ? watched(result, report) : result
      }
    },
  })
}
