import { sql } from 'drizzle-orm'
import { freshName, giveEnergy, ledgerOf, named, put, reviewsOf, tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, statusesOf, test } from '#test/test.ts'
import { freshEmail } from '#test/world.ts'

test('the first username is free, takes effect immediately and is rewarded', async ({ world, member }) => {
  const username = freshName()
  const { status, json } = await put(member, { username })
  expect(status).toBe(200)
  expect(json.review).toBeNull()
  expect(json.user).toMatchObject({ username, display_name: username, exp: 10, level: 1, energy: 0 })
  expect(await tasksOf(world, member.user)).toEqual(['username'])
})

test('another username costs 6 energy, and the balance may become negative', async ({ world }) => {
  const browser = await named(world, 0)
  const username = freshName()
  const { json } = await put(browser, { username })
  expect(json.user).toMatchObject({ username, energy: -6, exp: browser.user.exp })
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([-6])
})

test('a change of letter case costs nothing, also with a negative balance and in a review', async ({ world }) => {
  const browser = await named(world, -1)
  const username = String(browser.user.username).toUpperCase()
  expect(username).not.toBe(browser.user.username)
  expect((await put(browser, { username })).json).toMatchObject({ review: null, user: { username, energy: -1 } })
  await world.setting('audit.enabled', true)
  const { json } = await put(browser, { username: username.toLowerCase() })
  await world.setting('audit.enabled', false)
  expect(json.review).toMatchObject({ status: 'pending', cost: 0 })
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([])
})

test('a rename with a negative balance is refused and changes nothing', async ({ world }) => {
  const browser = await named(world, -1)
  expect(await refusalOf(put(browser, { username: freshName(), signature: 'hello' }))).toEqual([409, 'energy_negative'])
  expect(await world.reload(browser.user)).toEqual(browser.user)
  expect(await reviewsOf(world, browser.user)).toEqual([])
})

test('the ledger refuses a rename if the balance became negative after the check', async ({ world }) => {
  const browser = await named(world, 0)
  const statuses = await statusesOf(
    [freshName(), freshName(), freshName()].map((username) => put(browser, { username })),
  )
  expect(statuses).toEqual([200, 409, 409])
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([-6])
  expect((await reviewsOf(world, browser.user)).length).toBe(1)
})

test('the first username is also refused with a negative balance', async ({ world, member }) => {
  await giveEnergy(world, member.user, -1)
  expect((await put(member, { username: freshName() })).json.error.code).toBe('energy_negative')
  expect((await put(member, { signature: 'still fine' })).status).toBe(200)
})

test('concurrent first usernames: exactly one is free', async ({ world, member }) => {
  await giveEnergy(world, member.user, 20)
  const requests = [freshName(), freshName()].map((username) => put(member, { username }))
  expect(await statusesOf(requests)).toEqual([200, 200])
  expect(await ledgerOf(world, member.user, 'rename')).toEqual([-6])
  expect((await world.reload(member.user)).exp).toBe(10)
})

test('the same username sent twice concurrently is one rename', async ({ world }) => {
  const browser = await named(world, 20)
  const username = freshName()
  expect(await statusesOf([1, 2, 3].map(() => put(browser, { username })))).toEqual([200, 200, 200])
  expect(await world.reload(browser.user)).toMatchObject({ username, energy: 14 })
})

test('saving the current username costs nothing, also with a negative balance', async ({ world }) => {
  const browser = await named(world, -3)
  for (const unchanged of [{ username: browser.user.username, signature: '' }, {}]) {
    const { status, json } = await put(browser, unchanged)
    expect([status, json.user.energy, json.review]).toEqual([200, -3, null])
  }
  expect(await reviewsOf(world, browser.user)).toEqual([])
})

test('a username that is taken in any letter case or Unicode form refuses the whole change', async ({ world }) => {
  const other = await world.user({ username: `Zoë${freshName().slice(0, 10)}` })
  const browser = await named(world, 10)
  const variants = [
    other.username?.toUpperCase(),
    other.username?.normalize('NFD'),
    // Fullwidth letters are the same letters in another Unicode form.
    other.username?.replace('Z', '\uFF3A'),
  ]
  for (const username of variants) {
    expect(await refusalOf(put(browser, { username, signature: 'with it' }))).toEqual([409, 'username_taken'])
  }
  expect(await world.reload(browser.user)).toEqual(browser.user)
})

test('concurrent renames to one username: exactly one succeeds', async ({ world }) => {
  const browsers = await Promise.all([1, 2, 3, 4].map(() => world.member()))
  const username = freshName()
  expect(await statusesOf(browsers.map((browser) => put(browser, { username })))).toEqual([200, 409, 409, 409])
})

test('the first signature is rewarded once; clearing it is allowed and not rewarded', async ({ world, member }) => {
  expect((await put(member, { signature: '' })).json.user.exp).toBe(0)
  expect((await put(member, { signature: '  行胜于言  ' })).json.user).toMatchObject({
    signature: '行胜于言',
    exp: 10,
  })
  expect((await put(member, { signature: '' })).json.user.signature).toBe('')
  await put(member, { signature: 'again' })
  expect(await tasksOf(world, member.user)).toEqual(['signature'])
  const checkedIn = 5
  expect((await world.reload(member.user)).exp).toBe(10 + checkedIn)
})

test('a first username and a first signature in one change are both rewarded', async ({ world, member }) => {
  const { json } = await put(member, { username: freshName(), signature: 'hello' })
  expect(json.user).toMatchObject({ signature: 'hello', exp: 20 })
  expect(await tasksOf(world, member.user)).toEqual(['signature', 'username'])
})

test('a change whose last step fails is rolled back', async ({ world }) => {
  const browser = await named(world, 10)
  await world.db.batch([
    sql.raw(`CREATE TRIGGER broken BEFORE UPDATE OF status ON profile_reviews WHEN NEW.user_id = ${browser.user.uid}
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`),
  ])
  const { status } = await put(browser, { username: freshName(), signature: 'hello' })
  await world.db.batch([sql`DROP TRIGGER broken`])
  expect(status).toBe(500)
  expect(await world.reload(browser.user)).toEqual(browser.user)
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([])
  expect(await reviewsOf(world, browser.user)).toEqual([])
})

test('a rename takes two round trips to the database: the viewer, and the whole change', async ({ world }) => {
  const browser = await named(world, 10)
  // The first request also reads the site settings, which are then cached.
  await put(browser, { username: freshName() })
  const { headers } = await put(browser, { username: freshName() })
  expect(headers.get('server-timing')).toContain('round trips: 2')
})

const registration = (username: string) => ({
  email: freshEmail(),
  password: 'long enough',
  username,
})

test('registering with a username sets it and gives the reward', async ({ world }) => {
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

test('a username set at registration is the free one: the next one costs energy', async ({ world, visitor }) => {
  const { json } = await visitor.post('/api/auth/register', registration(freshName()))
  await put(visitor, { username: freshName() })
  expect(await ledgerOf(world, json.user, 'rename')).toEqual([-6])
})

test('a username set at registration waits as a free review while reviews are on', async ({ world }) => {
  await world.setting('audit.enabled', true)
  const username = freshName()
  const { status, json } = await world.visitor().post('/api/auth/register', registration(username))
  expect([status, json.user.username, json.user.exp]).toEqual([201, null, 0])
  expect(await reviewsOf(world, json.user)).toMatchObject([{ username, cost: 0, status: 'pending' }])
})

test('registering with a taken username creates no account', async ({ world }) => {
  const { username } = await world.user({ username: freshName() })
  const wanted = registration(username ?? '')
  for (const audit of [false, true]) {
    await world.setting('audit.enabled', audit)
    expect(await refusalOf(world.visitor().post('/api/auth/register', wanted))).toEqual([409, 'username_taken'])
    expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${wanted.email}`)).toEqual([])
  }
})

test('concurrent registrations with one username: exactly one succeeds', async ({ world }) => {
  const username = freshName()
  const statuses = await statusesOf(
    [1, 2, 3].map(() => world.visitor().post('/api/auth/register', registration(username))),
  )
  expect(statuses).toEqual([201, 409, 409])
})
