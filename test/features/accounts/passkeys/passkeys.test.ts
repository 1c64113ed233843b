import { sql } from 'drizzle-orm'
import { PASSKEYS_MAX } from '#features/accounts/passkeys/passkeys.ts'
import type { Assertion, Registration } from '#features/accounts/passkeys/shapes.ts'
import { credentialOf, signatureOf } from '#features/accounts/passkeys/verify.ts'
import { asBytes, PASSKEY_CHALLENGE_LIFETIME } from '#features/accounts/passkeys/webauthn.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD } from '#test/world.ts'
import { newDevice } from './device.ts'
import { addPasskey, logInWith, memberWithPasskey, optionsFor } from './member.ts'

const namesOf = async (member: {
  get(path: string): Promise<{ json: { items: { name: string }[] } }>
}) => (await member.get('/api/settings/passkeys')).json.items.map(({ name }) => name)

test('the registration options ask for a discoverable passkey and exclude the existing ones', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world)
  expect(await optionsFor(member)).toMatchObject({
    rp: { id: 'joule.test' },
    user: { name: member.user.email },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: [{ id: device.name }],
  })
  const wrong = await member.post('/api/settings/passkeys/options', { password: 'not this one' })
  expect([wrong.status, Object.keys(wrong.json.error.fields)]).toEqual([422, ['password']])
})

test('a new passkey is listed, announced by notification and mail, and exported without its key', async ({
  world,
}) => {
  const member = await world.member({ isVerified: true })
  const device = await newDevice()
  await addPasskey(member, device, {}, 'My phone')
  expect((await member.get('/settings?tab=security')).text).toContain('My phone')
  const [mail] = await mailTo(world, member.user.email)
  expect(mail).toMatchObject({
    kind: 'security',
    subject: 'A passkey was added to your Joule account',
  })
  expect(mail?.letter).toContain('My phone')
  expect(mail?.letter).toContain(member.ip)
  const { items } = (await member.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({
    link: '/settings?tab=security',
    data: { event: 'passkey_added', name: 'My phone' },
  })
  const { json, text } = await member.get('/api/settings/export')
  expect(json.passkeys).toMatchObject([{ name: 'My phone' }])
  const [row] = await world.db.all(
    sql<{ public_key: string }>`SELECT public_key FROM passkeys WHERE name = 'My phone'`,
  )
  for (const secret of [device.name, row?.public_key ?? '?']) expect(text).not.toContain(secret)
})

test('only its owner can rename a passkey', async ({ world }) => {
  const { member, id } = await memberWithPasskey(world)
  const path = `/api/settings/passkeys/${id}`
  expect((await (await world.member()).put(path, { name: 'stolen' })).status).toBe(404)
  expect((await member.put(path, { name: '  ' })).status).toBe(422)
  expect((await member.put(path, { name: 'x'.repeat(51) })).status).toBe(422)
  expect((await member.put(path, { name: 'Laptop <b>' })).json).toMatchObject({
    id,
    name: 'Laptop <b>',
  })
  expect((await member.get('/settings?tab=security')).text).not.toContain('Laptop <b>')
  expect(await namesOf(member)).toEqual(['Laptop <b>'])
})

test('only its owner can remove a passkey; it no longer logs in, and a notification is sent', async ({
  world,
}) => {
  const { member, device, id } = await memberWithPasskey(world, { isVerified: true })
  const path = `/api/settings/passkeys/${id}`
  const other = await world.member()
  expect((await other.delete(path, { json: { password: PASSWORD } })).status).toBe(404)
  expect(
    (await member.delete(path, { json: { password: 'wrong' } })).json.error.fields.password,
  ).toBeDefined()
  expect(await namesOf(member)).toEqual(['a key'])
  expect((await member.delete(path, { json: { password: PASSWORD } })).status).toBe(204)
  expect((await member.delete(path, { json: { password: PASSWORD } })).status).toBe(404)
  expect(await namesOf(member)).toEqual([])
  expect((await logInWith(world.visitor(), device)).json.error.code).toBe('invalid_credentials')
  const subjects = (await mailTo(world, member.user.email)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'A passkey was removed from your Joule account',
    'A passkey was added to your Joule account',
  ])
})

test('the challenge of a passkey registration is valid for one session, five minutes and one passkey', async ({
  world,
  member,
}) => {
  const device = await newDevice()
  const first = { response: await device.register(await optionsFor(member)), name: 'first' }
  const elsewhere = await world.visitor().signIn(member.user)
  const stranger = await world.member()
  for (const other of [elsewhere, stranger]) {
    expect(
      (await other.post('/api/settings/passkeys', first)).json.error.fields.response,
    ).toBeDefined()
  }
  const { json: added } = await member.post('/api/settings/passkeys', first)
  await member.delete(`/api/settings/passkeys/${added.id}`, { json: { password: PASSWORD } })
  expect((await member.post('/api/settings/passkeys', first)).status).toBe(422)
  const late = { response: await device.register(await optionsFor(member)), name: 'late' }
  world.wait(PASSKEY_CHALLENGE_LIFETIME)
  expect((await member.post('/api/settings/passkeys', late)).status).toBe(422)
  expect(await namesOf(member)).toEqual([])
})

test('a registered passkey cannot be added again, by its owner or by another user', async ({
  world,
}) => {
  const { member, device } = await memberWithPasskey(world)
  const other = await world.member()
  for (const person of [member, other]) expect((await addPasskey(person, device)).status).toBe(422)
  expect(await mailTo(world, other.user.email)).toEqual([])
})

test('a malformed registration response is refused', async ({ member }) => {
  const device = await newDevice()
  const options = await optionsFor(member)
  const good = await device.register(options)
  const { response } = good
  const withObject = (attestationObject: string) => ({
    ...good,
    response: { ...response, attestationObject },
  })
  // An attestation statement of a vendor: {fmt: "packed", attStmt: {x5c: [h'00']}, authData: …}
  const packed = withObject(
    response.attestationObject.replace(
      btoa('\xa3cfmtdnone').slice(0, 10),
      btoa('\xa3cfmtfpacked').slice(0, 10),
    ),
  )
  for (const bad of [
    null,
    {},
    { ...good, type: 'x' },
    withObject('AAAA'),
    withObject('_w'),
    withObject('a'.repeat(20_001)),
    packed,
    // test/node/passkeys.test.ts has more of what a device can sign.
    await device.register(options, { origin: 'https://evil.example' }),
    await device.register(options, { rpId: 'evil.example' }),
  ]) {
    expect(
      (await member.post('/api/settings/passkeys', { response: bad, name: 'bad' })).status,
    ).toBe(422)
  }
  expect((await member.post('/api/settings/passkeys', { response: good })).status).toBe(422)
  expect(
    (await member.post('/api/settings/passkeys', { response: good, name: 'good' })).status,
  ).toBe(201)
})

test(`a user has at most ${PASSKEYS_MAX} passkeys, also with concurrent registrations`, async ({
  world,
}) => {
  const { member } = await memberWithPasskey(world)
  const last = {
    response: await (await newDevice()).register(await optionsFor(member)),
    name: 'one too many',
  }
  const fill = Array.from(
    { length: PASSKEYS_MAX - 1 },
    (_, at) => sql`
    INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${member.user.uid}, ${crypto.randomUUID()}, 'pQ', 0, '[]', ${`key ${at}`}, ${world.now.toISOString()})`,
  )
  await world.db.batch(fill)
  const refused = await member.post('/api/settings/passkeys', last)
  expect([refused.status, refused.json.error.fields.name]).toEqual([
    422,
    expect.stringContaining('20'),
  ])
  const asked = await member.post('/api/settings/passkeys/options', { password: PASSWORD })
  expect([asked.status, asked.json.error.fields.name]).toEqual([422, expect.stringContaining('20')])
  expect(await namesOf(member)).toHaveLength(PASSKEYS_MAX)
  const page = (await member.get('/settings?tab=security')).text
  expect(page).toContain('at most 20 passkeys')
})

const OPTIONS = { challenge: asBytes('a challenge'), user: { id: asBytes('1') } }
const EXPECTED = {
  expectedChallenge: OPTIONS.challenge,
  expectedOrigin: 'http://joule.test',
  expectedRPID: 'joule.test',
  requireUserVerification: false,
}

test.each(['ES256', 'EdDSA', 'RS256'] as const)(
  'workerd verifies a registration and a login with %s',
  async (algorithm) => {
    const device = await newDevice({ algorithm })
    const credential = await credentialOf(
      (await device.register(OPTIONS)) as Registration,
      EXPECTED,
    )
    expect(
      await signatureOf((await device.sign(OPTIONS)) as Assertion, EXPECTED, credential),
    ).toMatchObject({
      userVerified: true,
    })
  },
)
