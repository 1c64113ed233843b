import { sql } from 'drizzle-orm'
import { expect, refusal, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const reason = 'A gift for the spring festival'

test('an owner adjusts the energy of several users, and each is notified', async ({ world, owner }) => {
  const people = await Promise.all([world.user(), world.user(), world.user()])
  const uids = people.map(({ uid }) => uid)
  const response = await owner.post('/api/admin/energy/adjust', { uids, amount: -3, reason })
  expect([response.status, response.json]).toEqual([200, { adjusted: 3 }])
  for (const person of people) {
    expect((await world.reload(person)).energy).toBe(-3)
    const notices = await world.db.all(sql`SELECT kind, data FROM notifications WHERE user_id = ${person.uid}`)
    expect(notices).toHaveLength(1)
  }
})

test('an unknown user id refuses the whole request', async ({ world, user, owner }) => {
  expect(
    refusal(await owner.post('/api/admin/energy/adjust', { uids: [user.uid, 999_999_999], amount: 5, reason })),
  ).toEqual([404, 'not_found'])
  expect((await world.reload(user)).energy).toBe(0)
})

test.each([
  ['no users', { uids: [], amount: 1, reason }, 'uids'],
  ['a duplicate user', { uids: [10001, 10001], amount: 1, reason }, 'uids'],
  ['too many users', { uids: Array.from({ length: 1001 }, (_, n) => n + 1), amount: 1, reason }, 'uids'],
  ['zero energy', { uids: [10001], amount: 0, reason }, 'amount'],
  ['too much energy', { uids: [10001], amount: 1e12, reason }, 'amount'],
  ['a fraction', { uids: [10001], amount: 0.5, reason }, 'amount'],
  ['no reason', { uids: [10001], amount: 1, reason: ' ' }, 'reason'],
  ['a reason that is too long', { uids: [10001], amount: 1, reason: 'x'.repeat(10_000) }, 'reason'],
])('an adjustment with %s is refused', async (_, input, field) => {
  const owner = await new World().member({ role: 'owner' })
  const { status, json } = await owner.post('/api/admin/energy/adjust', input)
  expect([status, Object.keys(json.error.fields)]).toEqual([422, [field]])
})

test('an admin finds adjustments in the ledger', async ({ world, owner }) => {
  const [admin, member] = [await world.member({ role: 'admin' }), await world.member()]
  const adjustment = { uids: [member.user.uid], amount: 1, reason }
  await owner.post('/api/admin/energy/adjust', adjustment)
  const { items } = (await admin.get(`/api/admin/energy/logs?uid=${member.user.uid}&reason=admin_adjust`)).json
  expect(items).toMatchObject([{ amount: 1, note: reason, user: { uid: member.user.uid } }])
  expect((await admin.get('/api/admin/energy/logs?reason=bribe')).status).toBe(422)
})
