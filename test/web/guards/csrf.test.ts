import { expect, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'

const write = '/api/settings/sessions/destroy-others'

test('the CSRF token of another session is refused, even in both cookie and header', async ({
  world,
}) => {
  const [victim, attacker] = await world.members([{}, {}])
  victim.cookies.set('joule_csrf', attacker.cookies.get('joule_csrf') ?? '')
  expect((await victim.post(write)).json.error.code).toBe('csrf_failed')
  await victim.get('/api/auth/csrf')
  expect((await victim.post(write)).status).toBe(200)
})

test('an anonymous CSRF token is refused for a session', async ({
  visitor: stranger,
  member: browser,
}) => {
  await stranger.get('/api/auth/csrf')
  browser.cookies.set('joule_csrf', stranger.cookies.get('joule_csrf') ?? '')
  expect((await browser.post(write)).json.error.code).toBe('csrf_failed')
})

test.each([
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
  ['a request of a sister site', { 'sec-fetch-site': 'same-site' }],
  ['a request that hides its site', { 'sec-fetch-site': '' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['a null origin', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
])('%s is refused even with a valid CSRF token', async (_, headers) => {
  const browser = await new World().member()
  expect((await browser.post(write, undefined, { headers })).json.error.code).toBe('csrf_failed')
})

test('a request with a bearer token needs no CSRF token, and its cookies are ignored', async ({
  world,
}) => {
  const browser = await world.member()
  const headers = { authorization: `Bearer ${browser.cookies.get('joule_at')}` }
  expect(
    (await world.visitor().post(write, undefined, { headers, withoutCsrf: true })).status,
  ).toBe(200)
  const bad = await browser.get('/api/settings/sessions', {
    headers: { authorization: 'Bearer nonsense' },
  })
  expect([bad.status, bad.json.error.code]).toEqual([401, 'unauthenticated'])
})

test('the CSRF token is constant for a session and issued only if it is missing', async ({
  member: browser,
}) => {
  const token = browser.cookies.get('joule_csrf')
  expect((await browser.get('/api/auth/csrf')).json.csrf_token).toBe(token)
  browser.cookies.delete('joule_csrf')
  expect((await browser.get('/api/auth/csrf')).json.csrf_token).toBe(token)
})

test('a CSRF token of an ended session is accepted for login', async ({ member: browser }) => {
  const leftover = browser.cookies.get('joule_csrf') ?? ''
  await browser.post('/api/auth/logout')
  browser.cookies.set('joule_csrf', leftover)
  const credentials = { email: browser.user.email, password: PASSWORD }
  expect((await browser.post('/api/auth/login', credentials)).status).toBe(200)
})

test('a CSRF token of another active session is refused for login', async ({
  member: attacker,
  visitor: victim,
}) => {
  victim.cookies.set('joule_csrf', attacker.cookies.get('joule_csrf') ?? '')
  const credentials = { email: attacker.user.email, password: PASSWORD }
  expect((await victim.post('/api/auth/login', credentials)).json.error.code).toBe('csrf_failed')
})

test('without a session the 401 check runs before the CSRF check, except on /api/auth', async () => {
  const stranger = new World().visitor()
  expect((await stranger.post(write, undefined, { withoutCsrf: true })).status).toBe(401)
  const login = await stranger.post('/api/auth/login', { email: 'x' }, { withoutCsrf: true })
  expect(login.json.error.code).toBe('csrf_failed')
})

test('an <img> request gets images only, for every viewer and spelling of the URL', async ({
  member,
}) => {
  for (const path of ['/api/settings/export', '/api/messages/unread', '/settings', '/'])
    expect((await member.get(path, { headers: { 'sec-fetch-dest': 'image' } })).status).toBe(404)
  expect((await member.get('/api/settings/export')).status).toBe(200)
})
