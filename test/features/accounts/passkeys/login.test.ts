import { sql } from 'drizzle-orm'
import { RESTORE_PERIOD } from '#features/accounts/deletion/deletion.ts'
import { PASSKEY_CHALLENGE_LIFETIME } from '#features/accounts/passkeys/webauthn.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { PASSWORD, type World } from '#test/world.ts'
import { memberWithApp } from '../second-factor/app.ts'
import { newDevice, PRESENT } from './device.ts'
import { addPasskey, logInWith, memberWithPasskey } from './member.ts'

test('a passkey logs in without a password, and its last use is shown', async ({
  world,
  visitor: browser,
}) => {
  const { member, device } = await memberWithPasskey(world)
  world.wait(60_000)
  const { status, json } = await logInWith(browser, device)
  expect([status, json.user.uid]).toEqual([200, member.user.uid])
  const { items } = (await browser.get('/api/settings/passkeys')).json
  expect(items).toMatchObject([{ name: 'a key', last_used_at: world.now.toISOString() }])
  expect(items[0].created_at < items[0].last_used_at).toBe(true)
})

test('a passkey login asks for a code only if the device did not verify its user', async ({
  world,
}) => {
  const { member, app } = await memberWithApp(world)
  const device = await newDevice()
  await addPasskey(member, device)
  expect((await logInWith(world.visitor(), device)).status).toBe(200)
  const browser = world.visitor()
  const { status, json } = await logInWith(browser, device, { flags: PRESENT })
  expect([status, json.methods, browser.cookies.has('joule_at')]).toEqual([
    202,
    ['totp', 'recovery_code'],
    false,
  ])
  const verify = { challenge: json.challenge, code: await app.code() }
  expect((await browser.post('/api/auth/login/verify', verify)).status).toBe(200)
})

test('without two-step verification, a passkey login without user verification needs no code', async ({
  world,
}) => {
  const { device } = await memberWithPasskey(world)
  expect((await logInWith(world.visitor(), device, { flags: PRESENT })).status).toBe(200)
})

test('a passkey login from an unknown device sends the mail about a new device', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world, { isVerified: true })
  await logInWith(world.visitor(), device)
  await logInWith(Object.assign(world.visitor(), { userAgent: 'another one' }), device)
  const kinds = (await mailTo(world, member.user.email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['sign_in', 'security'])
})

test('a challenge is valid for one browser, five minutes and one response', async ({ world }) => {
  const { device } = await memberWithPasskey(world)
  const [browser, other] = [world.visitor(), world.visitor()]
  await other.post('/api/auth/passkey/options')
  const assertion = async () => device.sign((await browser.post('/api/auth/passkey/options')).json)
  const first = await assertion()
  expect(await refusalOf(other.post('/api/auth/passkey', { response: first }))).toEqual([
    401,
    'session_expired',
  ])
  expect((await browser.post('/api/auth/passkey', { response: first })).status).toBe(200)
  await browser.post('/api/auth/logout')
  expect(await refusalOf(browser.post('/api/auth/passkey', { response: first }))).toEqual([
    401,
    'session_expired',
  ])
  expect(browser.cookies.has('joule_at')).toBe(false)
  const late = await assertion()
  world.wait(PASSKEY_CHALLENGE_LIFETIME)
  expect((await browser.post('/api/auth/passkey', { response: late })).json.error.code).toBe(
    'session_expired',
  )
  await runOnly(['end expired tokens'], world.env, world.now)
  expect(
    await world.db.all(
      sql`SELECT 1 FROM spent_challenges WHERE expires_at <= ${world.now.toISOString()}`,
    ),
  ).toEqual([])
})

test('concurrent logins with one signed response: exactly one opens a session', async ({
  world,
  visitor: browser,
}) => {
  const { member, device } = await memberWithPasskey(world)
  const response = await device.sign((await browser.post('/api/auth/passkey/options')).json)
  const send = () => browser.post('/api/auth/passkey', { response })
  expect(await statusesOf([send(), send(), send(), send()])).toEqual([200, 401, 401, 401])
  const opened = await world.db.all(sql`SELECT 1 FROM sign_ins WHERE user_id = ${member.user.uid}`)
  expect(opened).toHaveLength(1)
})

test('a login response of another site, account or passkey is refused', async ({
  world,
  visitor: browser,
}) => {
  const [{ device }, { device: other }] = [
    await memberWithPasskey(world),
    await memberWithPasskey(world),
  ]
  for (const situation of [
    { origin: 'https://joule.test.evil.example' },
    { userHandle: 'MTAwMDE' },
  ]) {
    expect(await refusalOf(logInWith(browser, device, situation))).toEqual([
      401,
      'invalid_credentials',
    ])
  }
  const options = (await browser.post('/api/auth/passkey/options')).json
  const [good, { id, rawId, response: foreign }] = [
    await device.sign(options),
    await other.sign(options),
  ]
  const { userHandle } = good.response
  for (const forged of [
    { ...good, response: { ...foreign, userHandle } },
    { ...good, rawId },
    { ...good, id, rawId },
  ]) {
    expect(await refusalOf(browser.post('/api/auth/passkey', { response: forged }))).toEqual([
      401,
      'invalid_credentials',
    ])
  }
  expect((await browser.post('/api/auth/passkey', { response: good })).status).toBe(200)
})

test('a challenge that this site did not issue for a login is refused', async ({
  world,
  visitor: browser,
}) => {
  const { member, device } = await memberWithPasskey(world)
  await browser.post('/api/auth/passkey/options')
  const made = (await member.post('/api/settings/passkeys/options', { password: PASSWORD })).json
    .challenge
  for (const challenge of [btoa('made up').replaceAll('=', ''), '', made]) {
    const response = await browser.post('/api/auth/passkey', {
      response: await device.sign({ challenge }),
    })
    expect([response.status, response.json.error.code]).toEqual([401, 'session_expired'])
  }
})

test('failed passkey logins are rate limited', async ({ world, visitor: browser }) => {
  const { device } = await memberWithPasskey(world)
  const response = await device.sign({ challenge: '' })
  await useUp(world, `ip:${browser.ip}`, 'token', 1)
  const statuses: number[] = []
  for (let tries = 0; tries < 2; tries++) {
    statuses.push((await browser.post('/api/auth/passkey', { response })).status)
  }
  expect(statuses).toEqual([401, 429])
})

const counterOf = async (world: World, id: number) =>
  (await world.db.first(sql<{ counter: number }>`SELECT counter FROM passkeys WHERE id = ${id}`))
    ?.counter

test('a signature counter that does not increase is refused, because the passkey may be cloned', async ({
  world,
}) => {
  const { device, id } = await memberWithPasskey(world, { counter: 7 })
  expect((await logInWith(world.visitor(), device)).status).toBe(200)
  expect(await counterOf(world, id)).toBe(8)
  for (const counter of [8, 7, 1, 0]) {
    expect(await refusalOf(logInWith(world.visitor(), device, { counter }))).toEqual([
      401,
      'invalid_credentials',
    ])
  }
  expect(await counterOf(world, id)).toBe(8)
  expect((await logInWith(world.visitor(), device, { counter: 2 ** 32 - 1 })).status).toBe(200)
})

test('concurrent logins of a device and its clone with the same counter: exactly one succeeds', async ({
  world,
}) => {
  const { device, id } = await memberWithPasskey(world, { counter: 7 })
  const browsers = [world.visitor(), world.visitor(), world.visitor()]
  for (const browser of browsers) await browser.post('/api/auth/passkey/options')
  const responses = await Promise.all(
    browsers.map((browser) => logInWith(browser, device, { counter: 8 })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await counterOf(world, id)).toBe(8)
})

test('a banned user can log in with a passkey but cannot add one', async ({
  world,
  visitor: browser,
}) => {
  const { member, device } = await memberWithPasskey(world)
  await world.db.batch([sql`UPDATE users SET status = 'banned' WHERE uid = ${member.user.uid}`])
  const { status, json } = await logInWith(browser, device)
  expect([status, json.user.status]).toEqual([200, 'banned'])
  const refused = await browser.post('/api/settings/passkeys/options', { password: PASSWORD })
  expect(refused.json.error.code).toBe('banned')
})

test('for 30 days a passkey login to a deleted account offers to restore it, once per response', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world)
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  const browser = world.visitor()
  const response = await device.sign((await browser.post('/api/auth/passkey/options')).json)
  const offered = await browser.post('/api/auth/passkey', { response })
  expect([offered.status, offered.json.error.code]).toEqual([409, 'account_pending_deletion'])
  expect((await browser.post('/api/auth/passkey', { response })).json.error.code).toBe(
    'session_expired',
  )
  const { restore_token } = offered.json.error
  expect((await world.visitor().post('/api/auth/confirm-restore', { restore_token })).status).toBe(
    200,
  )
  await (await world.visitor().signIn(member.user)).post('/api/settings/delete-account', {
    password: PASSWORD,
  })
  world.wait(RESTORE_PERIOD)
  expect((await logInWith(world.visitor(), device)).json.error.code).toBe('invalid_credentials')
})
