import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { freshName, ledgerOf, put, reviewsOf, tasksOf } from '#test/profiles.ts'
import { World } from '#test/world.ts'

const registration = (username: string) => ({
  email: `${crypto.randomUUID()}@example.com`,
  password: 'long enough',
  username,
})

test('registering with a username sets it and pays the task', async () => {
  const world = new World()
  const username = freshName()
  const { status, json } = await world.visitor().post('/api/auth/register', registration(username))
  expect(status).toBe(201)
  expect(json.user).toMatchObject({ username, exp: 10, level: 1, energy: 0 })
  expect(await tasksOf(world, json.user)).toEqual(['username'])
  const levelUps = await world.db.all(
    sql`SELECT related_id FROM notifications WHERE user_id = ${json.user.uid} AND kind = 'NotifyLevelUp'`,
  )
  expect(levelUps).toEqual([{ related_id: 1 }])
})

test('that was the free one: the next costs', async () => {
  const world = new World()
  const browser = world.visitor()
  const { json } = await browser.post('/api/auth/register', registration(freshName()))
  await put(browser, { username: freshName() })
  expect(await ledgerOf(world, json.user, 'rename')).toEqual([-6])
})

test('while the audit switch is on, it waits as a free review', async () => {
  const world = new World()
  await world.setting('audit.enabled', true)
  const username = freshName()
  const { status, json } = await world.visitor().post('/api/auth/register', registration(username))
  expect([status, json.user.username, json.user.exp]).toEqual([201, null, 0])
  expect(await reviewsOf(world, json.user)).toMatchObject([{ username, cost: 0, status: 'pending' }])
})

test('with a username that is taken no account is made', async () => {
  const world = new World()
  const { username } = await world.user({ username: freshName() })
  const wanted = registration(username ?? '')
  for (const audit of [false, true]) {
    await world.setting('audit.enabled', audit)
    const { status, json } = await world.visitor().post('/api/auth/register', wanted)
    expect([status, json.error.code]).toEqual([409, 'username_taken'])
    expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${wanted.email}`)).toEqual([])
  }
})

test('of many who register with one username at once, one succeeds', async () => {
  const world = new World()
  const username = freshName()
  const answers = await Promise.all(
    [1, 2, 3].map(() => world.visitor().post('/api/auth/register', registration(username))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})
