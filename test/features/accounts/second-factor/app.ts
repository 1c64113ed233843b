import { expect } from 'vitest'
import { type Client, PASSWORD, type UserFacts, type World } from '#test/world.ts'
import { appWith } from './authenticator.ts'

/**
 * A member with two-step verification. The time is one TOTP step after the confirmation, so the
 * next code is unused.
 */
export async function memberWithApp(world: World, facts: UserFacts = {}) {
  const member = await world.member(facts)
  const { app, codes } = await turnOnTotp(world, member)
  world.wait(30_000)
  return { member, app, codes }
}

export async function turnOnTotp(world: World, member: Client) {
  const begun = await member.post('/api/settings/totp', { password: PASSWORD })
  expect(begun.status, begun.text).toBe(200)
  const app = appWith(begun.json.secret, world)
  const confirmed = await member.post('/api/settings/totp/confirm', { code: await app.code() })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { app, codes: confirmed.json.recovery_codes as string[] }
}

export async function challengeOf(
  browser: Client,
  { email }: { email: string | null },
): Promise<string> {
  const response = await browser.logIn(email)
  expect([response.status, response.json.methods]).toEqual([202, ['totp', 'recovery_code']])
  return response.json.challenge
}
