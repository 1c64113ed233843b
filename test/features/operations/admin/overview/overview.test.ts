import { sql } from 'drizzle-orm'
import { expect, test } from '#test/test.ts'
import type { Client, TestResponse } from '#test/world.ts'

test('an admin can run the data check, and the overview shows its last result', async ({
  world,
  admin,
}) => {
  const { json } = await admin.post('/api/admin/invariants/run')
  expect(json).toMatchObject({ ok: true, complete: true, checked_at: world.now.toISOString() })
  expect(json.checked).toBeGreaterThan(0)
  expect((await admin.get('/api/admin/overview')).json.ledger_check).toEqual(json)
})

async function goOn(admin: Client, begun: { complete: boolean }) {
  let json = begun as TestResponse['json']
  while (!json.complete)
    json = (await admin.post('/api/admin/invariants/run', { go_on: true })).json
  return json
}

test('owners are notified of a failed check once, not on every run', async ({
  world,
  owner,
  admin,
  post,
}) => {
  const run = async () => goOn(admin, (await admin.post('/api/admin/invariants/run')).json)
  const told = async () => (await owner.get('/api/messages?category=system')).json.items.length
  await run()
  const before = await told()
  await world.db.batch([sql`UPDATE posts SET likes_count = 5 WHERE id = ${post.id}`])
  expect((await run()).failures['like counts equal the likes']).toEqual([post.id])
  await run()
  expect(await told()).toBe(before + 1)
  await world.db.batch([sql`UPDATE posts SET likes_count = 0 WHERE id = ${post.id}`])
  expect((await run()).ok).toBe(true)
})

// The last test of the file: every later check would also read its users.
test('a large site is checked in slices, and a difference in any slice is found', async ({
  world,
  admin,
}) => {
  await world.db.batch([
    sql`INSERT INTO users (email, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7000)
        SELECT 'part' || i || '@example.com', '2026-01-01T00:00:00.000Z' FROM n`,
  ])
  const [last] = await world.db.all(sql<{ uid: number }>`SELECT MAX(uid) AS uid FROM users`)
  await world.db.batch([sql`UPDATE users SET followers_count = 3 WHERE uid = ${last?.uid ?? 0}`])
  const first = (await admin.post('/api/admin/invariants/run')).json
  expect(first).toMatchObject({ complete: false, ok: true })
  const whole = await goOn(admin, first)
  expect(whole).toMatchObject({ complete: true, ok: false })
  expect(whole.failures).toEqual({ 'follower counts equal the follows': [last?.uid] })
  expect((await admin.get('/api/admin/overview')).json.ledger_check).toMatchObject({ ok: false })
  await world.db.batch([sql`UPDATE users SET followers_count = 0 WHERE uid = ${last?.uid ?? 0}`])
})
