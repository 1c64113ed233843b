import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { Meter, openDb } from '#db/client.ts'
import {
  actsOf,
  addressesSince,
  findAnomalies,
} from '#features/operations/admin/anomalies/anomalies.ts'
import { DAY } from '#kernel/clock.ts'
import { planOf } from '#test/cost.ts'
import { World } from '#test/world.ts'

const OLD_ACCOUNTS = 3_000
const ENTRIES = 3_000
const RING = 4
const ADDRESS = '198.51.100.7'

const world = new World()
const ago = (days: number) => new Date(world.now.getTime() - days * DAY).toISOString()
const numbers = (count: number) =>
  sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
let author = 0
const ring: number[] = []

// Old accounts use the address of the ring and like the same post. One member of the ring gets
// energy from thousands.
beforeAll(async () => {
  author = (await world.user({ level: 1 })).uid
  const post = await world.post({ author: { uid: author } })
  await world.db.batch([
    sql`
      INSERT INTO users (email, password_hash, username, username_key, created_at)
      ${numbers(OLD_ACCOUNTS)} SELECT 'old' || i || '@example.com', 'none', 'old' || i, 'old' || i, ${ago(90)} FROM n`,
  ])
  for (let n = 0; n < RING; n++) ring.push((await world.user({ level: 2 })).uid)
  const received = sql`(SELECT energy FROM users WHERE uid = ${ring[0] ?? 0})`
  await world.db.batch([
    sql`
      INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
      SELECT uid, 's' || uid, ${ADDRESS}, '', 'en', ${ago(1)} FROM users WHERE uid > ${author}`,
    sql`
      INSERT INTO post_likes (user_id, post_id, created_at)
      SELECT uid, ${post.id}, ${ago(1)} FROM users WHERE uid > ${author}`,
    sql`
      INSERT INTO energy_log (user_id, amount, reason, balance_after, post_id, created_at)
      ${numbers(ENTRIES)} SELECT ${ring[0] ?? 0}, 1, 'energized', energy + i, ${post.id}, ${ago(2)}
      FROM n CROSS JOIN (SELECT ${received} AS energy)`,
  ])
})

test('the report of suspicious activity reads the newest accounts and a limited number of their likes and ledger entries', async () => {
  const meter = new Meter()
  await findAnomalies(openDb(world.env.DB, meter), world.now)
  const admin = await world.member({ role: 'admin' })
  const { items } = (await admin.get('/api/admin/anomalies?limit=50')).json
  expect(items).toMatchObject([{ address: ADDRESS, author: { uid: author }, likes: RING }])
  // Each old account is read once. Its sign-in and its likes are not.
  expect(meter.rowsRead).toBeLessThan(OLD_ACCOUNTS + 1_500)
  expect(meter.roundTrips).toBe(4)
})

test('the queries of the report of suspicious activity use indexes', async () => {
  const members = ring.map((uid) => ({ ip: ADDRESS, uid }))
  const plans = [
    await planOf(world.db, addressesSince(ago(30))),
    await planOf(world.db, actsOf(members, ago(30))),
  ]
  for (const plan of plans) expect(scansIn(plan)).toEqual([])
  expect(plans[0]).toContain('SEARCH s USING INDEX sign_ins_of_user (user_id=?)')
  expect(plans[1]).toContain(
    'USING COVERING INDEX energy_log_of_user_by_time (user_id=? AND created_at>?)',
  )
})

/** The users are limited; the other scans are of the members and their acts. */
function scansIn(plan: string): string[] {
  const scans = plan.match(/^SCAN .*$/gm) ?? []
  return scans.filter(
    (scan) => !/^SCAN (users|y|json_each|members|m|a|accounts|acts|acts_in_groups)\b/.test(scan),
  )
}
