import { sql } from 'drizzle-orm'
import { eraseDeletedAccounts } from '#features/accounts/deletion/erasure.ts'
import { DAY, HOUR, MINUTE } from '#kernel/clock.ts'
import { useUp } from '#test/limits.ts'
import { mailTo, NEW_PASSWORD as NEW, notMeByMail } from '#test/mailbox.ts'
import { expect, locationOf, redirectOf } from '#test/test.ts'
import { type Client, PASSWORD, type World } from '#test/world.ts'
import { newDevice } from '../passkeys/device.ts'
import { memberWithApp } from '../second-factor/app.ts'
import { connect, FakeProvider, freshPerson, test, ticketOf } from './provider.ts'

const SECURITY = '/settings?tab=security'

/** A person without a password, signed in with the provider. */
async function newcomer(world: World, provider: FakeProvider) {
  const [browser, person] = [world.visitor(), freshPerson()]
  expect((await provider.signIn(browser, person)).status).toBe(303)
  return { browser, person, uid: (await provider.userOf(person)) ?? 0 }
}

/** Adds a passkey in a fresh session, without a password. */
async function addPasskeyOf(browser: Client) {
  const { json: options } = await browser.post('/api/settings/passkeys/options')
  const response = await (await newDevice()).register(options)
  return browser.post('/api/settings/passkeys', { response, name: 'a key' })
}

test('connecting a provider sends a mail, and the user can then sign in with it', async ({
  world,
  provider,
}) => {
  const member = await world.member({ isVerified: true })
  const person = { ...freshPerson(), preferred_username: 'octocat' }
  expect(await locationOf(connect(provider, member, person))).toBe(SECURITY)
  const [connected] = (await member.get('/api/settings/providers')).json.items
  expect(connected).toMatchObject({
    key: provider.key,
    name: 'Example',
    label: 'octocat',
    last_used_at: null,
  })
  const [mail] = await mailTo(world, member.user.email)
  expect([mail?.kind, mail?.subject]).toEqual([
    'security',
    'A login provider was connected to your Joule account',
  ])
  const other = world.visitor()
  expect(await locationOf(provider.signIn(other, person))).toBe('/')
  expect((await other.get('/api/settings/sessions')).status).toBe(200)
  expect(await provider.userOf(person)).toBe(member.user.uid)
})

test('a provider can be connected only by the link of the same session, and only in a fresh session', async ({
  world,
  provider,
}) => {
  const [member, other] = await world.members([{}, {}])
  for (const ticket of ['1', await ticketOf(provider, other)]) {
    expect(await locationOf(member.get(`/auth/${provider.key}?connect=${ticket}`))).toBe(
      `${SECURITY}&problem=expired`,
    )
  }
  const ticket = await ticketOf(provider, member)
  world.wait(11 * MINUTE)
  const stale = await member.get(`/auth/${provider.key}?connect=${ticket}`)
  expect(stale.headers.get('location')).toBe(`/confirm?next=${encodeURIComponent(SECURITY)}`)
  expect((await member.get('/confirm')).text).toContain('type="password"')
  const wrong = await member.submit('/confirm?next=/settings', { password: 'wrong' })
  expect([wrong.status, wrong.text.includes('Wrong password.')]).toEqual([422, true])
  expect(
    await redirectOf(member.submit('/confirm?next=/settings', { password: PASSWORD })),
  ).toEqual([303, '/settings'])
  expect(await locationOf(provider.signIn(member, freshPerson(), `?connect=${ticket}`))).toBe(
    SECURITY,
  )
})

test('guesses on the confirmation page are limited', async ({ world, member }) => {
  await useUp(world, `user:${member.user.uid}`, 'guess', 1)
  const statuses = []
  for (let guess = 0; guess < 3; guess++)
    statuses.push((await member.submit('/confirm', { password: `wrong ${guess}` })).status)
  // The last one of the limit, and one more per minute.
  expect(statuses).toEqual([422, 422, 429])
})

test('the callback of a connection works only in the session that started it', async ({
  world,
  provider,
}) => {
  const [member, person] = [await world.member(), freshPerson()]
  const path = await provider.agree(member, person, `?connect=${await ticketOf(provider, member)}`)
  await member.signIn(await world.user())
  expect(await locationOf(member.get(path))).toBe(`${SECURITY}&problem=expired`)
  expect(await provider.userOf(person)).toBeNull()
})

test('disconnecting a provider sends a mail, and the provider no longer signs in', async ({
  world,
  verified: member,
}) => {
  const provider = await FakeProvider.add(world, { signUp: false })
  const person = freshPerson()
  await connect(provider, member, person)
  expect((await member.delete(`/api/settings/providers/${provider.key}`)).status).toBe(204)
  expect((await mailTo(world, member.user.email))[0]?.subject).toContain('disconnected')
  expect(await locationOf(provider.signIn(world.visitor(), person))).toBe(
    '/login?problem=sign_up_disabled',
  )
  expect((await member.delete(`/api/settings/providers/${provider.key}`)).status).toBe(404)
})

test('the last way to log in cannot be removed', async ({ world, provider }) => {
  const { browser, person, uid } = await newcomer(world, provider)
  const path = `/api/settings/providers/${provider.key}`
  expect((await browser.delete(path)).json.error.code).toBe('last_sign_in')
  const passkey = await addPasskeyOf(browser)
  expect((await browser.delete(path)).status).toBe(204)
  expect((await browser.delete(`/api/settings/passkeys/${passkey.json.id}`)).json.error.code).toBe(
    'last_sign_in',
  )
  await connect(provider, browser, person)
  expect((await browser.delete(`/api/settings/passkeys/${passkey.json.id}`)).status).toBe(204)
  // A connection to a provider that the site no longer has does not count.
  const gone = await FakeProvider.add(world)
  await connect(gone, browser, freshPerson())
  await world.db.batch([
    sql`UPDATE identity_providers SET issuer = 'https://another.example' WHERE key = ${gone.key}`,
  ])
  expect((await browser.delete(path)).json.error.code).toBe('last_sign_in')
  expect(await provider.userOf(person)).toBe(uid)
})

/** A user without a password whose session is too old for a sensitive action. */
async function staleNewcomer(world: World, provider: FakeProvider) {
  const { browser, person } = await newcomer(world, provider)
  world.wait(HOUR)
  await browser.get('/')
  const setPassword = (new_password = NEW) =>
    browser.put('/api/settings/password', { new_password })
  return { browser, person, setPassword }
}

test('a sensitive action of a user without a password asks for a confirmation by the provider', async ({
  world,
  provider,
}) => {
  const { browser, setPassword } = await staleNewcomer(world, provider)
  const refused = await setPassword()
  expect(refused.json.error).toMatchObject({ code: 'confirmation_required', methods: ['provider'] })
  expect((await browser.get('/confirm?next=/settings')).text).toContain(
    `/auth/${provider.key}?confirm=1`,
  )
})

test('another identity or an earlier sign-in at the provider does not confirm a sensitive action', async ({
  world,
  provider,
}) => {
  const { browser, person, setPassword } = await staleNewcomer(world, provider)
  const other = await provider.signIn(browser, freshPerson(), '?confirm=1&next=/settings')
  expect(other.headers.get('location')).toBe(`${SECURITY}&problem=wrong_identity`)
  const early = { ...person, auth_time: Math.floor(world.now.getTime() / 1000) - 3600 }
  expect(await locationOf(provider.signIn(browser, early, '?confirm=1'))).toBe(
    `${SECURITY}&problem=wrong_identity`,
  )
  expect((await setPassword()).status).toBe(403)
})

test('a user without a password confirms a sensitive action with the provider, and with the password once there is one', async ({
  world,
  provider,
}) => {
  const { browser, person, setPassword } = await staleNewcomer(world, provider)
  expect(await locationOf(provider.signIn(browser, person, '?confirm=1&next=/settings'))).toBe(
    '/settings',
  )
  expect((await setPassword()).status).toBe(204)
  expect((await world.visitor().logIn(person.email, NEW)).status).toBe(200)
  // From now on the password is required.
  expect((await setPassword(`${NEW} 2`)).status).toBe(422)
})

test('a response of a provider without the time of authentication does not confirm a sensitive action', async ({
  world,
  provider,
}) => {
  const { browser, person } = await newcomer(world, provider)
  world.wait(HOUR)
  await browser.get('/')
  const soon = Math.floor(world.now.getTime() / 1000) + 3600
  for (const auth_time of [undefined, soon, 'now']) {
    provider.tamper = (claims) => ({ ...claims, auth_time })
    const response = provider.signIn(browser, person, '?confirm=1')
    expect(await locationOf(response)).toMatch(/problem=(wrong_identity|provider_failed)$/)
  }
  expect((await browser.put('/api/settings/password', { new_password: NEW })).status).toBe(403)
})

test('an ID token from the future is refused', async ({ world, provider }) => {
  const iat = Math.floor(world.now.getTime() / 1000) + 3600
  provider.tamper = (claims) => ({ ...claims, iat, exp: iat + 300 })
  expect(await locationOf(provider.signIn(world.visitor(), freshPerson()))).toBe(
    '/login?problem=provider_failed',
  )
})

test('with two-step verification, a confirmation by a provider also needs a code', async ({
  world,
  provider,
}) => {
  const { member, app } = await memberWithApp(world)
  const person = freshPerson()
  await connect(provider, member, person)
  world.wait(HOUR)
  await member.get('/')
  const page = await provider.signIn(member, person, '?confirm=1&next=/settings')
  expect(page.status).toBe(200)
  expect(
    (await member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })).status,
  ).toBe(403)
  const proof = /name="provider" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const wrong = await member.submit('/confirm', { provider: proof, code: '000000' })
  expect(wrong.status).toBe(422)
  const foreign = await world.member()
  expect((await foreign.submit('/confirm', { provider: proof })).status).toBe(422)
  const right = await member.submit('/confirm', { provider: proof, code: await app.code() })
  expect(right.status).toBe(303)
  expect(
    (await member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })).status,
  ).toBe(201)
})

test('an account without a password can be deleted, and its pages do not ask for a password', async ({
  world,
  provider,
}) => {
  const { browser, uid } = await newcomer(world, provider)
  expect((await browser.get('/settings?tab=account')).text).not.toContain('type="password"')
  expect((await browser.get('/settings?tab=password')).text).not.toContain('current_password')
  expect((await browser.get('/confirm')).text).not.toContain('type="password"')
  expect((await browser.post('/api/settings/delete-account', {})).status).toBe(200)
  expect((await world.reload({ uid })).purge_at).not.toBeNull()
})

test('“this was not me” removes a provider that was connected since', async ({
  world,
  verified: member,
}) => {
  const [before, after] = [await FakeProvider.add(world), await FakeProvider.add(world)]
  const [known, foreign] = [freshPerson(), freshPerson()]
  await connect(before, member, known)
  world.wait(MINUTE)
  await connect(after, member, foreign)
  expect((await notMeByMail(world, member.user.email, 'security')).status).toBe(303)
  expect(await after.userOf(foreign)).toBeNull()
  expect(await before.userOf(known)).toBe(member.user.uid)
})

test('the export lists connected providers, and the erasure deletes them', async ({
  world,
  provider,
}) => {
  const { browser, person, uid } = await newcomer(world, provider)
  const exported = await browser.get('/api/settings/export')
  expect(exported.json.providers).toMatchObject([{ issuer: provider.issuer, subject: person.sub }])
  expect(exported.json.sessions).toMatchObject([{ signed_in_by: provider.issuer }])
  await browser.post('/api/settings/delete-account', {})
  world.wait(31 * DAY)
  await eraseDeletedAccounts(world.db, world.now)
  expect([await provider.userOf(person), (await world.reload({ uid })).status]).toEqual([
    null,
    'deleted',
  ])
})

test('a sign-in with a provider takes three round trips to the database', async ({
  world,
  provider,
}) => {
  const { person } = await newcomer(world, provider)
  const response = await provider.signIn(world.visitor(), person)
  expect(response.headers.get('server-timing')).toMatch(/round trips: [1-3]"/)
})
