import { sql } from 'drizzle-orm'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { DAY } from '#kernel/clock.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const adjust = (uid: number, amount: number) => ({ uid, amount, reason: 'admin_adjust' as const })

test('the database refuses changed ledger entries and a balance without an entry', async ({
  world,
  user,
}) => {
  await world.db.batch([ledgerEntry(adjust(user.uid, 5), world.now)])
  for (const tampering of [
    sql`UPDATE energy_log SET amount = 50 WHERE user_id = ${user.uid}`,
    sql`DELETE FROM energy_log WHERE user_id = ${user.uid}`,
    sql`UPDATE users SET energy = 50 WHERE uid = ${user.uid}`,
    sql`INSERT INTO energy_log (user_id, amount, reason, balance_after, created_at)
        VALUES (${user.uid}, 5, 'admin_adjust', 50, '')`,
  ]) {
    await expect(world.db.batch([tampering])).rejects.toThrow()
  }
  expect((await world.reload(user)).energy).toBe(5)
})

test('a paid command is refused completely while the balance is negative', async ({ world }) => {
  const user = await world.user({ level: 1 })
  await world.db.batch([ledgerEntry(adjust(user.uid, -1), world.now)])
  const renaming = world.db.batch([
    sql`UPDATE users SET signature = 'changed' WHERE uid = ${user.uid}`,
    ledgerEntry({ uid: user.uid, amount: -6, reason: 'rename' }, world.now),
  ])
  await expect(renaming).rejects.toMatchObject({ code: 'energy_negative' })
  expect(await world.reload(user)).toMatchObject({ signature: '', energy: -1 })
})

test('the ledger lists seven days, newest first, with paging', async ({
  world,
  member: browser,
}) => {
  for (const amount of [1, 2, 3, 4]) {
    await world.db.batch([ledgerEntry(adjust(browser.user.uid, amount), world.now)])
    world.wait(2 * DAY)
  }
  await browser.signIn(browser.user)
  const first = (await browser.get('/api/energy/logs?limit=2')).json
  expect(first.items).toMatchObject([{ amount: 4 }, { amount: 3 }])
  const second = (await browser.get(`/api/energy/logs?limit=2&cursor=${first.next_cursor}`)).json
  expect(second).toMatchObject({ items: [{ amount: 2 }], next_cursor: null })
})

test('energy info shows the energy spent today, Shanghai time', async ({
  world,
  member: browser,
}) => {
  const { uid } = browser.user
  await world.db.batch([
    ledgerEntry(adjust(uid, 20), world.now),
    ledgerEntry({ uid, amount: -6, reason: 'rename' }, world.now),
    ledgerEntry({ uid, amount: -2, reason: 'delete_post' }, world.now),
  ])
  expect((await browser.get('/api/energy/info')).json).toEqual({
    energy: 12,
    can_energize: true,
    can_rename: true,
    spent_today: 8,
    exp_from_energize_today: 0,
    exp_cap: 50,
  })
})

const reason = 'A gift for the spring festival'

test('an adjustment with an unknown user id is refused as a whole', async ({
  world,
  user,
  owner,
}) => {
  const input = { uids: [user.uid, 999_999_999], amount: 5, reason }
  expect(await refusalOf(owner.post('/api/admin/energy/adjust', input))).toEqual([404, 'not_found'])
  expect((await world.reload(user)).energy).toBe(0)
})

test.each([
  ['no users', { uids: [], amount: 1, reason }, 'uids'],
  ['a duplicate user', { uids: [10001, 10001], amount: 1, reason }, 'uids'],
  [
    'too many users',
    { uids: Array.from({ length: 1001 }, (_, n) => n + 1), amount: 1, reason },
    'uids',
  ],
  ['too much energy', { uids: [10001], amount: 1e12, reason }, 'amount'],
  ['no reason', { uids: [10001], amount: 1, reason: ' ' }, 'reason'],
])('an adjustment with %s is refused', async (_, input, field) => {
  const owner = await new World().member({ role: 'owner' })
  expect(await refusalOf(owner.post('/api/admin/energy/adjust', input))).toEqual([422, field])
})
