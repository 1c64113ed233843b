import { sql } from 'drizzle-orm'
import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { mailTo, NEW_PASSWORD as NEW, resetByMail, tokenMailed } from '#test/mailbox.ts'
import { expect, redirectOf, refusalOf, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, plainForm, type World } from '#test/world.ts'
import { newDevice } from '../passkeys/device.ts'
import { addPasskey, logInWith } from '../passkeys/member.ts'
import { connect, FakeProvider, freshPerson } from '../providers/provider.ts'
import { turnOnTotp } from '../second-factor/app.ts'

const VERIFY = '/api/auth/verify-email'
const statusOf = async (client: Client) => (await client.get('/api/settings/sessions')).status
const logIn = async (world: World, email: string, password: string) =>
  (await world.visitor().logIn(email, password)).status

/** An attacker registers the address of the victim, who gets the link. */
async function preparedAccount(world: World) {
  const [attacker, email] = [world.visitor(), freshEmail()]
  const { user } = (await attacker.post('/api/auth/register', { email, password: PASSWORD })).json
  return {
    attacker,
    email,
    uid: user.uid as number,
    token: await tokenMailed(world, email, 'verify'),
  }
}

/**
 * An attacker with a proven address asks to change it to the address of the victim, who gets the
 * link.
 */
async function preparedChange(world: World) {
  const [attacker, email] = [await world.member({ isVerified: true }), freshEmail()]
  expect((await attacker.put('/api/settings/email', { email, password: PASSWORD })).status).toBe(
    202,
  )
  return { attacker, email, token: await tokenMailed(world, email, 'email') }
}

test('a verification link without a session of its account proves nothing', async ({
  world,
  member: other,
}) => {
  const { email, token, uid } = await preparedAccount(world)
  for (const victim of [world.visitor(), other]) {
    expect(await refusalOf(victim.post(VERIFY, { token }))).toEqual([409, 'login_to_verify'])
    const form = await victim.submit('/verify', { token })
    expect([form.status, form.text.includes('Is this your account?')]).toEqual([409, true])
  }
  expect((await world.reload({ uid })).email_verified_at).toBeNull()
  expect(await tokenMailed(world, email, 'verify')).toBe(token)
})

test('the link of a changed address without a session of its account proves nothing', async ({
  world,
}) => {
  const change = await preparedChange(world)
  expect((await world.visitor().post(VERIFY, { token: change.token })).status).toBe(409)
  expect((await world.reload(change.attacker.user)).email).not.toBe(change.email)
})

test('a verification link with an ended session of its account proves nothing', async ({
  world,
}) => {
  const { token, uid } = await preparedAccount(world)
  const ended = await world.visitor().signIn(await world.reload({ uid }))
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${ended.sid}`])
  expect((await ended.post(VERIFY, { token })).status).toBe(409)
})

/**
 * An attacker adds a passkey, a provider and an access token, and for a changed address two-step
 * verification. The owner of the address then sets a new password with the link: by the API for a
 * first address, by the form for a changed one.
 */
async function provedWithPassword(
  world: World,
  of: 'first' | 'changed',
  prepare: typeof preparedAccount | typeof preparedChange,
) {
  const { attacker, email, token } = await prepare(world)
  const [device, provider, person] = [
    await newDevice(),
    await FakeProvider.add(world),
    freshPerson(),
  ]
  await addPasskey(attacker, device)
  await connect(provider, attacker, person)
  const { token: access } = (
    await attacker.post('/api/settings/tokens', { name: 'a token', scope: 'read' })
  ).json
  if (of === 'changed') {
    await turnOnTotp(world, attacker)
    const done = await world.visitor().submit('/verify', { token, new_password: NEW })
    expect(await redirectOf(done)).toEqual([303, '/verify?done=password'])
  } else {
    const { status, json } = await world.visitor().post(VERIFY, { token, new_password: NEW })
    expect([status, json]).toEqual([200, { email }])
  }
  return { attacker, email, token, device, provider, person, access }
}

const PREPARED = [
  ['first', preparedAccount],
  ['changed', preparedChange],
] as const

test.for(PREPARED)(
  'a new password proves a %s address once, and a mail tells of it',
  async ([of, prepare], { world }) => {
    const { email, token } = await provedWithPassword(world, of, prepare)
    expect((await mailTo(world, email))[0]).toMatchObject({ kind: 'password_changed' })
    const { user } = (await world.visitor().logIn(email, NEW)).json
    expect(user.email_verified).toBe(true)
    expect((await world.visitor().post(VERIFY, { token, new_password: NEW })).status).toBe(401)
  },
)

test.for(PREPARED)(
  'a new password that proves a %s address ends the session and every way to log in of an attacker',
  async ([of, prepare], { world }) => {
    const { attacker, email, device, provider, person, access } = await provedWithPassword(
      world,
      of,
      prepare,
    )
    expect([await statusOf(attacker), await logIn(world, email, PASSWORD)]).toEqual([401, 401])
    expect((await logInWith(world.visitor(), device)).status).toBe(401)
    expect(await provider.userOf(person)).toBeNull()
    const bearer = { headers: { authorization: `Bearer ${access}` } }
    expect((await world.visitor().get('/api/level/info', bearer)).status).toBe(401)
  },
)

test('the page after a verification with a new password says that the password is set', async ({
  world,
}) => {
  expect((await world.visitor().get('/verify?done=password')).text).toContain(
    'Your password is set',
  )
})

test('a password reset by the real owner of an address takes over an account whose provider only asserted that address', async ({
  world,
}) => {
  const provider = await FakeProvider.add(world)
  const [attacker, person] = [world.visitor(), freshPerson()]
  await provider.signIn(attacker, person)
  expect((await attacker.post('/api/auth/refresh')).json.user.email_verified).toBe(true)
  const device = await newDevice()
  const options = (await attacker.post('/api/settings/passkeys/options')).json
  await attacker.post('/api/settings/passkeys', {
    response: await device.register(options),
    name: 'a key',
  })
  expect((await resetByMail(world, person.email)).status).toBe(204)
  expect([await statusOf(attacker), await provider.userOf(person)]).toEqual([401, null])
  expect((await logInWith(world.visitor(), device)).status).toBe(401)
  expect(await logIn(world, person.email ?? '', NEW)).toBe(200)
})

test('a user who signed up with a provider can still sign in with it after a change of the address', async ({
  world,
}) => {
  const provider = await FakeProvider.add(world)
  const [browser, person, email] = [world.visitor(), freshPerson(), freshEmail()]
  await provider.signIn(browser, person)
  const uid = await provider.userOf(person)
  expect((await browser.put('/api/settings/email', { email })).status).toBe(202)
  expect(
    (await browser.post(VERIFY, { token: await tokenMailed(world, email, 'email') })).status,
  ).toBe(200)
  expect(await provider.userOf(person)).toBe(uid)
})

test('the link “not mine” deletes a new account and frees its address', async ({ world }) => {
  const { attacker, email, token, uid } = await preparedAccount(world)
  expect((await world.visitor().post(VERIFY, { token, not_mine: true })).status).toBe(204)
  expect([await statusOf(attacker), await logIn(world, email, PASSWORD)]).toEqual([401, 401])
  expect(await world.reload({ uid })).toMatchObject({ status: 'deleted', email: null })
  expect((await world.visitor().post(VERIFY, { token, not_mine: true })).status).toBe(401)
  expect((await world.visitor().post('/api/auth/register', { email, password: NEW })).status).toBe(
    201,
  )
})

test('the link “not mine” keeps the old address of an account that asked to change it', async ({
  world,
}) => {
  const { attacker, token } = await preparedChange(world)
  const done = await world.visitor().submit('/verify', { token, not_mine: 'true' })
  expect(done.headers.get('location')).toBe('/verify?done=not_mine')
  expect((await world.visitor().get('/verify?done=not_mine')).text).toContain(
    'The link no longer works',
  )
  expect((await attacker.post(VERIFY, { token })).status).toBe(401)
  expect(await world.reload(attacker.user)).toMatchObject({
    email: attacker.user.email,
    purge_at: null,
  })
  expect(await statusOf(attacker)).toBe(200)
})

test('after the link “not mine”, the user of an older account can restore it, and an admin is never deleted', async ({
  world,
}) => {
  const [member, owner] = await world.members([{}, { role: 'owner' }])
  world.wait(TOKEN_LIFETIME.verify + DAY)
  for (const { user } of [member, owner]) {
    await (await world.visitor().signIn(user)).post('/api/settings/email/verify')
    const token = await tokenMailed(world, user.email, 'verify')
    expect((await world.visitor().post(VERIFY, { token, not_mine: true })).status).toBe(204)
  }
  const pending = await world.visitor().logIn(member.user.email)
  expect(pending.json.error.code).toBe('account_pending_deletion')
  expect(await world.reload(owner.user)).toMatchObject({ role: 'owner', purge_at: null })
})

test('a link without a session offers to log in, and logging in leads back to it', async ({
  world,
}) => {
  const { email, token } = await preparedAccount(world)
  const victim = world.visitor()
  const { status, text } = await victim.get(`/verify?token=${token}`)
  expect([status, text.includes(email), text.includes('Created on')]).toEqual([200, true, true])
  const back = `/verify?token=${token}`
  expect(text).toContain(`href="/login?next=${encodeURIComponent(back)}"`)
  const form = plainForm({ email, password: PASSWORD })
  const entered = await victim.send('POST', `/login?next=${encodeURIComponent(back)}`, form)
  expect(entered.headers.get('location')).toBe(back)
  world.wait(MINUTE)
  expect((await victim.get(back)).text).toContain('Is ')
  expect((await victim.submit('/verify', { token })).headers.get('location')).toBe('/verify?done')
  // In a session of another account, the page offers to change the account.
  const other = await world.member()
  const page = (await other.get(`/verify?token=${(await preparedAccount(world)).token}`)).text
  expect(page).toContain('You are logged in to another account')
  expect(page).toMatch(/action="\/logout\?next=%2Flogin%3Fnext%3D/)
})

test('a weak new password does not use up the link, and the page shows the error beside the field', async ({
  world,
}) => {
  const { email, token } = await preparedAccount(world)
  const short = await world.visitor().submit('/verify', { token, new_password: 'short' })
  expect([short.status, short.text.includes('Use at least 8 characters.')]).toEqual([422, true])
  const { json } = await world.visitor().post(VERIFY, { token, new_password: email })
  expect(Object.keys(json.error.fields)).toEqual(['new_password'])
  expect((await world.visitor().post(VERIFY, { token, new_password: NEW })).status).toBe(200)
})

test('a new password does not prove a changed address that another account has', async ({
  world,
}) => {
  const [attacker, victim] = [await world.member({ isVerified: true }), await world.user()]
  await attacker.put('/api/settings/email', { email: victim.email, password: PASSWORD })
  const token = await tokenMailed(world, victim.email, 'email')
  expect(await refusalOf(world.visitor().post(VERIFY, { token, new_password: NEW }))).toEqual([
    409,
    'email_taken',
  ])
  expect(await statusOf(attacker)).toBe(200)
})
