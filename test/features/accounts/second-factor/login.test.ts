import { sql } from 'drizzle-orm'
import { CHALLENGE_LIFETIME } from '#features/accounts/login/login.ts'
import { CHALLENGE_TRIES } from '#kernel/rate-limits.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { type Client, PASSWORD, World } from '#test/world.ts'
import { challengeOf, memberWithApp } from './app.ts'

const verify = (browser: Client, challenge: string, code: string) =>
  browser.post('/api/auth/login/verify', { challenge, code })

test('with two-step verification, a right password returns a challenge without a session, and a right code opens one session', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const browser = world.visitor()
  const challenge = await challengeOf(browser, member.user)
  expect(browser.cookies.has('joule_at')).toBe(false)
  const code = await app.code()
  const { status, json } = await verify(browser, challenge, code)
  expect([status, json.user.uid]).toEqual([200, member.user.uid])
  expect((await browser.get('/api/level/info')).status).toBe(200)
  expect((await verify(world.visitor(), challenge, code)).json.error.code).toBe('session_expired')
  const again = await challengeOf(world.visitor(), member.user)
  expect(await refusalOf(verify(world.visitor(), again, code))).toEqual([422, 'code'])
})

test('concurrent logins with one code: exactly one succeeds', async ({ world }) => {
  const { member, app } = await memberWithApp(world)
  const challenges = [
    await challengeOf(world.visitor(), member.user),
    await challengeOf(world.visitor(), member.user),
  ]
  const code = await app.code()
  const browsers = challenges.map(() => world.visitor())
  for (const browser of browsers) await browser.get('/api/auth/csrf')
  const requests = browsers.map((browser, at) => verify(browser, challenges[at] ?? '', code))
  expect((await statusesOf(requests)).filter((status) => status === 200)).toHaveLength(1)
})

test('a code of the current or the next time step is accepted, and a code of another step is refused', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const statusOf = async (challenge: string, drift: number) =>
    (await verify(world.visitor(), challenge, await app.code(drift))).status
  const challenge = await challengeOf(world.visitor(), member.user)
  // The code of one step ago confirmed the setup, so it is used up.
  for (const drift of [-2, -1, 2]) expect(await statusOf(challenge, drift), `${drift}`).toBe(422)
  expect(await statusOf(challenge, 0)).toBe(200)
  expect(await statusOf(await challengeOf(world.visitor(), member.user), 1)).toBe(200)
  world.wait(90_000)
  const later = await challengeOf(world.visitor(), member.user)
  expect(await statusOf(later, -1), 'of a clock that is half a minute slow').toBe(200)
})

test('a recovery code logs in once, also typed in capitals and without hyphens', async ({
  world,
}) => {
  const { member, codes } = await memberWithApp(world)
  expect(new Set(codes).size).toBe(10)
  const code = (codes[3] ?? '').toUpperCase().replaceAll('-', ' ')
  const challenge = await challengeOf(world.visitor(), member.user)
  expect((await verify(world.visitor(), challenge, code)).status).toBe(200)
  const again = await challengeOf(world.visitor(), member.user)
  expect((await verify(world.visitor(), again, code)).status).toBe(422)
  const page = await member.get('/settings?tab=security')
  expect(page.text).toMatch(/9\s*\/\s*10/)
})

test('after five wrong codes a challenge is refused, also with the right code', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const challenge = await challengeOf(world.visitor(), member.user)
  for (let tries = 0; tries < CHALLENGE_TRIES; tries++) {
    expect((await verify(world.visitor(), challenge, 'not this')).status).toBe(422)
  }
  expect(await refusalOf(verify(world.visitor(), challenge, await app.code()))).toEqual([
    401,
    'session_expired',
  ])
})

test('a challenge expires after five minutes, and the cron deletes it', async ({ world }) => {
  const { member, app } = await memberWithApp(world)
  const challenge = await challengeOf(world.visitor(), member.user)
  world.wait(CHALLENGE_LIFETIME)
  expect((await verify(world.visitor(), challenge, await app.code())).json.error.code).toBe(
    'session_expired',
  )
  await runOnly(['end expired tokens'], world.env, world.now)
  expect(
    await world.db.all(sql`SELECT 1 FROM login_challenges WHERE user_id = ${member.user.uid}`),
  ).toEqual([])
})

test('attempts with many challenges of one user are rate limited', async ({ world }) => {
  const { member } = await memberWithApp(world)
  await useUp(world, `user:${member.user.uid}`, 'second-factor')
  const guess = async (challenge: string) =>
    (await verify(world.visitor(), challenge, '000000')).status
  const challenges = [
    await challengeOf(world.visitor(), member.user),
    await challengeOf(world.visitor(), member.user),
  ]
  // Above the limit, one guess is allowed every two minutes.
  expect([await guess(challenges[0] ?? ''), await guess(challenges[1] ?? '')]).toEqual([422, 429])
})

test('a new password invalidates the challenge of a login, and two-step verification stays on', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const challenge = await challengeOf(world.visitor(), member.user)
  await member.put('/api/settings/password', { current_password: PASSWORD, new_password: PASSWORD })
  expect((await verify(world.visitor(), challenge, await app.code())).json.error.code).toBe(
    'session_expired',
  )
  await challengeOf(world.visitor(), member.user)
})

test.each(['', '000000'])(
  'without JavaScript the wrong code “%s” shows an error at its field',
  async (code) => {
    const world = new World()
    const { member } = await memberWithApp(world)
    const browser = world.visitor()
    const challenge = await challengeOf(browser, member.user)
    const { status, text } = await browser.submit('/login/code', { challenge, code })
    expect(status).toBe(422)
    expect(text).toMatch(
      new RegExp(`value="${challenge}"[^]*name="code"[^>]* aria-invalid="true" autofocus`),
    )
    expect(text).toMatch(/id="code-error"[^>]*>[^<]/)
  },
)

test('a deleted account with two-step verification can be restored only with a code', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  const browser = world.visitor()
  const challenge = await challengeOf(browser, member.user)
  const refused = await verify(browser, challenge, await app.code())
  expect([refused.status, refused.json.error.code]).toEqual([409, 'account_pending_deletion'])
  const { restore_token } = refused.json.error
  expect((await browser.post('/api/auth/confirm-restore', { restore_token })).status).toBe(200)
})
