import { sql } from 'drizzle-orm'
import { dayOf } from '#kernel/clock.ts'
import { freshName, put } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import type { Client, TestResponse, World } from '#test/world.ts'

async function counted(world: World) {
  const today = dayOf(world.now)
  const [rows] = await world.db.all(sql<Record<string, number>>`
    SELECT
      (SELECT COUNT(*) FROM posts WHERE status = 'pending' AND deleted_at IS NULL) AS pending_posts,
      (SELECT COUNT(*) FROM posts WHERE edit_unseen_since IS NOT NULL AND deleted_at IS NULL) AS edited_after_approval,
      (SELECT COUNT(*) FROM profile_reviews WHERE status = 'pending') AS pending_profiles,
      (SELECT COUNT(*) FROM report_cases WHERE decision IS NULL) AS open_reports,
      (SELECT COUNT(*) FROM users WHERE status <> 'deleted') AS users,
      (SELECT COUNT(*) FROM posts WHERE deleted_at IS NULL) AS posts,
      (SELECT COUNT(*) FROM comments WHERE date(created_at, '+8 hours') = ${today}) AS comments_today`)
  return rows
}

// The model test compares the figures after random commands.
test('the figures of the overview equal the counted rows', async ({ world, admin }) => {
  await world.setting('audit.enabled', true)
  const [author, reader] = [await world.member({ level: 1 }), await world.member()]
  const pending = { author: author.user, status: 'pending' } as const
  const [approved, rejected, locked] = await world.posts([pending, pending, pending, pending])
  await admin.post(`/api/admin/posts/${approved.id}/approve`)
  await admin.post(`/api/admin/posts/${rejected.id}/reject`, { reason: 'no' })
  await admin.post(`/api/admin/posts/${locked.id}/lock`, { reason: 'no' })
  await author.put(`/api/studio/posts/${approved.id}`, { title: 'Another' })
  await author.post(`/api/posts/${approved.id}/comments`, { body: 'hello' })
  await reader.post('/api/reports', { post_id: approved.id, reason: 'spam' })
  await put(reader, { username: freshName() })
  const { ledger_check, backups, operations, ...figures } = (await admin.get('/api/admin/overview')).json
  expect(figures).toEqual(await counted(world))
  expect(Object.values(figures)).not.toContain(0)
})

test('an admin can run the data check, and the overview shows its last result', async ({ world, admin }) => {
  const { json } = await admin.post('/api/admin/invariants/run')
  expect(json).toMatchObject({ ok: true, complete: true, checked_at: world.now.toISOString() })
  expect(json.checked).toBeGreaterThan(0)
  expect((await admin.get('/api/admin/overview')).json.ledger_check).toEqual(json)
})

async function goOn(admin: Client, begun: { complete: boolean }) {
  let json = begun as TestResponse['json']
  while (!json.complete) json = (await admin.post('/api/admin/invariants/run', { go_on: true })).json
  return json
}

test('owners are notified of a failed check once, not on every run', async ({ world, owner, admin, post }) => {
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
test('a large site is checked in slices, and a difference in any slice is found', async ({ world, admin }) => {
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
