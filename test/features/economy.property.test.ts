import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PostRow } from '#db/schema/posts.ts'
import { ledgerEntry } from '#features/energy/ledger.ts'
import { HOUR } from '#kernel/clock.ts'
import type { Client } from '#test/client.ts'
import { World } from '#test/world.ts'

/** One thing somebody does. Whether it is refused does not matter: the books must be right after it. */
type Action = (people: Client[], posts: PostRow[]) => Promise<unknown>

/** Of `npm run prove -- model`, if that runs it. */
const { runs = 200, seed } = JSON.parse(String((env as unknown as { PROVE: string }).PROVE))
const COMMANDS_EACH = 25

const who = fc.nat({ max: 3 })
const action: fc.Arbitrary<Action> = fc.oneof(
  who.map(
    (n): Action =>
      (people) =>
        people[n]?.post('/api/level/checkin') ?? Promise.resolve(),
  ),
  who.map(
    (n): Action =>
      (people) =>
        people[n]?.get('/api/level/info') ?? Promise.resolve(),
  ),
  fc.tuple(who, fc.constantFrom('a', 'b', '')).map(
    ([n, signature]): Action =>
      (people) =>
        people[n]?.put('/api/settings/profile', { signature }) ?? Promise.resolve(),
  ),
  fc.tuple(who, fc.nat({ max: 5 })).map(
    ([n, k]): Action =>
      (people) =>
        people[n]?.put('/api/settings/profile', { username: `name${people[0]?.user?.uid}x${k}` }) ?? Promise.resolve(),
  ),
  fc.tuple(who, fc.nat({ max: 3 }), fc.constantFrom('light', 'heavy')).map(
    ([n, p, form]): Action =>
      (people, posts) =>
        people[n]?.post('/api/energy/energize', { post_id: posts[p]?.id, form }) ?? Promise.resolve(),
  ),
  fc.tuple(who, who).map(
    ([n, m]): Action =>
      (people) =>
        people[n]?.post(`/api/users/${people[m]?.user?.uid}/block`) ?? Promise.resolve(),
  ),
  who.map(
    (n): Action =>
      (people) =>
        people[n]?.world.db.batch([
          ledgerEntry({ uid: people[n]?.user?.uid ?? 0, amount: 5, reason: 'admin_adjust' }, people[n].world.now),
        ]) ?? Promise.resolve(),
  ),
)

test('whatever four people do at once, the books are right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 4 }),
      async (days) => {
        const world = new World()
        const people = await Promise.all([0, 1, 2, 2].map((level) => world.member({ level })))
        const posts = await Promise.all(people.map(({ user }) => world.post({ author: user })))
        const start = people.map(({ user }) => user.exp)
        for (const atOnce of days) {
          const before = await expOf(world, people)
          await Promise.all(atOnce.map((act) => act(people, posts)))
          const after = await expOf(world, people)
          for (const [n, exp] of after.entries()) expect(exp, 'exp never falls').toBeGreaterThanOrEqual(before[n] ?? 0)
          world.wait(13 * HOUR)
          for (const browser of people) if (browser.user) await browser.signIn(browser.user)
        }
        for (const [n, { user }] of people.entries()) await expectRightBooks(world, user.uid, start[n] ?? 0)
      },
    ),
    { numRuns: Math.ceil(runs / COMMANDS_EACH), ...(seed !== undefined && { seed }) },
  )
})

async function expOf(world: World, people: Client[]): Promise<number[]> {
  return Promise.all(people.map(async ({ user }) => (user ? (await world.reload(user)).exp : 0)))
}

async function expectRightBooks(world: World, uid: number, startExp: number): Promise<void> {
  const figures = await world.db.first(sql`
    SELECT
      energy - (SELECT COALESCE(SUM(amount), 0) FROM energy_log WHERE user_id = uid) AS off_ledger,
      exp - ${startExp}
        - 5 * (SELECT COUNT(*) FROM user_check_ins WHERE user_id = uid)
        - 10 * (SELECT COUNT(*) FROM user_tasks WHERE user_id = uid)
        - (SELECT COALESCE(SUM(exp), 0) FROM daily_exp_summary WHERE user_id = uid) AS unexplained_exp,
      (SELECT COUNT(*) FROM user_check_ins WHERE user_id = uid)
        - (SELECT COUNT(*) FROM energy_log WHERE user_id = uid AND reason = 'checkin') AS unpaid_check_ins,
      (SELECT COUNT(*) FROM daily_exp_summary WHERE user_id = uid AND exp > 50) AS days_above_cap,
      (SELECT COUNT(*) FROM levels WHERE floor > ${startExp} AND floor <= users.exp)
        - (SELECT COUNT(*) FROM notifications WHERE user_id = uid AND kind = 'NotifyLevelUp') AS untold_levels
    FROM users WHERE uid = ${uid}`)
  expect(figures).toEqual({
    off_ledger: 0,
    unexplained_exp: 0,
    unpaid_check_ins: 0,
    days_above_cap: 0,
    untold_levels: 0,
  })
}
