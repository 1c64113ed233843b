import { RATE_RULES } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD, plainForm, World } from '#test/world.ts'
import { addressLimits } from '#web/limits/limits.ts'

test('a member logs in and out, and the session ends with the logout', async ({ world }) => {
  const user = await world.user()
  const browser = world.visitor()
  const { status, json } = await browser.post('/api/auth/login', { email: user.email, password: PASSWORD })
  expect([status, json.user.uid]).toEqual([200, user.uid])
  const stolen = browser.cookies.get('joule_at')
  expect((await browser.post('/api/auth/logout')).status).toBe(204)
  expect(browser.cookies.has('joule_at')).toBe(false)
  expect(browser.cookies.has('joule_rt')).toBe(false)
  const thief = world.visitor()
  const bearer = { authorization: `Bearer ${stolen}` }
  expect((await thief.get('/api/settings/sessions', { headers: bearer })).json.error.code).toBe('session_expired')
})

test('logging out without a session succeeds', async () => {
  expect((await new World().visitor().post('/api/auth/logout')).status).toBe(204)
})

test('a wrong password and an unknown e-mail get the same response', async ({ world }) => {
  const user = await world.user()
  const wrong = await world.visitor().post('/api/auth/login', { email: user.email, password: 'not this one' })
  const unknown = await world.visitor().post('/api/auth/login', { email: 'nobody@example.com', password: 'not this' })
  expect([wrong.status, wrong.json]).toEqual([unknown.status, unknown.json])
  expect(wrong.json.error.code).toBe('invalid_credentials')
})

test('a banned member can log in', async ({ world }) => {
  const user = await world.user({ status: 'banned' })
  const { status, json } = await world.visitor().post('/api/auth/login', { email: user.email, password: PASSWORD })
  expect([status, json.user.status]).toEqual([200, 'banned'])
})

test('five failures for one e-mail block further logins to it from that IP address, even with the right password', async () => {
  const world = new World()
  const [target, other] = await world.users([{}, {}])
  const browser = world.visitor()
  for (let attempt = 0; attempt < 5; attempt++) {
    expect((await browser.post('/api/auth/login', { email: target.email, password: 'guess' })).status).toBe(401)
  }
  const blocked = await browser.post('/api/auth/login', { email: target.email, password: PASSWORD })
  expect([blocked.status, blocked.json.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800)
  expect((await browser.post('/api/auth/login', { email: other.email, password: PASSWORD })).status).toBe(200)
  expect((await world.visitor().post('/api/auth/login', { email: target.email, password: PASSWORD })).status).toBe(200)
  world.wait(901_000)
  expect((await browser.post('/api/auth/login', { email: target.email, password: PASSWORD })).status).toBe(200)
})

test('ten failures from one IP address block its logins, also if they are concurrent, and a registration lifts the block', async () => {
  const world = new World()
  const user = await world.user()
  const browser = world.visitor()
  await browser.get('/api/auth/csrf')
  const guesses = await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      browser.post('/api/auth/login', { email: `n${n}@example.com`, password: 'guess' }),
    ),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5)
  const credentials = { email: user.email, password: PASSWORD }
  expect((await browser.post('/api/auth/login', credentials)).status).toBe(429)
  const newcomer = { email: `${crypto.randomUUID()}@example.com`, password: 'long enough' }
  expect((await browser.post('/api/auth/register', newcomer)).status).toBe(201)
  expect((await browser.post('/api/auth/login', credentials)).status).toBe(200)
})

test('after a hundred failures for one e-mail, one login a minute is allowed until one succeeds', async ({ world }) => {
  const user = await world.user()
  const attempt = (password: string) => world.visitor().post('/api/auth/login', { email: user.email, password })
  const attempts = async (...passwords: string[]) => (await Promise.all(passwords.map(attempt))).map((a) => a.status)
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

test.each([
  ['/api/auth/login', 'login-failure'],
  ['/api/auth/register', 'registration'],
] as const)('%s responds with 429 before it validates the input', async (path, rule) => {
  const world = new World()
  const browser = world.visitor()
  const { seconds } = RATE_RULES[rule]
  await useUp(world, `ip:${browser.ip}`, rule, 1)
  for (const input of [{}, { email: 'none' }]) expect((await browser.post(path, input)).status).toBe(422)
  await addressLimits({ env: world.env, var: { ip: browser.ip, now: world.now } }).take(rule)
  const refused = await browser.post(path, {})
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
  world.wait(seconds * 1000)
  expect((await browser.post(path, {})).status).toBe(422)
})

test('addresses of one IPv6 /64 network share one rate limit', async ({ world }) => {
  for (let attempt = 0; attempt < 10; attempt++) {
    const browser = world.visitor()
    browser.ip = `2001:db8:5:${world.now.getTime() % 65536}::${attempt + 1}`
    await browser.post('/api/auth/login', { email: `v${attempt}@example.com`, password: 'guess' })
  }
  const neighbour = world.visitor()
  neighbour.ip = `2001:db8:5:${world.now.getTime() % 65536}:ffff::1`
  expect((await neighbour.post('/api/auth/login', { email: 'w@example.com', password: 'guess' })).status).toBe(429)
})

test('check-email is limited to thirty requests a minute from one IP address', async ({ world, visitor }) => {
  expect(RATE_RULES['check-email']).toEqual({ most: 30, seconds: 60 })
  await useUp(world, `ip:${visitor.ip}`, 'check-email', 1)
  const check = async () => (await visitor.post('/api/auth/check-email', { email: 'a@example.com' })).status
  expect([await check(), await check()]).toEqual([200, 429])
  world.wait(60_000)
  expect(await check()).toBe(200)
})

test('without JavaScript, a refused login or registration shows the error in the form and keeps the e-mail', async () => {
  const world = new World()
  const email = `${crypto.randomUUID()}@example.com`
  const login = await world.visitor().send('POST', '/login', plainForm({ email, password: 'not this one' }))
  expect(login.status).toBe(401)
  expect(login.text).toMatch(/<form [^>]*id="login"[\s\S]*class="notice danger"/)
  expect(login.text).toContain(`value="${email}"`)
  const register = await world.visitor().send('POST', '/register', plainForm({ email, password: '12345678' }))
  expect(register.status).toBe(422)
  expect(register.text).toMatch(/id="password-error"(?![^>]*hidden)[^>]*>[^<]*easy to guess/)
  expect(register.text).toContain(`value="${email}"`)
})
