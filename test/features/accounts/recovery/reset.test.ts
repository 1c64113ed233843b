import { sql } from 'drizzle-orm'
import { issueToken, TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { addressOf } from '#features/core/mail/outbox.ts'
import { DAY } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { test as base, expect, refusalOf, statusesOf } from '#test/test.ts'
import { freshEmail, PASSWORD } from '#test/world.ts'

const NEW = 'a password that is new'

/** The token of a mailed link, its use, and a login as the same member. */
const test = base
  .extend('token', { auto: true }, async ({ world, member }) => {
    await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
    return tokenMailed(world, member.user.email, 'reset')
  })
  .extend('reset', ({ world, token }) => (used = token) => {
    return world.visitor().post('/api/auth/reset-password', { token: used, new_password: NEW })
  })
  .extend(
    'logIn',
    ({ world, member }) =>
      (password: string) =>
        world.visitor().logIn(member.user.email, password),
  )

test('a reset link sets a new password once: all sessions end, a mail is sent, and the address is verified', async ({
  world,
  member,
  token,
  reset,
  logIn,
}) => {
  expect((await reset()).status).toBe(204)
  expect((await member.get('/api/settings/sessions')).json.error.code).toBe('session_expired')
  expect((await logIn(PASSWORD)).status).toBe(401)
  expect((await logIn(NEW)).json.user.email_verified).toBe(true)
  const [confirmation, link] = await mailTo(world, member.user.email)
  expect(confirmation).toMatchObject({
    kind: 'password_changed',
    subject: 'Your Joule password was changed',
  })
  expect(link?.letter).toBeNull()
  expect(JSON.stringify(await mailTo(world, member.user.email))).not.toContain(token)
  expect(await refusalOf(reset())).toEqual([401, 'session_expired'])
})

test('concurrent uses of one reset link: exactly one sets the password', async ({ reset }) => {
  expect(await statusesOf([reset(), reset(), reset()])).toEqual([204, 401, 401])
})

test('an expired reset link is refused, and the content of its mail is erased', async ({
  world,
  member,
  reset,
}) => {
  world.wait(TOKEN_LIFETIME.reset)
  expect((await reset()).status).toBe(401)
  await runOnly(['end expired tokens'], world.env, world.now)
  expect((await mailTo(world, member.user.email)).map(({ letter }) => letter)).toEqual([null])
})

test('a mail whose link expired before it was sent is dropped', async ({ world, member }) => {
  const at = world.now.toISOString()
  await world.db.batch([
    sql`UPDATE outbox SET status = 'waiting', settled_at = NULL, next_attempt_at = ${at} WHERE user_id = ${member.user.uid}`,
  ])
  await runOnly(
    ['end expired tokens', 'send the outbox'],
    world.env,
    new Date(world.now.getTime() + TOKEN_LIFETIME.reset),
  )
  expect(await mailTo(world, member.user.email)).toMatchObject([
    { status: 'dropped', letter: null },
  ])
})

test('a token of another kind of mail cannot set a password', async ({
  world,
  member,
  reset,
  logIn,
}) => {
  for (const kind of ['verify', 'email'] as const) {
    const { token, hash } = await newSecret()
    await world.db.batch(issueToken(addressOf(member.user.uid), { kind, hash }, world.now))
    expect((await reset(token)).status).toBe(401)
  }
  expect((await logIn(PASSWORD)).status).toBe(200)
})

test('a ban invalidates a reset link; a new link works, because banned users may log in', async ({
  world,
  member,
  reset,
}) => {
  const admin = await world.member({ role: 'admin' })
  await admin.put(`/api/admin/users/${member.user.uid}/status`, { status: 'banned' })
  expect((await reset()).status).toBe(401)
  await world.visitor().post('/api/auth/forgot-password', { email: member.user.email })
  expect((await reset(await tokenMailed(world, member.user.email, 'reset'))).status).toBe(204)
})

test('deleting or erasing an account invalidates its reset link', async ({
  world,
  member,
  reset,
}) => {
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  expect((await reset()).status).toBe(401)
  await runOnly(['erase deleted accounts'], world.env, new Date(world.now.getTime() + 31 * DAY))
  expect((await world.reload(member.user)).email).toBeNull()
  const left = await world.db.all(sql`
    SELECT user_id FROM user_tokens WHERE user_id = ${member.user.uid} UNION ALL SELECT user_id FROM outbox WHERE user_id = ${member.user.uid}`)
  expect(left).toEqual([])
})

test('a new password invalidates a pending change of the e-mail address', async ({
  world,
  member,
  reset,
}) => {
  const thief = freshEmail()
  await member.put('/api/settings/email', { email: thief, password: PASSWORD })
  const stolen = await tokenMailed(world, thief, 'email')
  await reset()
  expect((await world.visitor().post('/api/auth/verify-email', { token: stolen })).status).toBe(401)
  expect((await world.reload(member.user)).email).toBe(member.user.email)
})

test('attempts with invalid reset tokens are rate limited', async ({ world, visitor }) => {
  const guess = () =>
    visitor.post('/api/auth/reset-password', { token: crypto.randomUUID(), new_password: NEW })
  await useUp(world, `ip:${visitor.ip}`, 'token', 1)
  expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
})

test('opening the reset page does not use up the link', async ({ world, member, token }) => {
  for (let n = 0; n < 3; n++) {
    const { status, text, headers } = await world.visitor().get(`/reset?token=${token}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(text).toContain(member.user.email)
    expect(text).toMatch(/<input[^>]*autocomplete="username"/)
    expect(text).toMatch(/<input[^>]*name="new_password"[^>]*autocomplete="new-password"/)
  }
})

test('the reset page works once without JavaScript, also after a password that is too short', async ({
  world,
  token,
  logIn,
}) => {
  const short = await world.visitor().submit('/reset', { token, new_password: 'short' })
  expect([short.status, short.text.includes('Use at least 8 characters.')]).toEqual([422, true])
  const done = await world.visitor().submit('/reset', { token, new_password: NEW })
  expect([done.status, done.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/reset\?done=/),
  ])
  expect((await logIn(NEW)).status).toBe(200)
  const dead = await world.visitor().submit('/reset', { token, new_password: NEW })
  expect([dead.status, dead.text.includes('This link has expired')]).toEqual([401, true])
})

test('an owner can create a reset link, and the audit log records it', async ({
  world,
  member,
  reset,
  logIn,
}) => {
  const owner = await world.member({ role: 'owner' })
  const { status, json } = await owner.post(`/api/admin/users/${member.user.uid}/reset-link`)
  expect(status).toBe(201)
  expect(Date.parse(json.expires_at) - world.now.getTime()).toBe(TOKEN_LIFETIME.reset)
  const { items } = (await owner.get('/api/admin/audit-log')).json
  expect(items[0]).toMatchObject({ action: 'user.reset_link', subject: { uid: member.user.uid } })
  expect(JSON.stringify(items)).not.toContain(new URL(json.url).searchParams.get('token'))
  expect((await reset(new URL(json.url).searchParams.get('token') ?? '')).status).toBe(204)
  // The link was not mailed, so it does not verify the address.
  expect((await logIn(NEW)).json.user.email_verified).toBe(false)
  expect((await owner.post('/api/admin/users/99999999/reset-link')).status).toBe(404)
})
