import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { CHOSEN_A_RUN, sumUp } from '#features/publishing/lists/sum-up.ts'
import { World } from '#test/world.ts'

/** What choosing for one post may read: two dozen readers, and sixteen posts of each, a few times over. */
const ROWS_A_CHOICE = 2_000
/** What any day of a post reads: its rank, its sums and those of its author. */
const ROWS_A_DAY = 40

test('what to read next is chosen by a bounded number of rows, for a bounded number of posts a run', async () => {
  const world = new World()
  const count = CHOSEN_A_RUN + 10
  const posts = await manyPosts(world, count)
  await sumUp(world.db)
  // Everybody likes or saves everything: nothing costs more.
  for (let n = 0; n < 12; n++) await take(world, 'post_likes', (await world.user()).uid, posts)
  for (let n = 0; n < 12; n++) await take(world, 'favorites', (await world.user()).uid, posts.slice(0, 30))
  const meter = new Meter()
  await sumUp(openDb(world.env.DB, meter))
  expect(await chosenOf(world, posts)).toBe(CHOSEN_A_RUN)
  expect(meter.rowsRead).toBeLessThanOrEqual(CHOSEN_A_RUN * ROWS_A_CHOICE + count * ROWS_A_DAY)
})

test('a post that many have liked is chosen for anew with every third of them', async () => {
  const world = new World()
  const posts = await manyPosts(world, 3)
  const likes = async (times: number) => {
    for (let n = 0; n < times; n++) await take(world, 'post_likes', (await world.user()).uid, posts)
    await sumUp(world.db)
    const chosen = await chosenOf(world, posts)
    await world.db.batch([sql`DELETE FROM read_next`])
    return chosen
  }
  expect([await likes(1), await likes(1)]).toEqual([0, 3])
  expect(await likes(10)).toBe(3)
  expect([await likes(1), await likes(1), await likes(1)]).toEqual([0, 0, 3])
})

async function manyPosts(world: World, count: number): Promise<number[]> {
  const { uid } = await world.user()
  const now = world.now.toISOString()
  const [rows] = await world.db.batch([
    sql<{ id: number }>`
      INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT ${uid}, 'approved', 'Post ' || i, '', '<p>x</p>', ${now}, ${now}, ${now} FROM n RETURNING id`,
  ])
  return rows.map(({ id }) => id)
}

function take(world: World, table: 'post_likes' | 'favorites', uid: number, posts: number[]) {
  const now = world.now.toISOString()
  const values = sql`SELECT ${uid}, value, ${now}`
  const into =
    table === 'favorites'
      ? sql`favorites (user_id, post_id, created_at, folders)`
      : sql`post_likes (user_id, post_id, created_at)`
  const one = table === 'favorites' ? sql`, 1` : sql``
  return world.db.batch([sql`INSERT INTO ${into} ${values}${one} FROM json_each(${JSON.stringify(posts)})`])
}

async function chosenOf(world: World, posts: number[]): Promise<number> {
  const row = await world.db.first(sql<{ count: number }>`
    SELECT COUNT(*) AS count FROM read_next WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(posts)}))`)
  return row?.count ?? 0
}
