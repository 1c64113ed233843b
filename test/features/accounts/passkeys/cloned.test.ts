import { sql } from 'drizzle-orm'
import { RESTORE_PERIOD } from '#features/accounts/deletion/deletion.ts'
import { eraseAccount } from '#features/accounts/deletion/erasure.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { PASSWORD, type World } from '#test/world.ts'
import { logInWith, memberWithPasskey } from './member.ts'

const counterOf = async (world: World, id: number) =>
  (await world.db.first(sql<{ counter: number }>`SELECT counter FROM passkeys WHERE id = ${id}`))?.counter

test('a signature counter that does not increase is refused, because the passkey may be cloned', async ({ world }) => {
  const { device, id } = await memberWithPasskey(world, { counter: 7 })
  expect((await logInWith(world.visitor(), device)).status).toBe(200)
  expect(await counterOf(world, id)).toBe(8)
  for (const counter of [8, 7, 1, 0]) {
    expect(await refusalOf(logInWith(world.visitor(), device, { counter }))).toEqual([401, 'invalid_credentials'])
  }
  expect(await counterOf(world, id)).toBe(8)
  expect((await logInWith(world.visitor(), device, { counter: 2 ** 32 - 1 })).status).toBe(200)
})

test('concurrent logins of a device and its clone with the same counter: exactly one succeeds', async ({ world }) => {
  const { device, id } = await memberWithPasskey(world, { counter: 7 })
  const browsers = [world.visitor(), world.visitor(), world.visitor()]
  for (const browser of browsers) await browser.post('/api/auth/passkey/options')
  const responses = await Promise.all(browsers.map((browser) => logInWith(browser, device, { counter: 8 })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await counterOf(world, id)).toBe(8)
})

test('the database refuses a signature counter that does not increase', async ({ world }) => {
  const { id } = await memberWithPasskey(world, { counter: 7 })
  const set = (counter: number) => world.db.batch([sql`UPDATE passkeys SET counter = ${counter} WHERE id = ${id}`])
  await expect(set(7)).rejects.toThrow('invalid_credentials')
  await expect(set(0)).rejects.toThrow('invalid_credentials')
  await set(9)
})

test('a banned user can log in with a passkey but cannot add one', async ({ world }) => {
  const { member, device } = await memberWithPasskey(world)
  await world.db.batch([sql`UPDATE users SET status = 'banned' WHERE uid = ${member.user.uid}`])
  const browser = world.visitor()
  const { status, json } = await logInWith(browser, device)
  expect([status, json.user.status]).toEqual([200, 'banned'])
  const refused = await browser.post('/api/settings/passkeys/options', { password: PASSWORD })
  expect(refused.json.error.code).toBe('banned')
})

test('for 30 days a passkey login to a deleted account offers to restore it, once per response', async ({ world }) => {
  const { member, device } = await memberWithPasskey(world)
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  const browser = world.visitor()
  const response = await device.sign((await browser.post('/api/auth/passkey/options')).json)
  const offered = await browser.post('/api/auth/passkey', { response })
  expect([offered.status, offered.json.error.code]).toEqual([409, 'account_pending_deletion'])
  expect((await browser.post('/api/auth/passkey', { response })).json.error.code).toBe('session_expired')
  const { restore_token } = offered.json.error
  expect((await world.visitor().post('/api/auth/confirm-restore', { restore_token })).status).toBe(200)
  await (await world.visitor().signIn(member.user)).post('/api/settings/delete-account', { password: PASSWORD })
  world.wait(RESTORE_PERIOD)
  expect((await logInWith(world.visitor(), device)).json.error.code).toBe('invalid_credentials')
})

test('erasing an account deletes its passkeys', async ({ world }) => {
  const { member, device } = await memberWithPasskey(world)
  await member.post('/api/settings/delete-account', { password: PASSWORD })
  await world.db.batch(eraseAccount(member.user.uid, world.now))
  expect(await world.db.all(sql`SELECT 1 FROM passkeys WHERE user_id = ${member.user.uid}`)).toEqual([])
  expect((await logInWith(world.visitor(), device)).json.error.code).toBe('invalid_credentials')
})
