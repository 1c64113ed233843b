import { sql } from 'drizzle-orm'
import { freshName } from '#test/profiles.ts'
import { test as base, expect } from '#test/test.ts'
import { Client, freshEmail, type Member, type World } from '#test/world.ts'

export const newcomer = () => ({ email: freshEmail(), password: 'long enough' })

export async function invite(member: Client, input: object = {}): Promise<string> {
  const response = await member.post('/api/invitations', { uses: 1, days: 7, ...input })
  expect(response.status, response.text).toBe(201)
  return response.json.code
}

export const join = (world: World, invitation?: string) =>
  world
    .visitor()
    .post('/api/auth/register', { ...newcomer(), ...(invitation !== undefined && { invitation }) })

/** On an invite-only site, a member who can invite. */
export const test = base.extend('inviter', async ({ world }) => {
  await world.setting('registration.invite_only', true)
  return world.member({ level: 2, username: freshName() })
})

/** Each from its own address. */
export async function concurrentRegistrations(
  inviter: Member,
  count: number,
  uses: number,
): Promise<void> {
  const { world } = inviter
  const invitation = await invite(inviter, { uses })
  const first = world.visitor()
  await first.get('/api/auth/csrf')
  const crowd = Array.from({ length: count }, (_, n) => {
    const browser = new Client(world, `10.77.${n >> 8}.${n & 255}`)
    browser.cookies.set('joule_csrf', first.cookies.get('joule_csrf') ?? '')
    return browser
  })
  const before = await world.db.first(sql<{ uid: number }>`SELECT MAX(uid) AS uid FROM users`)
  const responses = await Promise.all(
    crowd.map((browser) => browser.post('/api/auth/register', { ...newcomer(), invitation })),
  )
  const outcomes = Object.groupBy(
    responses,
    ({ status, json }) => `${status} ${json.error?.code ?? ''}`,
  )
  expect(
    Object.fromEntries(Object.entries(outcomes).map(([outcome, all]) => [outcome, all?.length])),
  ).toEqual({
    '201 ': uses,
    '403 invitation_required': count - uses,
  })
  const made = await world.db.all(sql`SELECT uid FROM users WHERE uid > ${before?.uid}`)
  expect(made).toHaveLength(uses)
  expect((await inviter.get('/api/invitations')).json.items).toMatchObject([
    { state: 'used_up', used: uses, uses },
  ])
}
