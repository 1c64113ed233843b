import { sql } from 'drizzle-orm'
import { type Concern, Meter, openDb } from '#db/client.ts'
import { sessionGuard } from '#features/accounts/sessions/session-guard.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, LEVEL_FLOORS } from '#features/core/people/level.ts'
import { startOfDay } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const info = async (browser: Client) => (await browser.get('/api/level/info')).json

test('the first request of a day checks in, and its response includes the check-in', async () => {
  const browser = await new World().member({ level: 1 })
  expect(await info(browser)).toMatchObject({ exp: 6, checked_in_today: true })
  expect(await info(browser)).toMatchObject({ exp: 6, checked_in_today: true })
  expect((await browser.get('/api/energy/info')).json.energy).toBe(1)
  const { items } = (await browser.get('/api/energy/logs')).json
  expect(items).toMatchObject([{ amount: 1, reason: 'checkin', balance_after: 1 }])
})

test('a check-in day starts at midnight, Shanghai time', async ({ world }) => {
  const tomorrow = startOfDay('2027-03-01')
  world.now = new Date(tomorrow.getTime() - 1)
  const browser = await world.member({ level: 1 })
  expect((await browser.post('/api/level/checkin')).json.day).toBe('2027-02-28')
  world.now = tomorrow
  expect((await browser.post('/api/level/checkin')).json).toMatchObject({
    day: '2027-03-01',
    energy: 2,
  })
})

test('requests after the check-in of the day write nothing', async () => {
  const browser = await new World().member({ level: 1 })
  await info(browser)
  const timing = (await browser.get('/api/level/info')).headers.get('server-timing')
  expect(timing).toContain('round trips: 2')
  expect(timing).toContain('rows written: 0')
})

test('a command that checks the session in its batch checks in like any other request', async ({
  world,
  user: author,
}) => {
  const { id } = await world.post({ author })
  const [reader, fan] = await world.members([{ level: 1 }, { level: 1 }])
  await info(reader)
  expect((await fan.post(`/api/posts/${id}/like`)).status).toBe(200)
  const checkInOf = async ({ user }: Client) => {
    const uid = user?.uid ?? 0
    const [entry] = await world.db.all(sql`
      SELECT amount, reason, balance_after, post_id, note, created_at, exp_gained
      FROM energy_log WHERE user_id = ${uid}`)
    const [day] = await world.db.all(sql`
      SELECT day, created_at FROM user_check_ins WHERE user_id = ${uid}`)
    const [balance] = await world.db.all(sql`SELECT exp, energy FROM users WHERE uid = ${uid}`)
    return { entry, day, balance }
  }
  const checkIn = await checkInOf(fan)
  expect(checkIn.entry).toMatchObject({
    amount: CHECK_IN_ENERGY,
    reason: 'checkin',
    exp_gained: CHECK_IN_EXP,
  })
  expect(checkIn).toEqual(await checkInOf(reader))
})

test('the check-in of a command that reaches a level writes its notice and updates open pages', async ({
  world,
  user: author,
}) => {
  const { id } = await world.post({ author })
  const fan = await world.member({ level: 1 })
  await world.db.batch([
    sql`UPDATE users SET exp = ${(LEVEL_FLOORS[2] ?? 0) - CHECK_IN_EXP} WHERE uid = ${fan.user.uid}`,
  ])
  const concerns: Concern[] = []
  const db = openDb(world.env.DB, new Meter(), { committed: (concern) => concerns.push(concern) })
  const statements = sessionGuard(fan.sid, fan.user.uid, world.now)
  await db.batch(statements)
  expect(concerns).toEqual([{ users: [fan.user.uid] }])
  await db.batch(statements.slice(0, 1))
  const { items } = (await fan.get('/api/messages')).json
  expect(items).toMatchObject([{ kind: 'NotifyLevelUp' }])
  expect((await fan.post(`/api/posts/${id}/like`)).status).toBe(200)
  expect((await world.reload(fan.user)).exp).toBe(LEVEL_FLOORS[2])
})

test('a user of Lv0 is not checked in by a command', async ({ world, user: author }) => {
  const { id } = await world.post({ author })
  const newcomer = await world.member({ level: 0 })
  expect((await newcomer.post(`/api/posts/${id}/like`)).status).toBe(200)
  expect((await world.reload(newcomer.user)).energy).toBe(0)
})
