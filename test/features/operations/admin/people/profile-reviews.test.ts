import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { freshName, ledgerOf, named, put, reviewsOf } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { systemNoticesOf } from '../support.ts'

beforeEach(() => new World().setting('audit.enabled', true))

const approve = (admin: Client, id: number) =>
  admin.post(`/api/admin/profile-reviews/${id}/approve`)
const reject = (admin: Client, id: number, body?: unknown) =>
  admin.post(`/api/admin/profile-reviews/${id}/reject`, body)

const waiting = async (browser: Client, change: object): Promise<number> =>
  (await put(browser, change)).json.review.id

test('the result of a decision about a profile change has its time and the reason of a rejection', async ({
  world,
  admin,
  member,
}) => {
  const id = await waiting(member, { username: freshName() })
  world.wait(1000)
  const { json } = await reject(admin, id, { reason: '  请换一个名字  ' })
  expect(json).toMatchObject({
    status: 'rejected',
    reason: '请换一个名字',
    decided_at: world.now.toISOString(),
  })
  const notice = { event: 'profile_rejected', reason: '请换一个名字' }
  expect(await systemNoticesOf(world, member.user)).toMatchObject([notice])
})

test('approving an emptied signature gives no reward', async ({ world, admin, member }) => {
  await world.db.batch([sql`UPDATE users SET signature = 'old' WHERE uid = ${member.user.uid}`])
  await approve(admin, await waiting(member, { signature: '' }))
  expect(await world.reload(member.user)).toMatchObject({ signature: '', exp: 0 })
})

test('a decided profile change cannot be decided again, and an unknown one is not found', async ({
  admin,
  member,
}) => {
  const id = await waiting(member, { username: freshName() })
  await approve(admin, id)
  expect((await reject(admin, id)).json.error.code).toBe('invalid_transition')
  expect((await approve(admin, 999_999_999)).status).toBe(404)
  expect((await approve(admin, 0)).json.error.code).toBe('bad_request')
  expect((await reject(admin, id, { reason: 'x'.repeat(201) })).json.error.fields).toHaveProperty(
    'reason',
  )
})

test('a decision about a profile change is rolled back if its last statement fails', async ({
  world,
  admin,
}) => {
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
