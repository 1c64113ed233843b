import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { eraseAccount } from '#features/accounts/accounts/erasure.ts'
import { freshName, ledgerOf, named, put, reviewsOf, tasksOf } from '#test/profiles.ts'
import { World } from '#test/world.ts'

beforeEach(() => new World().setting('audit.enabled', true))

test('while the audit switch is on, a change waits and nothing of it shows', async () => {
  const world = new World()
  const browser = await world.member()
  const username = freshName()
  const { status, json } = await put(browser, { username, signature: 'hello' })
  expect(status).toBe(202)
  expect(json.user).toMatchObject({ username: null, signature: '', exp: 0 })
  expect(json.review).toEqual({ id: expect.any(Number), status: 'pending', username, signature: 'hello', cost: 0 })
  expect(await tasksOf(world, browser.user)).toEqual([])
  expect((await browser.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: json.review })
})

test('what stays is null in the review', async () => {
  const browser = await named(new World(), 10)
  const { json } = await put(browser, { username: browser.user.username, signature: 'only this' })
  expect(json.review).toMatchObject({ username: null, signature: 'only this', cost: 0 })
  expect(json.user.energy).toBe(10)
})

test('a rename is paid for when it is submitted', async () => {
  const world = new World()
  const browser = await named(world, 10)
  const { json } = await put(browser, { username: freshName() })
  expect([json.review.cost, json.user.energy]).toEqual([6, 4])
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([-6])
})

test('with a negative balance nothing is submitted', async () => {
  const world = new World()
  const browser = await named(world, -1)
  expect((await put(browser, { username: freshName() })).json.error.code).toBe('energy_negative')
  expect(await reviewsOf(world, browser.user)).toEqual([])
})

test('one change waits at a time, the same one or another, and the second costs nothing', async () => {
  const world = new World()
  const browser = await named(world, 20)
  const username = freshName()
  await put(browser, { username })
  for (const change of [{ username }, { username: freshName() }, { signature: 'x' }]) {
    const { status, json } = await put(browser, change)
    expect([status, json.error.code]).toEqual([409, 'review_pending'])
  }
  expect((await world.reload(browser.user)).energy).toBe(14)
})

test('of changes submitted at once, one waits and one is paid for', async () => {
  const world = new World()
  const browser = await named(world, 50)
  const answers = await Promise.all([1, 2, 3, 4].map(() => put(browser, { username: freshName() })))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
  expect((await world.reload(browser.user)).energy).toBe(44)
})

test('a change that waits also holds back direct ones, so that no two first usernames are free', async () => {
  const world = new World()
  const browser = await world.member()
  await put(browser, { username: freshName() })
  await world.setting('audit.enabled', false)
  expect((await put(browser, { username: freshName() })).json.error.code).toBe('review_pending')
})

test('nothing to change is no review', async () => {
  const browser = await named(new World(), 0)
  const { status, json } = await put(browser, { username: browser.user.username, signature: '' })
  expect([status, json.review]).toEqual([200, null])
})

test('a username that waits is taken for everybody else, in any form', async () => {
  const world = new World()
  const username = `Zoë${freshName().slice(0, 10)}`
  await put(await world.member(), { username })
  const other = await world.member()
  expect((await put(other, { username: username.toUpperCase() })).json.error.code).toBe('username_taken')
  await world.setting('audit.enabled', false)
  expect((await put(other, { username: username.normalize('NFD') })).json.error.code).toBe('username_taken')
  const email = `${crypto.randomUUID()}@example.com`
  const registration = { email, password: 'long enough', username: username.toLowerCase() }
  const refused = await world.visitor().post('/api/auth/register', registration)
  expect([refused.status, refused.json.error.code]).toEqual([409, 'username_taken'])
  expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${email}`)).toEqual([])
})

test('a username somebody has cannot be asked for', async () => {
  const world = new World()
  const owner = await world.user({ username: freshName() })
  const browser = await named(world, 10)
  expect((await put(browser, { username: owner.username })).json.error.code).toBe('username_taken')
  expect((await world.reload(browser.user)).energy).toBe(10)
})

test('whoever has nothing waiting is told so, and only oneself is asked about', async () => {
  const world = new World()
  await put(await world.member(), { signature: 'mine' })
  const other = await world.member()
  expect((await other.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: null })
})

test('whoever is erased leaves no name behind, waiting or decided', async () => {
  const world = new World()
  const browser = await world.member()
  const username = freshName()
  await put(browser, { username })
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${browser.user.uid}`,
    ...eraseAccount(browser.user.uid),
  ])
  expect(await reviewsOf(world, browser.user)).toEqual([])
  expect((await put(await world.member(), { username })).status).toBe(202)
})
