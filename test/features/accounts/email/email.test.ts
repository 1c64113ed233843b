import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { PNG } from '#test/images.ts'
import { mailTo, tokenMailed } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { freshEmail, PASSWORD } from '#test/world.ts'

test('a new user gets a link that verifies the e-mail address', async ({ world }) => {
  const [browser, email] = [world.visitor(), freshEmail()]
  const { user } = (await browser.post('/api/auth/register', { email, password: PASSWORD })).json
  expect(user.email_verified).toBe(false)
  const token = await tokenMailed(world, email, 'verify')
  const { status, json } = await browser.post('/api/auth/verify-email', { token })
  expect([status, json]).toEqual([200, { email }])
  expect((await browser.post('/api/auth/refresh')).json.user.email_verified).toBe(true)
  expect((await browser.get('/settings?tab=account')).text).toContain('Confirmed')
  expect((await world.visitor().post('/api/auth/verify-email', { token })).json.error.code).toBe(
    'session_expired',
  )
  expect((await browser.post('/api/settings/email/verify')).json.error.code).toBe(
    'invalid_transition',
  )
})

test('a verification link expires after three days', async ({ world, member }) => {
  await member.post('/api/settings/email/verify')
  const token = await tokenMailed(world, member.user.email, 'verify')
  world.wait(TOKEN_LIFETIME.verify)
  expect((await world.visitor().post('/api/auth/verify-email', { token })).status).toBe(401)
})

test('a user with an unverified address cannot publish while the site requires verification', async ({
  world,
}) => {
  const member = await world.member({ level: 2 })
  const draft = await world.post({ author: member.user, status: 'draft' })
  const post = await world.post({ author: await world.user() })
  const comment = () => member.post(`/api/posts/${post.id}/comments`, { body: 'Hello' })
  const commentId = (await comment()).json.id
  const own = await world.post({ author: member.user })
  await world.setting('email.verification_required', true)
  const tries = () =>
    Promise.all([
      member.post('/api/studio/posts', { title: 'A title', body: '<p>b</p>' }),
      member.post(`/api/studio/posts/${draft.id}/submit`),
      comment(),
      member.post(`/api/comments/${commentId}/reply`, { body: 'And more' }),
      member.put(`/api/studio/posts/${own.id}`, { title: `Edited at ${world.now.getTime()}` }),
      member.upload('/api/posts/upload-image', PNG),
      member.put(`/api/comments/${commentId}`, { body: 'Edited' }),
    ])
  for (const { status, json } of await tries())
    expect([status, json.error.code]).toEqual([403, 'email_unverified'])
  await member.post('/api/settings/email/verify')
  const token = await tokenMailed(world, member.user.email, 'verify')
  await member.post('/api/auth/verify-email', { token })
  for (const { status } of await tries()) expect(status).toBeLessThan(300)
})

test('a new address takes effect when its link is used; the old address is notified immediately', async ({
  world,
}) => {
  const member = await world.member({ isVerified: true })
  const [old, email] = [member.user.email, freshEmail()]
  expect((await member.put('/api/settings/email', { email, password: PASSWORD })).status).toBe(202)
  expect((await mailTo(world, old))[0]).toMatchObject({ kind: 'email_notice' })
  expect((await mailTo(world, old))[0]?.letter).toContain(email)
  expect((await world.reload(member.user)).email).toBe(old)
  await world.visitor().post('/api/auth/forgot-password', { email: old })
  const before = await tokenMailed(world, old, 'reset')
  const token = await tokenMailed(world, email, 'email')
  expect((await member.post('/api/auth/verify-email', { token })).json).toEqual({ email })
  expect(await world.reload(member.user)).toMatchObject({
    email,
    email_verified_at: world.now.toISOString(),
  })
  expect((await world.visitor().logIn(email)).status).toBe(200)
  // A reset link that was mailed to the old address no longer works.
  const reset = { token: before, new_password: 'a password that is new' }
  expect((await world.visitor().post('/api/auth/reset-password', reset)).status).toBe(401)
})

test('a change to a taken address gets the same response as a change to a free address, but its link is refused', async ({
  world,
}) => {
  const [member, other] = [await world.member(), await world.user()]
  const free = await member.put('/api/settings/email', { email: freshEmail(), password: PASSWORD })
  const taken = await member.put('/api/settings/email', { email: other.email, password: PASSWORD })
  expect([taken.status, taken.text]).toEqual([free.status, free.text])
  const token = await tokenMailed(world, other.email, 'email')
  expect((await member.post('/api/auth/verify-email', { token })).json.error.code).toBe(
    'email_taken',
  )
  const form = await member.submit('/verify', { token })
  expect([form.status, form.text]).toEqual([409, expect.stringContaining('already registered')])
  expect((await world.reload(member.user)).email).toBe(member.user.email)
  expect((await world.reload(other)).email).toBe(other.email)
})

test('an address change with a wrong password sends no mail, and attempts are rate limited', async ({
  world,
}) => {
  const [member, email] = [await world.member(), freshEmail()]
  for (let n = 0; n < RATE_RULES['account-mail'].most; n++) {
    const { status, json } = await member.put('/api/settings/email', {
      email,
      password: 'wrong password',
    })
    expect([status, Object.keys(json.error.fields)]).toEqual([422, ['password']])
  }
  expect((await member.put('/api/settings/email', { email, password: PASSWORD })).status).toBe(429)
  expect(await mailTo(world, email)).toEqual([])
})

test('an owner with an unverified address can write while the site requires verification', async ({
  world,
}) => {
  const owner = await world.member({ role: 'owner', level: 4 })
  await world.setting('email.verification_required', true)
  const { status, json } = await owner.post('/api/studio/posts', {
    title: 'A title',
    body: '<p>b</p>',
  })
  expect(status).toBe(201)
  expect((await owner.put(`/api/studio/posts/${json.id}`, { title: 'Another' })).status).toBe(200)
  expect((await owner.post(`/api/posts/${json.id}/comments`, { body: 'Hello' })).status).toBe(201)
  expect((await owner.upload('/api/comments/upload-image', PNG)).status).toBe(201)
  await world.setting('email.verification_required', false)
})
