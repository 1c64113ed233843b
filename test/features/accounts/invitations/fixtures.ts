import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { Client, World } from '#test/world.ts'

export const newcomer = () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'long enough' })

export async function invite(member: Client, input: object = {}): Promise<string> {
  const response = await member.post('/api/invitations', { uses: 1, days: 7, ...input })
  expect(response.status, response.text).toBe(201)
  return response.json.code
}

export const join = (world: World, invitation?: string) =>
  world.visitor().post('/api/auth/register', { ...newcomer(), ...(invitation !== undefined && { invitation }) })

export async function inviteOnly(): Promise<{ world: World; inviter: Awaited<ReturnType<World['member']>> }> {
  const world = new World()
  await world.setting('registration.invite_only', true)
  return { world, inviter: await world.member({ level: 2, username: `i${crypto.randomUUID().slice(0, 8)}` }) }
}

/** Each from its own address. */
export async function concurrentRegistrations(count: number, uses: number): Promise<void> {
  const { world, inviter } = await inviteOnly()
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
  const outcomes = Object.groupBy(responses, ({ status, json }) => `${status} ${json.error?.code ?? ''}`)
  expect(Object.fromEntries(Object.entries(outcomes).map(([outcome, all]) => [outcome, all?.length]))).toEqual({
    '201 ': uses,
    '403 invitation_required': count - uses,
  })
  const made = await world.db.all(sql`SELECT uid FROM users WHERE uid > ${before?.uid}`)
  expect(made).toHaveLength(uses)
  expect((await inviter.get('/api/invitations')).json.items).toMatchObject([{ state: 'used_up', used: uses, uses }])
}
