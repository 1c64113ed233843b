import { sql } from 'drizzle-orm'
import { freshName, ledgerOf, named, put, reviewsOf, tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'

test('a change of the letter case of a username costs nothing, also with a negative balance and in a review', async ({
  world,
}) => {
  const browser = await named(world, -1)
  const username = String(browser.user.username).toUpperCase()
  expect(username).not.toBe(browser.user.username)
  expect((await put(browser, { username })).json).toMatchObject({
    review: null,
    user: { username, energy: -1 },
  })
  await world.setting('audit.enabled', true)
  const { json } = await put(browser, { username: username.toLowerCase() })
  await world.setting('audit.enabled', false)
  expect(json.review).toMatchObject({ status: 'pending', cost: 0 })
  expect(await ledgerOf(world, browser.user, 'rename')).toEqual([])
})

test('a username that is taken in any letter case or Unicode form refuses the whole change', async ({
  world,
}) => {
  const other = await world.user({ username: `Zoë${freshName().slice(0, 10)}` })
  const browser = await named(world, 10)
  const variants = [
    other.username?.toUpperCase(),
    other.username?.normalize('NFD'),
    // Fullwidth letters are the same letters in another Unicode form.
    other.username?.replace('Z', '\uFF3A'),
  ]
  for (const username of variants) {
    expect(await refusalOf(put(browser, { username, signature: 'with it' }))).toEqual([
      409,
      'username_taken',
    ])
  }
  expect(await world.reload(browser.user)).toEqual(browser.user)
})

test('a first username and a first signature in one change are both rewarded', async ({
  world,
  member,
}) => {
  const { json } = await put(member, { username: freshName(), signature: 'hello' })
  expect(json.user).toMatchObject({ signature: 'hello', exp: 20 })
  expect(await tasksOf(world, member.user)).toEqual(['signature', 'username'])
})

test('a profile change whose last step fails is rolled back', async ({ world }) => {
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

test('a user who changes the signature again and again keeps the newest 50 decided changes', async ({
  world,
}) => {
  const browser = await named(world)
  const { uid } = browser.user
  await world.db.batch([
    sql`
      INSERT INTO profile_reviews (user_id, signature, cost, status, created_at, decided_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
      SELECT ${uid}, 'No. ' || i, 0, 'approved', ${world.now.toISOString()}, ${world.now.toISOString()} FROM n`,
  ])
  expect((await put(browser, { signature: 'The newest.' })).status).toBe(200)
  const kept = await reviewsOf(world, browser.user)
  expect(kept).toHaveLength(50)
  expect([kept.at(0)?.signature, kept.at(-1)?.signature]).toEqual(['No. 32', 'The newest.'])
  const other = await named(world)
  await put(other, { signature: 'Another user.' })
  expect(await reviewsOf(world, browser.user)).toHaveLength(50)
})
