import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SESSIONS_MAX } from '#features/accounts/sessions/open.ts'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import { FOLDERS_MAX } from '#features/community/favorites/folders.ts'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { HOT_WEIGHTS, rank } from '#features/publishing/lists/hot-rank.ts'
import { World } from '#test/world.ts'

const AT = '2026-01-01T00:00:00.000Z'

test('the database accepts energy up to the cap and refuses more', async () => {
  const { world, reader, post } = await stage()
  const give = (amount: number) =>
    world.db.batch([
      sql`INSERT INTO post_energize_log (user_id, post_id, amount, exp_gained, created_at)
          VALUES (${reader.uid}, ${post.id}, ${amount}, 0, ${AT})`,
    ])
  for (let given = 0; given < ENERGIZE_CAP; given += ENERGIZE_COST.heavy) await give(ENERGIZE_COST.heavy)
  await expect(give(ENERGIZE_COST.light)).rejects.toThrow('energize_cap')
})

test('the database limits the exp of a day to the cap', async () => {
  const { world, reader } = await stage()
  const earn = (day: string, exp: number) =>
    world.db.batch([sql`INSERT INTO daily_exp_summary (user_id, day, exp) VALUES (${reader.uid}, ${day}, ${exp})`])
  await earn('2026-01-01', ENERGIZE_EXP_CAP)
  await expect(earn('2026-01-02', ENERGIZE_EXP_CAP + 1)).rejects.toThrow()
})

test('the database limits the number of folders', async () => {
  const { world, reader } = await stage()
  const add = (count: number) => world.db.batch([many(count, (n) => folder(reader.uid, n))])
  await add(FOLDERS_MAX)
  await expect(add(1)).rejects.toThrow('validation_failed')
})

test('the database limits the sessions of a user', async () => {
  const { world, reader } = await stage()
  const opened = SESSIONS_MAX + 3
  await world.db.batch([many(opened, (n) => session(reader.uid, n))])
  const [kept] = await world.db.all(
    sql<{ count: number }>`SELECT COUNT(*) AS count FROM sessions WHERE user_id = ${reader.uid}`,
  )
  expect(kept?.count).toBe(SESSIONS_MAX)
})

test.each(Object.entries(LEVEL_FLOORS).slice(1))(
  'the database adds the notice of level %s at %i exp',
  async (level, floor) => {
    const world = new World()
    const { uid } = await world.user()
    const noticesAt = async (exp: number) => {
      const [, levels] = await world.db.batch([
        sql`UPDATE users SET exp = ${exp} WHERE uid = ${uid}`,
        sql<{ level: number }>`SELECT related_id AS level FROM notifications
        WHERE user_id = ${uid} AND kind = 'NotifyLevelUp' AND related_id = ${Number(level)}`,
      ])
      return levels.length
    }
    expect([await noticesAt(floor - 1), await noticesAt(floor)]).toEqual([0, 1])
    // Lower the exp by hand, then reach the level again.
    expect([await noticesAt(floor - 1), await noticesAt(floor)]).toEqual([1, 2])
  },
)

test.each(Object.entries(HOT_WEIGHTS))('the hot rank in the database weighs %s with %i', async (sign, weight) => {
  const { world, post } = await stage()
  const counter = sql.raw(sign === 'energy' ? 'energy' : `${sign}_count`)
  // Start from a score of 40, so that a negative weight is visible too; the scale has a step at each score here.
  const likes = 40 / HOT_WEIGHTS.likes
  const [, , , rows] = await world.db.batch([
    sql`UPDATE posts SET likes_count = ${likes} WHERE id = ${post.id}`,
    sql`UPDATE posts SET ${counter} = ${counter} + 10 WHERE id = ${post.id}`,
    rank(sql`${post.id}`),
    sql<{ seconds: number; expected: number }>`
      SELECT hot - CAST(strftime('%s', published_at) AS INTEGER) AS seconds,
        (SELECT seconds FROM hot_scale WHERE score <= ${40 + 10 * weight} ORDER BY score DESC LIMIT 1) AS expected
      FROM posts WHERE id = ${post.id}`,
  ])
  expect(rows[0]?.seconds).toBe(rows[0]?.expected)
})

async function stage() {
  const world = new World()
  const [author, reader] = [await world.user({ level: 1 }), await world.user({ level: 1 })]
  return { world, reader, post: await world.post({ author, status: 'approved' }) }
}

const folder = (uid: number, n: SQL) => sql`INSERT INTO folders (user_id, name, created_at) SELECT ${uid}, ${n}, ${AT}`

const session = (uid: number, n: SQL) => sql`
  INSERT INTO sessions (sid, user_id, status, ip, user_agent, rotated_at, created_at, last_used_at, expires_at)
  SELECT ${uid} || '-' || ${n}, ${uid}, 'active', '', '', ${AT}, ${AT}, ${AT}, ${AT}`

/** One row for each number from 1. */
function many(count: number, insert: (n: SQL) => SQL): SQL {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => index + 1))
  return sql`${insert(sql`value`)} FROM json_each(${numbers})`
}
