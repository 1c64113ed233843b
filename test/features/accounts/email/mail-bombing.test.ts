import { sql } from 'drizzle-orm'
import { SIGN_INS_MAX } from '#features/accounts/login/sign-in.ts'
import { DAY } from '#kernel/clock.ts'
import { RATE_RULES, UNVERIFIED_MAILS_AN_HOUR } from '#kernel/rate-limits.ts'
import { useUp } from '#test/limits.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, type World } from '#test/world.ts'
import { newDevice } from '../passkeys/device.ts'
import { addPasskey } from '../passkeys/member.ts'
import { memberWithApp } from '../second-factor/app.ts'

const QUOTED = 'visit evil.example'
const kindsTo = async (world: World, email: string | null) =>
  (await mailTo(world, email)).map(({ kind }) => kind)

/** A browser that the site has not seen. */
const unknownDevice = (world: World, n: number): Client =>
  Object.assign(world.visitor(), { userAgent: `${QUOTED} ${n}` })

const logIn = (browser: Client, email: string | null) => browser.logIn(email)

test('logins from unknown devices send no mail to an unverified address', async ({ world }) => {
  const email = freshEmail()
  await world.visitor().post('/api/auth/register', { email, password: PASSWORD })
  const logins = await Promise.all(
    Array.from({ length: 3 }, (_, n) => logIn(unknownDevice(world, n), email)),
  )
  expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await kindsTo(world, email)).toEqual(['verify'])
})

test('two accounts that change to one address send three mails an hour, with equal responses', async ({
  world,
}) => {
  const email = freshEmail()
  const members = await Promise.all(
    Array.from({ length: 2 }, () => world.member({ isVerified: true })),
  )
  const changes = members.flatMap((member) =>
    Array.from({ length: UNVERIFIED_MAILS_AN_HOUR }, () =>
      member.put('/api/settings/email', { email, password: PASSWORD }),
    ),
  )
  const responses = (await Promise.all(changes)).map(({ status, text }) => `${status} ${text}`)
  expect(await mailTo(world, email)).toHaveLength(UNVERIFIED_MAILS_AN_HOUR)
  expect(new Set(responses)).toEqual(new Set(['202 {}']))
})

test('names of users, passkeys, devices and addresses are not quoted to an unverified address', async ({
  world,
}) => {
  const { member } = await memberWithApp(world, {
    username: `evil${crypto.randomUUID().slice(0, 8)}`,
  })
  await addPasskey(member, await newDevice(), {}, QUOTED)
  await member.put(`/api/settings/sessions/${member.sid}/remark`, { remark: QUOTED })
  await member.post('/api/settings/email/verify')
  await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
  const email = `evil-${freshEmail()}`
  await member.put('/api/settings/email', { email, password: PASSWORD })
  const mails = [...(await mailTo(world, member.user.email)), ...(await mailTo(world, email))]
  expect(mails.map(({ kind }) => kind)).toEqual(['reset', 'verify', 'email'])
  const texts = JSON.stringify(mails.map(({ subject, letter }) => [subject, letter]))
  expect(texts).not.toContain('evil')
})

/** More sign-ins than the site stores, so that it deletes the devices before them. */
const signInElsewhere = (world: World, uid: number) =>
  world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SIGN_INS_MAX})
        INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
        SELECT ${uid}, 's' || i, '10.0.0.1', 'x', 'en', ${world.now.toISOString()} FROM n`,
  ])

test('a sign-in is mailed once per device and day, also after many sign-ins from other devices', async ({
  world,
}) => {
  const { uid, email } = await world.user({ isVerified: true })
  await logIn(world.visitor(), email)
  const device = unknownDevice(world, 0)
  const { ip } = device
  await logIn(device, email)
  await signInElsewhere(world, uid)
  device.ip = world.visitor().ip
  await logIn(device, email)
  await signInElsewhere(world, uid)
  Object.assign(device, { ip }).cookies.clear()
  expect((await logIn(device, email)).status).toBe(200)
  expect(await kindsTo(world, email)).toEqual(['sign_in'])
  await signInElsewhere(world, uid)
  world.wait(DAY)
  await logIn(device, email)
  expect(await kindsTo(world, email)).toEqual(['sign_in', 'sign_in'])
})

test('successful logins are limited per account and per IP address', async ({ world }) => {
  const [user, busy, other] = [await world.user(), world.visitor(), await world.user()]
  await useUp(world, `user:${user.uid}`, 'login-of-user', 1)
  expect((await logIn(world.visitor(), user.email)).status).toBe(200)
  expect((await logIn(world.visitor(), user.email)).status).toBe(429)
  await useUp(world, `ip:${busy.ip}`, 'login-of-address', 1)
  expect((await logIn(busy, other.email)).status).toBe(200)
  expect((await logIn(busy, other.email)).status).toBe(429)
  expect((await logIn(world.visitor(), other.email)).status).toBe(200)
  world.wait(RATE_RULES['login-of-user'].seconds * 1000)
  expect((await logIn(world.visitor(), user.email)).status).toBe(200)
})
