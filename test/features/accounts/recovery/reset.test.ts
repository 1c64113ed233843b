import { sql } from 'drizzle-orm'
import { issueToken, TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { addressOf } from '#features/core/mail/outbox.ts'
import { DAY } from '#kernel/clock.ts'
import { newSecret } from '#kernel/crypto/secrets.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'

const NEW = 'a password that is new'

async function mailedLink() {
  const world = new World()
  const member = await world.member()
  const { email, uid } = member.user
  await world.visitor().post('/api/auth/forgot-password', { email })
  const token = await tokenMailed(world, email, 'reset')
  const use = (used = token) => world.visitor().post('/api/auth/reset-password', { token: used, new_password: NEW })
  const logIn = (password: string) => world.visitor().logIn(email, password)
  return { world, member, email, uid, token, use, logIn }
}

test('a link sets a new password once: all sessions end, a mail is sent, and the address is verified', async () => {
  const { world, member, email, token, use, logIn } = await mailedLink()
  expect((await use()).status).toBe(204)
  expect((await member.get('/api/settings/sessions')).json.error.code).toBe('session_expired')
  expect((await logIn(PASSWORD)).status).toBe(401)
  expect((await logIn(NEW)).json.user.email_verified).toBe(true)
  const [confirmation, link] = await mailTo(world, email)
  expect(confirmation).toMatchObject({ kind: 'password_changed', subject: 'Your Joule password was changed' })
  expect(link?.letter).toBeNull()
  expect(JSON.stringify(await mailTo(world, email))).not.toContain(token)
  expect(await refusalOf(use())).toEqual([401, 'session_expired'])
})

test('concurrent uses of one link: exactly one sets the password', async () => {
  const { use } = await mailedLink()
  expect(await statusesOf([use(), use(), use()])).toEqual([204, 401, 401])
})

test('an expired link is refused, and the content of its mail is erased', async () => {
  const { world, email, use } = await mailedLink()
  world.wait(TOKEN_LIFETIME.reset)
  expect((await use()).status).toBe(401)
  await runOnly(['end expired tokens'], world.env, world.now)
  expect((await mailTo(world, email)).map(({ letter }) => letter)).toEqual([null])
})

test('a mail whose link expired before it was sent is dropped', async () => {
  const { world, email, uid } = await mailedLink()
  const at = world.now.toISOString()
  await world.db.batch([
    sql`UPDATE outbox SET status = 'waiting', settled_at = NULL, next_attempt_at = ${at} WHERE user_id = ${uid}`,
  ])
  await runOnly(['end expired tokens', 'send mail'], world.env, new Date(world.now.getTime() + TOKEN_LIFETIME.reset))
  expect(await mailTo(world, email)).toMatchObject([{ status: 'dropped', letter: null }])
})

test('a token of another kind cannot set a password', async () => {
  const { world, uid, use, logIn } = await mailedLink()
  for (const kind of ['verify', 'email'] as const) {
    const { token, hash } = await newSecret()
    await world.db.batch(issueToken(addressOf(uid), { kind, hash }, world.now))
    expect((await use(token)).status).toBe(401)
  }
  expect((await logIn(PASSWORD)).status).toBe(200)
})

test('a ban invalidates the link; a new link works, because banned users may log in', async () => {
  const { world, email, uid, use } = await mailedLink()
  const admin = await world.member({ role: 'admin' })
  await admin.put(`/api/admin/users/${uid}/status`, { status: 'banned' })
  expect((await use()).status).toBe(401)
  await world.visitor().post('/api/auth/forgot-password', { email })
  expect((await use(await tokenMailed(world, email, 'reset'))).status).toBe(204)
})

test('deleting or erasing an account invalidates its link', async () => {
  const { world, member, uid, use } = await mailedLink()
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  expect((await use()).status).toBe(401)
  await runOnly(['erase deleted accounts'], world.env, new Date(world.now.getTime() + 31 * DAY))
  expect((await world.reload({ uid })).email).toBeNull()
  const left = await world.db.all(sql`
    SELECT user_id FROM user_tokens WHERE user_id = ${uid} UNION ALL SELECT user_id FROM outbox WHERE user_id = ${uid}`)
  expect(left).toEqual([])
})

test('a new password invalidates a pending change of the e-mail address', async () => {
  const { world, member, uid, use } = await mailedLink()
  const thief = `${crypto.randomUUID()}@example.com`
  await member.put('/api/settings/email', { email: thief, password: PASSWORD })
  const stolen = await tokenMailed(world, thief, 'email')
  await use()
  expect((await world.visitor().post('/api/auth/verify-email', { token: stolen })).status).toBe(401)
  expect((await world.reload({ uid })).email).toBe(member.user.email)
})

test('attempts with invalid reset tokens are rate limited', async ({ world, visitor }) => {
  const guess = () => visitor.post('/api/auth/reset-password', { token: crypto.randomUUID(), new_password: NEW })
  await useUp(world, `ip:${visitor.ip}`, 'token', 1)
  expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
})

test('the reset page works without JavaScript, does not use up the link, and shows errors beside the field', async () => {
  const { world, email, token, logIn } = await mailedLink()
  for (let n = 0; n < 3; n++) {
    const { status, text, headers } = await world.visitor().get(`/reset?token=${token}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(text).toContain(email)
    expect(text).toMatch(/<input[^>]*autocomplete="username"/)
    expect(text).toMatch(/<input[^>]*name="new_password"[^>]*autocomplete="new-password"/)
  }
  const short = await world.visitor().submit('/reset', { token, new_password: 'short' })
  expect([short.status, short.text.includes('Use at least 8 characters.')]).toEqual([422, true])
  const done = await world.visitor().submit('/reset', { token, new_password: NEW })
  expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/reset\?done=/)])
  expect((await logIn(NEW)).status).toBe(200)
  const dead = await world.visitor().submit('/reset', { token, new_password: NEW })
  expect([dead.status, dead.text.includes('This link has expired')]).toEqual([401, true])
})

test('an owner can create a reset link, and the audit log records it', async () => {
  const { world, uid, use, logIn } = await mailedLink()
  const owner = await world.member({ role: 'owner' })
  const { status, json } = await owner.post(`/api/admin/users/${uid}/reset-link`)
  expect(status).toBe(201)
  expect(Date.parse(json.expires_at) - world.now.getTime()).toBe(TOKEN_LIFETIME.reset)
  const { items } = (await owner.get('/api/admin/audit-log')).json
  expect(items[0]).toMatchObject({ action: 'user.reset_link', subject: { uid } })
  expect(JSON.stringify(items)).not.toContain(new URL(json.url).searchParams.get('token'))
  expect((await use(new URL(json.url).searchParams.get('token') ?? '')).status).toBe(204)
  // The link was not mailed, so it does not verify the address.
  expect((await logIn(NEW)).json.user.email_verified).toBe(false)
  expect((await owner.post('/api/admin/users/99999999/reset-link')).status).toBe(404)
})
