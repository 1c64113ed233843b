import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { freshName, ledgerOf, named, put, reviewsOf, tasksOf } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { systemNoticesOf } from '../support.ts'

beforeEach(() => new World().setting('audit.enabled', true))

const approve = (admin: Client, id: number) => admin.post(`/api/admin/profile-reviews/${id}/approve`)
const reject = (admin: Client, id: number, body?: unknown) =>
  admin.post(`/api/admin/profile-reviews/${id}/reject`, body)

const waiting = async (browser: Client, change: object): Promise<number> => (await put(browser, change)).json.review.id

test('an approved profile change takes effect, completes tasks and sends a notice', async ({ world, admin }) => {
  const browser = await world.member()
  const username = freshName()
  const id = await waiting(browser, { username, signature: 'hello' })
  world.wait(1000)
  const { status, json } = await approve(admin, id)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, status: 'approved', reason: null, decided_at: world.now.toISOString() })
  expect(await world.reload(browser.user)).toMatchObject({ username, signature: 'hello', exp: 20, energy: 0 })
  expect(await tasksOf(world, browser.user)).toEqual(['signature', 'username'])
  expect(await systemNoticesOf(world, browser.user)).toMatchObject([{ event: 'profile_approved' }])
  expect((await browser.get('/api/settings/audit-status')).json.review).toBeNull()
})

test('rejecting a rename refunds its energy and releases the new username', async ({ world, admin }) => {
  const browser = await named(world, 10)
  const username = freshName()
  const id = await waiting(browser, { username, signature: 'hello' })
  const { json } = await reject(admin, id, { reason: '  请换一个名字  ' })
  expect(json).toMatchObject({ status: 'rejected', reason: '请换一个名字', cost: 6 })
  expect(await world.reload(browser.user)).toMatchObject({ username: browser.user.username, signature: '', energy: 10 })
  expect(await ledgerOf(world, browser.user, 'rename', 'rename_refund')).toEqual([-6, 6])
  const [told] = await systemNoticesOf(world, browser.user)
  expect(told).toMatchObject({ event: 'profile_rejected', reason: '请换一个名字' })
  expect((await put(await world.member(), { username })).status).toBe(202)
})

test('rejecting a free first username refunds nothing; the next one is free again', async ({ world, admin }) => {
  const browser = await world.member()
  const { json } = await reject(admin, await waiting(browser, { username: freshName() }))
  expect([json.cost, json.reason]).toEqual([0, null])
  expect(await ledgerOf(world, browser.user, 'rename_refund')).toEqual([])
  expect((await put(browser, { username: freshName() })).json.review.cost).toBe(0)
})

test('approving an emptied signature gives no reward', async ({ world, admin, member }) => {
  await world.db.batch([sql`UPDATE users SET signature = 'old' WHERE uid = ${member.user.uid}`])
  await approve(admin, await waiting(member, { signature: '' }))
  expect(await world.reload(member.user)).toMatchObject({ signature: '', exp: 0 })
})

test('concurrent decisions on a profile change: exactly one succeeds', async ({ world }) => {
  const browser = await named(world, 10)
  const id = await waiting(browser, { username: freshName() })
  const admins = await Promise.all([1, 2, 3, 4].map(() => world.member({ role: 'admin' })))
  const decisions = admins.map((admin, n) => (n % 2 === 0 ? approve(admin, id) : reject(admin, id)))
  const outcomes = (await Promise.all(decisions)).map(({ status, json }) => json.error?.code ?? status)
  expect(outcomes.toSorted()).toEqual([200, ...Array(3).fill('invalid_transition')])
  const [review] = await reviewsOf(world, browser.user)
  const refunds = await ledgerOf(world, browser.user, 'rename_refund')
  expect(refunds).toEqual(review?.status === 'rejected' ? [6] : [])
  expect(await systemNoticesOf(world, browser.user)).toHaveLength(1)
})

test('a decided profile change cannot be decided again, and an unknown one is not found', async ({ admin, member }) => {
  const id = await waiting(member, { username: freshName() })
  await approve(admin, id)
  expect((await reject(admin, id)).json.error.code).toBe('invalid_transition')
  expect((await approve(admin, 999_999_999)).status).toBe(404)
  expect((await approve(admin, 0)).json.error.code).toBe('bad_request')
  expect((await reject(admin, id, { reason: 'x'.repeat(201) })).json.error.fields).toHaveProperty('reason')
})

test('a decision whose last statement fails is rolled back', async ({ world, admin }) => {
  const browser = await named(world, 10)
  const id = await waiting(browser, { username: freshName(), signature: 'hello' })
  const before = await world.reload(browser.user)
  await world.db.batch([
    sql.raw(`CREATE TRIGGER broken BEFORE INSERT ON notifications
             WHEN NEW.user_id = ${browser.user.uid} AND NEW.kind = 'NotifySystem'
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`),
  ])
  const responses = [await approve(admin, id), await reject(admin, id)]
  await world.db.batch([sql`DROP TRIGGER broken`])
  expect(responses.map(({ status }) => status)).toEqual([500, 500])
  expect(await world.reload(browser.user)).toEqual(before)
  expect(await ledgerOf(world, browser.user, 'rename_refund')).toEqual([])
  expect((await reviewsOf(world, browser.user))[0]?.status).toBe('pending')
})
