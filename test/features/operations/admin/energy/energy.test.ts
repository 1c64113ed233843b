import { sql } from 'drizzle-orm'
import { ROWS_AT_ONCE } from '#features/operations/admin/energy/energy.ts'
import { DAY } from '#kernel/clock.ts'
import { rowsRead } from '#test/cost.ts'
import { freshName, giveEnergy } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { auditOf, idsIn, systemNoticesOf, valuesIn } from '../support.ts'

test('an energy adjustment is logged for each user, with both balances, and each is notified', async ({
  world,
  owner,
}) => {
  const people = [await world.user(), await world.user()]
  await giveEnergy(world, people[1] ?? owner.user, 4)
  const uids = people.map(({ uid }) => uid)
  await owner.post('/api/admin/energy/adjust', { uids, amount: 3, reason: '活动奖励' })
  for (const [n, uid] of uids.entries()) {
    expect(await auditOf(world, 'user', uid)).toMatchObject([
      {
        actor_id: owner.user.uid,
        subject_id: uid,
        action: 'energy.adjust',
        reason: '活动奖励',
        ip: owner.ip,
        before: JSON.stringify({ energy: n * 4 }),
        after: JSON.stringify({ energy: n * 4 + 3, amount: 3 }),
      },
    ])
    expect(await systemNoticesOf(world, { uid })).toHaveLength(1)
    const logs = await owner.get(`/api/admin/energy/logs?uid=${uid}&reason=admin_adjust`)
    expect(valuesIn(logs, 'note')).toContain('活动奖励')
  }
})

test('the ledger can be filtered by user, reason and Shanghai day, newest first', async ({
  world,
}) => {
  world.now = new Date('2026-03-02T15:30:00.000Z')
  const user = await world.user()
  await giveEnergy(world, user, 1)
  // Now it is 00:30 of the next day in Shanghai.
  world.wait(3_600_000)
  await giveEnergy(world, user, 2)
  world.wait(DAY)
  await giveEnergy(world, user, 3)
  const admin = await world.member({ role: 'admin' })
  const amounts = async (query: string) =>
    valuesIn(await admin.get(`/api/admin/energy/logs?uid=${user.uid}${query}`), 'amount')
  expect(await amounts('')).toEqual([3, 2, 1])
  expect(await amounts('&to=2026-03-02')).toEqual([1])
  expect(await amounts('&from=2026-03-03')).toEqual([3, 2])
  expect(await amounts('&from=2026-03-03&to=2026-03-03')).toEqual([2])
  expect(await amounts('&reason=admin_adjust&from=2026-03-04')).toEqual([3])
  expect(await amounts('&reason=checkin')).toEqual([])
  const first = await admin.get(`/api/admin/energy/logs?uid=${user.uid}&limit=2`)
  const second = await admin.get(
    `/api/admin/energy/logs?uid=${user.uid}&limit=2&cursor=${first.json.next_cursor}`,
  )
  expect(idsIn(second)).toHaveLength(1)
  for (const query of ['from=2026-13-01', 'to=yesterday', 'from=9999-12-31', 'reason=bribe']) {
    expect((await admin.get(`/api/admin/energy/logs?${query}`)).status, query).toBe(422)
  }
})

test('the ledger lists energized posts for the giver and for the author', async ({ world }) => {
  world.now = new Date('2026-03-05T15:59:00.000Z')
  const [[admin, reader], author] = [
    await world.members([{ role: 'admin' }, { level: 1 }]),
    await world.user(),
  ]
  const posts = [
    await world.post({ author }),
    await world.post({ author }),
    await world.post({ author }),
  ]
  await giveEnergy(world, reader.user, 10)
  for (const { id } of posts) {
    await reader.post('/api/energy/energize', { post_id: id, form: 'light' })
    await giveEnergy(world, author, 1)
    world.wait(60_000)
  }
  const ids = posts.map(({ id }) => id)
  const listed = async (query: string) => {
    const { json } = await admin.get(`/api/admin/energy/logs?from=2026-03-05&to=2026-03-06${query}`)
    const entries: { post_id: number; amount: number; user: { uid: number } }[] = json.items
    return {
      entries: entries.map((it) => [it.post_id, it.amount, it.user.uid]),
      next: json.next_cursor,
    }
  }
  for (const [reason, amount, uid] of [
    ['energize', -1, reader.user.uid],
    ['energized', 1, author.uid],
  ] as const) {
    const [third, second, first] = ids.toReversed().map((id) => [id, amount, uid])
    const page = await listed(`&reason=${reason}&limit=2`)
    expect(page.entries).toEqual([third, second])
    expect((await listed(`&reason=${reason}&limit=2&cursor=${page.next}`)).entries).toEqual([first])
    // Midnight in Shanghai lies between the first and the second entry.
    const ofDay = await admin.get(
      `/api/admin/energy/logs?reason=${reason}&to=2026-03-05&from=2026-03-05`,
    )
    expect(valuesIn(ofDay, 'post_id')).toEqual([ids[0]])
  }
})

test('a ledger entry stored after those of a later day is listed under its own day', async ({
  world,
  admin,
  user,
}) => {
  const give = async (at: string, amount: number) => {
    world.now = new Date(at)
    await giveEnergy(world, user, amount)
  }
  await give('2026-02-10T01:00:00.000Z', 1)
  await give('2026-02-11T01:00:00.000Z', 2)
  await give('2026-02-10T15:59:59.999Z', 3)
  await give('2026-02-11T02:00:00.000Z', 4)
  world.now = new Date('2026-02-11T03:00:00.000Z')
  const amounts = async (query: string) =>
    valuesIn(await admin.get(`/api/admin/energy/logs?${query}`), 'amount')
  expect(await amounts('from=2026-02-10&to=2026-02-10')).toEqual([3, 1])
  expect(await amounts('from=2026-02-11&to=2026-02-11')).toEqual([4, 2])
  expect(await amounts('from=2026-02-10&to=2026-02-11')).toEqual([4, 3, 2, 1])
  expect(await amounts('from=2026-02-12&to=2026-02-12')).toEqual([])
})

test('the ledger CSV streams any number of rows and escapes spreadsheet formulas', async ({
  world,
  admin,
}) => {
  const user = await world.user({ username: freshName() })
  const entries = ROWS_AT_ONCE + 10
  await world.db.batch([
    sql`INSERT INTO energy_log (user_id, amount, reason, balance_after, note, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
        SELECT ${user.uid}, 1, 'admin_adjust', i, '=1+1,"中文"', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || i || ' seconds') FROM n`,
  ])
  const response = await admin.get(`/api/admin/energy/logs.csv?uid=${user.uid}`)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="joule-energy-[\d-]+\.csv"$/,
  )
  const lines = response.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(entries + 1)
  expect(lines[0]?.replace('\uFEFF', '')).toBe(
    'id,created_at,uid,username,amount,reason,balance_after,post_id,note',
  )
  expect(lines[1]).toMatch(
    new RegExp(`,${user.uid},${user.username},1,admin_adjust,${entries},,"'=1\\+1,""中文"""$`),
  )
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(entries + 1)
  const none = await admin.get(`/api/admin/energy/logs.csv?uid=${user.uid}&reason=rename`)
  expect(none.text.trimEnd().split('\r\n')).toHaveLength(1)
})

test('an owner sees the number and the uids of the users that match a filter', async ({
  world,
  owner,
}) => {
  const [high, banned] = [
    await world.user({ level: 6 }),
    await world.user({ level: 6, status: 'banned' }),
  ]
  const gather = async (query: string) =>
    (await owner.get(`/api/admin/energy/audience?${query}`)).json
  const all = await gather('level_min=6')
  expect(all.count).toBe(all.uids.length)
  expect(all.uids).toEqual(expect.arrayContaining([high.uid, banned.uid]))
  expect((await gather('level_min=6&status=banned')).uids).toContain(banned.uid)
  expect((await gather('level_min=6&status=active&role=user')).uids).not.toContain(banned.uid)
  expect((await gather('role=owner')).uids).toContain(owner.user.uid)
  expect(await gather('level_min=6&level_max=5')).toEqual({ count: 0, uids: [] })
  expect((await owner.get('/api/admin/energy/audience?level_min=7')).status).toBe(422)
})

test('a filter that matches more users than one adjustment allows returns no uids', async ({
  world,
  owner,
}) => {
  await world.db.batch([
    sql`INSERT INTO users (email, exp, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
        SELECT 'many' || i || '@example.com', 60, '2026-01-01T00:00:00.000Z' FROM n`,
  ])
  const response = await owner.get('/api/admin/energy/audience?level_min=2&level_max=2')
  expect(response.json).toEqual({ count: 1001, uids: [] })
  expect(rowsRead(response)).toBeLessThanOrEqual(2_100)
})
