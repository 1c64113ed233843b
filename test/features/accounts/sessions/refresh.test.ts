import { DAY, MINUTE, SECOND } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import type { World } from '#test/world.ts'

test('an expired access token gets 401, and a refresh issues a new one', async ({
  world,
  member,
}) => {
  world.wait(15 * MINUTE)
  expect(await refusalOf(member.get('/api/settings/sessions'))).toEqual([401, 'session_expired'])
  const csrf = member.cookies.get('joule_csrf')
  const { status, json } = await member.post('/api/auth/refresh')
  expect(status).toBe(200)
  expect(json.csrf_token).toBe(csrf)
  expect((await member.get('/api/settings/sessions')).status).toBe(200)
})

test('an API client refreshes with the token in the body', async ({ world, user, visitor }) => {
  const { json } = await visitor.logIn(user.email)
  const bearer = { authorization: `Bearer ${json.access_token}` }
  const response = await world
    .visitor()
    .post('/api/auth/refresh', { refresh_token: json.refresh_token }, { headers: bearer })
  expect(response.status).toBe(200)
  expect(response.json.refresh_token).not.toBe(json.refresh_token)
})

test('concurrent refreshes of two tabs get the same token', async ({ member }) => {
  const responses = await Promise.all([1, 2, 3, 4].map(() => member.post('/api/auth/refresh')))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(responses.map(({ json }) => json.refresh_token)).size).toBe(1)
})

test('the previous refresh token is accepted for a minute, without another rotation', async ({
  world,
  member,
}) => {
  const replaced = member.cookies.get('joule_rt') ?? ''
  const current = (await member.post('/api/auth/refresh')).json.refresh_token
  world.wait(60 * SECOND)
  member.cookies.set('joule_rt', replaced)
  expect((await member.post('/api/auth/refresh')).json.refresh_token).toBe(current)
})

test('the previous refresh token ends the session after its grace minute', async ({
  world,
  member,
}) => {
  const replaced = member.cookies.get('joule_rt') ?? ''
  await member.post('/api/auth/refresh')
  world.wait(61 * SECOND)
  const thief = world.visitor()
  thief.cookies.set('joule_rt', replaced)
  expect((await thief.post('/api/auth/refresh')).json.error.code).toBe('session_expired')
  expect((await member.post('/api/auth/refresh')).json.error.code).toBe('session_expired')
})

test('a refresh token two generations old ends the session immediately', async ({ member }) => {
  const old = member.cookies.get('joule_rt') ?? ''
  await member.post('/api/auth/refresh')
  await member.post('/api/auth/refresh')
  member.cookies.set('joule_rt', old)
  const response = await member.post('/api/auth/refresh')
  expect(response.json.error.code).toBe('session_expired')
  expect(member.cookies.has('joule_rt')).toBe(false)
})

test('a forged refresh token is refused and does not end the session', async ({
  member,
  visitor: forger,
}) => {
  const [sid, , mac] = (member.cookies.get('joule_rt') ?? '').split('.')
  for (const forged of [
    `${sid}.0.${mac}`,
    `${sid}.2.${mac}`,
    `${sid}.1.`,
    'x',
    '',
    '.'.repeat(400),
  ]) {
    forger.cookies.set('joule_rt', forged)
    expect((await forger.post('/api/auth/refresh')).status).toBe(401)
    forger.cookies.set('joule_rt', forged)
    expect((await forger.post('/api/auth/refresh', { refresh_token: forged })).status).toBe(401)
    expect(forger.cookies.has('joule_rt')).toBe(false)
  }
  expect((await member.get('/api/settings/sessions')).status).toBe(200)
})

test('each refresh extends a session to 30 days, up to 90 days in total', async ({ world }) => {
  const [idle, busy] = await world.members([{}, {}])
  for (let month = 0; month < 3; month++) {
    world.wait(29 * DAY)
    expect((await busy.post('/api/auth/refresh')).status).toBe(200)
  }
  expect((await idle.post('/api/auth/refresh')).status).toBe(401)
  world.wait(3 * DAY + MINUTE)
  expect((await busy.post('/api/auth/refresh')).status).toBe(401)
})

test('a page load with an expired access token refreshes the session', async ({
  world,
  member,
}) => {
  world.wait(20 * MINUTE)
  const before = member.cookies.get('joule_rt')
  const response = await member.get('/settings?tab=sessions')
  expect(response.status).toBe(200)
  expect(member.cookies.get('joule_rt')).not.toBe(before)
  expect((await member.get('/api/settings/sessions')).status).toBe(200)
})

const LATER = 'JOULE_SECRET_20270131'

/** Changes the secrets of the site, as a deployment does. */
function withSecrets(world: World, secrets: Record<string, string | undefined>): void {
  Object.assign(world, { env: { ...world.env, ...secrets } })
}

test('a session survives a rotation of the site secret and uses the new one', async ({
  world,
  member,
}) => {
  const before = member.cookies.get('joule_at')
  withSecrets(world, { [LATER]: 'the secret after the leak' })
  expect((await member.get('/api/messages')).status).toBe(200)
  expect(
    (await member.put('/api/settings/notify-prefs', { kind: 'like', enabled: false })).status,
  ).toBe(200)
  expect((await member.post('/api/auth/refresh', {})).status).toBe(200)
  expect(member.cookies.get('joule_at')).not.toBe(before)

  withSecrets(world, { JOULE_SECRET: undefined })
  expect((await member.get('/api/messages')).status).toBe(200)
  expect(
    (await member.put('/api/settings/notify-prefs', { kind: 'like', enabled: false })).status,
  ).toBe(200)
})

test('a token signed with a removed secret is refused', async ({ world, member }) => {
  withSecrets(world, { [LATER]: 'the secret after the leak', JOULE_SECRET: undefined })
  expect((await member.get('/api/messages')).json.error.code).toBe('unauthenticated')
  member.cookies.delete('joule_csrf')
  expect((await member.post('/api/auth/refresh', {})).status).toBe(401)
})

test('the newest secret signs, regardless of the order of the variables', async ({ world }) => {
  const { JOULE_SECRET } = world.env
  withSecrets(world, {
    [LATER]: 'the secret after the leak',
    JOULE_SECRET_20260101: 'the one between',
  })
  const browser = await world.member()
  withSecrets(world, { [LATER]: undefined, JOULE_SECRET })
  expect((await browser.get('/api/messages')).status).toBe(401)
})
