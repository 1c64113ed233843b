import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Client, freshEmail, PASSWORD, type World } from '#test/world.ts'
import { newDevice, PRESENT } from '../passkeys/device.ts'
import { addPasskey, memberWithPasskey } from '../passkeys/member.ts'
import { memberWithApp } from '../second-factor/app.ts'

const createToken = (member: Client) =>
  member.post('/api/settings/tokens', { name: 'a token', scope: 'read' })
const confirm = (member: Client, json: object) => member.post('/api/auth/confirm', json)

/** A member whose session is too old for sensitive actions. */
async function stale(world: World, member: Client) {
  world.wait(SESSION_FRESH_FOR)
  await member.post('/api/auth/refresh', {})
}

test('sensitive actions need a session that was confirmed in the last ten minutes', async ({
  world,
}) => {
  const { member, id } = await memberWithPasskey(world)
  const email = freshEmail()
  const actions = () => [
    createToken(member),
    member.post('/api/settings/totp', {}),
    member.post('/api/settings/passkeys/options', {}),
    member.delete(`/api/settings/passkeys/${id}`, { json: {} }),
    member.put('/api/settings/email', { email }),
    member.delete(`/api/settings/security-links/${'0'.repeat(64)}`),
  ]
  await stale(world, member)
  for (const { status, json } of await Promise.all(actions()))
    expect([status, json.error.code, json.error.methods]).toEqual([
      403,
      'confirmation_required',
      ['password', 'passkey'],
    ])
  expect((await confirm(member, { password: PASSWORD })).status).toBe(204)
  const statuses = (await Promise.all(actions())).map(({ status }) => status)
  expect(statuses).toEqual([201, 200, 200, 204, 202, 404])
})

test('the password in the body counts as a confirmation only without two-step verification', async ({
  world,
}) => {
  const [plain, { member: guarded }] = [await world.member(), await memberWithApp(world)]
  await stale(world, plain)
  await guarded.post('/api/auth/refresh', {})
  const options = (member: Client) =>
    member.post('/api/settings/passkeys/options', { password: PASSWORD })
  expect((await options(plain)).status).toBe(200)
  const refused = await options(guarded)
  expect([refused.status, refused.json.error.methods]).toEqual([403, ['password', 'code']])
})

test('a confirmation with two-step verification on needs the password and an unused code', async ({
  world,
}) => {
  const { member, app, codes } = await memberWithApp(world)
  await stale(world, member)
  const fieldsOf = async (json: object) =>
    Object.keys((await confirm(member, json)).json.error.fields)
  expect(await fieldsOf({})).toEqual(['password'])
  expect(await fieldsOf({ code: codes[0] })).toEqual(['password'])
  expect(await fieldsOf({ password: PASSWORD })).toEqual(['code'])
  expect(await fieldsOf({ password: 'not this one', code: codes[0] })).toEqual(['password'])
  expect(await fieldsOf({ password: PASSWORD, code: '000000' })).toEqual(['code'])
  expect((await createToken(member)).status).toBe(403)
  const code = await app.code()
  expect((await confirm(member, { password: PASSWORD, code })).status).toBe(204)
  expect(await fieldsOf({ password: PASSWORD, code })).toEqual(['code'])
  expect((await confirm(member, { password: PASSWORD, code: codes[0] })).status).toBe(204)
  expect((await createToken(member)).status).toBe(201)
})

test('a passkey with user verification confirms a session alone; a passkey without it replaces only the code', async ({
  world,
}) => {
  const { member } = await memberWithApp(world)
  const device = await newDevice()
  await addPasskey(member, device)
  await stale(world, member)
  const response = async (flags?: number) =>
    device.sign(
      (await member.post('/api/auth/passkey/options')).json,
      flags === undefined ? {} : { flags },
    )
  expect(await refusalOf(confirm(member, { response: await response(PRESENT) }))).toEqual([
    422,
    'password',
  ])
  expect(
    (await confirm(member, { password: PASSWORD, response: await response(PRESENT) })).status,
  ).toBe(204)
  const used = await response()
  expect((await confirm(member, { response: used })).status).toBe(204)
  expect((await confirm(member, { response: used })).status).toBe(422)
})

test('a passkey of another user confirms nothing', async ({ world }) => {
  const [member, { device }] = [await world.member(), await memberWithPasskey(world)]
  const response = await device.sign((await member.post('/api/auth/passkey/options')).json)
  expect(await refusalOf(confirm(member, { response }))).toEqual([422, 'response'])
})
