import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { freshName, ledgerOf, named, put, tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { freshEmail, World } from '#test/world.ts'

beforeEach(() => new World().setting('audit.enabled', true))

test('while reviews are on, a change waits and is not visible', async ({ world, member }) => {
  const username = freshName()
  const { status, json } = await put(member, { username, signature: 'hello' })
  expect(status).toBe(202)
  expect(json.user).toMatchObject({ username: null, signature: '', exp: 0 })
  expect(json.review).toEqual({ id: expect.any(Number), status: 'pending', username, signature: 'hello', cost: 0 })
  expect(await tasksOf(world, member.user)).toEqual([])
  expect((await member.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: json.review })
})

test('unchanged fields are null in the review', async () => {
  const browser = await named(new World(), 10)
  const { json } = await put(browser, { username: browser.user.username, signature: 'only this' })
  expect(json.review).toMatchObject({ username: null, signature: 'only this', cost: 0 })
  expect(json.user.energy).toBe(10)
})

test('a rename is charged when it is submitted', async ({ world }) => {
  const browser = await named(world, 10)
  const { json } = await put(browser, { username: freshName() })
  expect([json.review.cost, json.user.energy]).toEqual([6, 4])
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([-6])
})

test('a second change is refused while one is pending, and costs nothing', async ({ world }) => {
  const browser = await named(world, 20)
  const username = freshName()
  await put(browser, { username })
  for (const change of [{ username }, { username: freshName() }, { signature: 'x' }]) {
    expect(await refusalOf(put(browser, change))).toEqual([409, 'review_pending'])
  }
  expect((await world.reload(browser.user)).energy).toBe(14)
})

test('concurrent changes: exactly one is pending and charged', async ({ world }) => {
  const browser = await named(world, 50)
  expect(await statusesOf([1, 2, 3, 4].map(() => put(browser, { username: freshName() })))).toEqual([
    202, 409, 409, 409,
  ])
  expect((await world.reload(browser.user)).energy).toBe(44)
})

test('a pending change blocks a direct change, so only one first username is free', async ({ world, member }) => {
  await put(member, { username: freshName() })
  await world.setting('audit.enabled', false)
  expect((await put(member, { username: freshName() })).json.error.code).toBe('review_pending')
})

test('a pending username is taken for other users, in any Unicode form', async ({ world }) => {
  const username = `Zoë${freshName().slice(0, 10)}`
  await put(await world.member(), { username })
  const other = await world.member()
  expect((await put(other, { username: username.toUpperCase() })).json.error.code).toBe('username_taken')
  await world.setting('audit.enabled', false)
  expect((await put(other, { username: username.normalize('NFD') })).json.error.code).toBe('username_taken')
  const email = freshEmail()
  const registration = { email, password: 'long enough', username: username.toLowerCase() }
  expect(await refusalOf(world.visitor().post('/api/auth/register', registration))).toEqual([409, 'username_taken'])
  expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${email}`)).toEqual([])
})

test('the audit status is about the viewer only, and null if nothing is pending', async ({ world }) => {
  await put(await world.member(), { signature: 'mine' })
  const other = await world.member()
  expect((await other.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: null })
})
