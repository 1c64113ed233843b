import { sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#kernel/clock.ts'
import {
  mailTo,
  NEW_PASSWORD as NEW,
  notMeByMail,
  resetByMail,
  tokenMailed,
  verifyByMail,
} from '#test/mailbox.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, plainForm, type World } from '#test/world.ts'
import { newDevice } from '../passkeys/device.ts'
import { addPasskey, logInWith, memberWithPasskey } from '../passkeys/member.ts'
import { turnOnTotp } from '../second-factor/app.ts'

const statusOf = async (client: Client) => (await client.get('/api/settings/sessions')).status

/** An earlier sign-in, so that the next one is from an unknown device. */
const signedInBefore = (world: World, uid: number) =>
  world.db.batch([
    sql`INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
        VALUES (${uid}, 'first', '10.0.0.1', 'x', 'en', ${world.now.toISOString()})`,
  ])

/** Uses the link of the newest mail of this kind, and sets a new password. */
async function recover(
  world: World,
  email: string | null,
  kind: 'sign_in' | 'security' | 'email_notice',
) {
  const used = await notMeByMail(world, email, kind)
  expect(used.status).toBe(303)
  const reset = { token: used.headers.get('location')?.split('=')[1], new_password: NEW }
  expect((await world.visitor().post('/api/auth/reset-password', reset)).status).toBe(204)
}

test('proving an address by a reset link ends everything that was set up before', async ({
  world,
}) => {
  const { member: squatter, device } = await memberWithPasskey(world)
  await turnOnTotp(world, squatter)
  const { token } = (
    await squatter.post('/api/settings/tokens', { name: 'a token', scope: 'write' })
  ).json
  const { email } = squatter.user
  expect((await resetByMail(world, email)).status).toBe(204)
  expect(await statusOf(squatter)).toBe(401)
  expect((await logInWith(world.visitor(), device)).status).toBe(401)
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  expect((await world.visitor().get('/api/level/info', bearer)).status).toBe(401)
  expect((await world.visitor().logIn(email, NEW)).status).toBe(200)
})

test('a first verification link ends everything but the session that opens the link', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world)
  const other = await world.visitor().signIn(member.user)
  expect((await verifyByMail(member, other)).status).toBe(200)
  expect([await statusOf(other), await statusOf(member)]).toEqual([200, 401])
  expect((await logInWith(world.visitor(), device)).status).toBe(401)
})

test('after a reset, the second factors of a user with a proven address stay, and the next page lists them', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world, { isVerified: true })
  await turnOnTotp(world, member)
  const { email } = member.user
  await world.visitor().post('/api/auth/forgot-password', { email })
  const form = plainForm({ token: await tokenMailed(world, email, 'reset'), new_password: NEW })
  const done = await world.visitor().send('POST', '/reset', form)
  const { text } = await world.visitor().get(done.headers.get('location') ?? '')
  expect(text).toContain('Passkey “a key”')
  expect(text).toContain('Two-step verification')
  expect((await world.visitor().logIn(email, NEW)).status).toBe(202)
  expect((await logInWith(world.visitor(), device)).status).toBe(200)
  expect((await world.visitor().get('/reset?done=1.9999999999999.forged')).text).not.toContain(
    'a key',
  )
})

test('"this was not me" ends the sessions of a thief and removes the second factors that the thief has added, and keeps those from before', async ({
  world,
}) => {
  const { member, device: own } = await memberWithPasskey(world, { isVerified: true })
  const { email } = member.user
  await signedInBefore(world, member.user.uid)
  world.wait(MINUTE)
  const thief = world.visitor()
  await thief.logIn(email)
  world.wait(MINUTE)
  const stolen = await newDevice()
  await addPasskey(thief, stolen)
  await turnOnTotp(world, thief)
  await recover(world, email, 'sign_in')
  expect([await statusOf(thief), await statusOf(member)]).toEqual([401, 401])
  expect((await logInWith(world.visitor(), stolen)).status).toBe(401)
  expect((await logInWith(world.visitor(), own)).status).toBe(200)
  expect((await world.visitor().logIn(email, NEW)).status).toBe(200)
})

test('"this was not me" gives the address back after a thief changed it and the password', async ({
  world,
}) => {
  const member = await world.member({ isVerified: true })
  const [{ email: own }, stolen] = [member.user, freshEmail()]
  await member.put('/api/settings/email', { email: stolen, password: PASSWORD })
  const change = await tokenMailed(world, stolen, 'email')
  await member.post('/api/auth/verify-email', { token: change })
  await member.put('/api/settings/password', {
    current_password: PASSWORD,
    new_password: 'the one of a thief',
  })
  // The freed address cannot be taken by another account while the link works.
  const taken = await world.visitor().post('/api/auth/register', { email: own, password: PASSWORD })
  expect([taken.status, taken.json.error.code]).toEqual([409, 'email_taken'])
  expect((await world.visitor().post('/api/auth/check-email', { email: own })).json.available).toBe(
    false,
  )
  await recover(world, own, 'email_notice')
  expect((await world.visitor().logIn(own, NEW)).status).toBe(200)
  // The links that the thief got are invalid.
  for (const { kind } of await mailTo(world, stolen))
    expect((await notMeByMail(world, stolen, kind)).status).toBe(401)
})

test('a thief with the password cannot prevent the user from taking the account back', async ({
  world,
  verified: member,
  visitor: thief,
}) => {
  const [{ email }, stolen] = [member.user, freshEmail()]
  await signedInBefore(world, member.user.uid)
  world.wait(MINUTE)
  await thief.post('/api/auth/login', { email, password: PASSWORD })
  world.wait(MINUTE)
  await addPasskey(thief, await newDevice())
  const { app } = await turnOnTotp(world, thief)
  expect((await thief.put('/api/settings/email', { email: stolen })).status).toBe(202)
  const { items } = (await thief.get('/api/settings/security-links')).json
  expect(items.length).toBe(4)
  for (const { id } of items)
    expect((await thief.delete(`/api/settings/security-links/${id}`)).status).toBe(403)
  const change = await tokenMailed(world, stolen, 'email')
  expect((await thief.post('/api/auth/verify-email', { token: change })).status).toBe(200)
  expect((await resetByMail(world, stolen, 'the one of a thief')).status).toBe(204)
  // A ban, a deletion and a restored account do not end the links either.
  const admin = await world.member({ role: 'admin' })
  for (const status of ['banned', 'active'])
    expect((await admin.put(`/api/admin/users/${member.user.uid}/status`, { status })).status).toBe(
      200,
    )
  world.wait(MINUTE)
  const logIn = async () => {
    const browser = world.visitor()
    const { challenge } = (
      await browser.post('/api/auth/login', { email: stolen, password: 'the one of a thief' })
    ).json
    const entered = await browser.post('/api/auth/login/verify', {
      challenge,
      code: await app.code(),
    })
    return { browser, ...entered }
  }
  const again = await logIn()
  expect(again.status).toBe(200)
  expect(
    (await again.browser.post('/api/settings/delete-account', { password: 'the one of a thief' }))
      .status,
  ).toBe(200)
  world.wait(MINUTE)
  const pending = await logIn()
  expect(pending.json.error.code).toBe('account_pending_deletion')
  const { restore_token } = pending.json.error
  expect((await world.visitor().post('/api/auth/confirm-restore', { restore_token })).status).toBe(
    200,
  )
  world.wait(6 * DAY)
  await recover(world, email, 'sign_in')
  expect((await world.visitor().post('/api/auth/login', { email, password: NEW })).status).toBe(200)
  expect(await world.reload(member.user)).toMatchObject({ email })
})

test('"this was not me" works for an account that a thief has deleted', async ({
  world,
  verified: member,
}) => {
  const { email } = member.user
  await member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  await recover(world, email, 'security')
  const { json } = await world.visitor().post('/api/auth/login', { email, password: NEW })
  expect(json.error.code).toBe('account_pending_deletion')
})

test('the settings list the links in security mails, and a revoked link is invalid', async ({
  world,
}) => {
  const member = await world.member({ isVerified: true })
  const other = await world.visitor().signIn(member.user)
  world.wait(MINUTE)
  const { email } = member.user
  await member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })
  const token = await tokenMailed(world, email, 'security')
  const linksOf = async (client: Client) =>
    (await client.get('/api/settings/security-links')).json.items
  const [link] = await linksOf(other)
  expect(link).toMatchObject({ about: 'token_created', email, revocable: true })
  const path = `/api/settings/security-links/${link.id}`
  const page = (await other.get('/settings?tab=security')).text
  expect([page.includes('Access token created'), page.includes(path)]).toEqual([true, true])
  expect((await (await world.member()).delete(path)).status).toBe(404)
  // The session that caused the event, and a session that is newer than the event, cannot revoke
  // the link.
  world.wait(MINUTE)
  for (const session of [member, await world.visitor().signIn(member.user)]) {
    expect(await linksOf(session)).toMatchObject([{ revocable: false }])
    expect((await session.get('/settings?tab=security')).text).not.toContain(path)
    expect(await refusalOf(session.delete(path))).toEqual([403, 'forbidden'])
  }
  expect((await other.delete(path)).status).toBe(204)
  expect((await world.visitor().get(`/not-me?token=${token}`)).status).toBe(401)
})

test('an owner removes the second factor of a user, which is audited and announced', async ({
  world,
  owner,
}) => {
  const { member, device } = await memberWithPasskey(world, { isVerified: true })
  await turnOnTotp(world, member)
  const { uid, email } = member.user
  expect((await owner.delete(`/api/admin/users/${uid}/second-factor`)).status).toBe(204)
  expect((await world.visitor().logIn(email)).status).toBe(200)
  expect((await logInWith(world.visitor(), device)).status).toBe(401)
  expect((await owner.get('/api/admin/audit-log')).json.items[0]).toMatchObject({
    action: 'user.second_factor',
    subject: { uid },
  })
  expect((await mailTo(world, email))[0]?.subject).toBe(
    'Two-step verification was removed from your Joule account',
  )
  const { items } = (await member.get('/api/messages?category=system')).json
  expect(items[0].data.event).toBe('second_factor_removed')
  expect((await owner.delete('/api/admin/users/99999999/second-factor')).status).toBe(404)
})
