import { expect } from 'vitest'
import { type Client, PASSWORD, type UserFacts, type World } from '#test/world.ts'
import { type Device, newDevice, type Situation } from './device.ts'

export async function memberWithPasskey(
  world: World,
  facts: UserFacts & { counter?: number } = {},
) {
  const member = await world.member(facts)
  const device = await newDevice(facts)
  const added = await addPasskey(member, device)
  expect(added.status, added.text).toBe(201)
  return { member, device, id: added.json.id as number }
}

export const optionsFor = async (member: Client) =>
  (await member.post('/api/settings/passkeys/options', { password: PASSWORD })).json

export async function addPasskey(
  member: Client,
  device: Device,
  situation: Situation = {},
  name = 'a key',
) {
  const response = await device.register(await optionsFor(member), situation)
  return member.post('/api/settings/passkeys', { response, name })
}

export async function logInWith(browser: Client, device: Device, situation: Situation = {}) {
  const { json: options } = await browser.post('/api/auth/passkey/options')
  return browser.post('/api/auth/passkey', { response: await device.sign(options, situation) })
}
