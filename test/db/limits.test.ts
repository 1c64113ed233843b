import { sql } from 'drizzle-orm'
import { CHECK_SHAPES, CHECKS, RAISED, UNIQUE } from '#db/refusals.ts'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { HOT_WEIGHTS, rank } from '#features/publishing/lists/hot-rank.ts'
import { isErrorCode } from '#kernel/errors.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const AT = '2026-01-01T00:00:00.000Z'

test('the database accepts energy up to the cap and refuses more', async () => {
  const { world, reader, post } = await stage()
  const give = (amount: number) =>
    world.db.batch([
      sql`INSERT INTO post_energize_log (user_id, post_id, amount, exp_gained, created_at)
          VALUES (${reader.uid}, ${post.id}, ${amount}, 0, ${AT})`,
    ])
  for (let given = 0; given < ENERGIZE_CAP; given += ENERGIZE_COST.heavy)
    await give(ENERGIZE_COST.heavy)
  await expect(give(ENERGIZE_COST.light)).rejects.toThrow('energize_cap')
})

test('the database limits the exp of a day to the cap', async () => {
  const { world, reader } = await stage()
  const earn = (day: string, exp: number) =>
    world.db.batch([
      sql`INSERT INTO daily_exp_summary (user_id, day, exp) VALUES (${reader.uid}, ${day}, ${exp})`,
    ])
  await earn('2026-01-01', ENERGIZE_EXP_CAP)
  await expect(earn('2026-01-02', ENERGIZE_EXP_CAP + 1)).rejects.toThrow()
})

test.each(Object.entries(HOT_WEIGHTS))(
  'the hot rank in the database weighs %s with %i',
  async (sign, weight) => {
    const { world, post } = await stage()
    const counter = sql.raw(sign === 'energy' ? 'energy' : `${sign}_count`)
    // Start from a score of 40, so that a negative weight is visible too; the scale has a step at
    // each score here.
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
  },
)

async function stage() {
  const world = new World()
  const [author, reader] = [await world.user({ level: 1 }), await world.user({ level: 1 })]
  return { world, reader, post: await world.post({ author, status: 'approved' }) }
}

test('every unique index has an error code, or a reason why no request can violate it', async () => {
  const indexes = await new World().db.all(sql<{ columns: string; is_primary: number }>`
    SELECT group_concat(m.name || '.' || c.name, ', ') AS columns, i.origin = 'pk' AS is_primary
    FROM sqlite_schema m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
    WHERE m.type = 'table' AND i."unique" = 1 AND m.name NOT GLOB '_cf_*' AND m.name NOT GLOB 'd1_*'
    GROUP BY m.name, i.name`)
  const listed = Object.keys(UNIQUE)
  expect(
    indexes.filter(({ columns, is_primary }) => !is_primary && !listed.includes(columns)),
  ).toEqual([])
  expect(listed.filter((columns) => !indexes.some((index) => index.columns === columns))).toEqual(
    [],
  )
})

test('every message that a trigger raises is an error code or has one, or a reason why no request can raise it', async () => {
  const triggers = await new World().db.all(
    sql<{ sql: string }>`SELECT sql FROM sqlite_schema WHERE type = 'trigger'`,
  )
  const raised = new Set(
    triggers.flatMap((row) =>
      [...row.sql.matchAll(/RAISE\(ABORT, '([^']+)'\)/g)].map(([, it]) => it),
    ),
  )
  expect(raised.size).toBeGreaterThan(20)
  expect([...raised].filter((message) => !isErrorCode(String(message))).sort()).toEqual(
    Object.keys(RAISED),
  )
})

test('every CHECK has an error code, or a reason why no request can violate it', async () => {
  const tables = await new World().db.all(sql<{ sql: string }>`SELECT sql FROM sqlite_schema
    WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND sql LIKE '%CHECK%'`)
  const expressions = new Set(tables.flatMap((row) => checksIn(row.sql)))
  expect(expressions.size).toBeGreaterThan(100)
  const unusual = [...expressions].filter(
    (check) => !CHECK_SHAPES.some(([shape]) => shape.test(check)),
  )
  expect(unusual.sort()).toEqual(Object.keys(CHECKS).sort())
})

/** The expression of each CHECK, with single spaces. */
function checksIn(table: string): string[] {
  const statement = table.replace(/--.*$/gm, '').replace(/\s+/g, ' ')
  return [...statement.matchAll(/\bCHECK \(/g)].map(({ 0: { length }, index }) => {
    let depth = 1
    let end = index + length
    for (; depth > 0; end += 1) depth += { '(': 1, ')': -1 }[statement[end] ?? ''] ?? 0
    return statement.slice(index + length, end - 1).trim()
  })
}

test('a violated CHECK gives the error of the table', async ({ world, user: author }) => {
  const post = await world.post({ author })
  const set = (change: string) => world.db.batch([sql`${sql.raw(change)} WHERE id = ${post.id}`])
  await expect(
    world.db.batch([
      sql`UPDATE users SET ban_ends_at = '2027-01-01T00:00:00.000Z' WHERE uid = ${author.uid}`,
    ]),
  ).rejects.toMatchObject({ code: 'invalid_transition' })
  await expect(set("UPDATE posts SET canonical_url = 'http://a.example'")).rejects.toMatchObject({
    code: 'validation_failed',
    details: { fields: { canonical_url: expect.anything() } },
  })
  await expect(
    world.db.batch([
      sql`INSERT INTO footer_links (label, url) VALUES ('a', 'javascript:alert(1)')`,
    ]),
  ).rejects.toMatchObject({ details: { fields: { url: expect.anything() } } })
  await expect(set('UPDATE posts SET likes_count = -1')).rejects.toThrow('CHECK constraint failed')
})

test('a raised message and a unique index give the error code of the table', async ({
  world,
  user: author,
}) => {
  const post = await world.post({ author })
  const publishAgain = sql`UPDATE posts SET published_at = '2026-01-01T00:00:00.000Z' WHERE id = ${post.id}`
  await expect(world.db.batch([publishAgain])).rejects.toThrow('invalid_transition')
  const keep = sql`UPDATE posts SET import_key = 'a' WHERE id IN (${post.id}, ${(await world.post({ author })).id})`
  await expect(world.db.batch([keep])).rejects.toMatchObject({
    code: 'validation_failed',
    details: { fields: { import_key: expect.anything() } },
  })
  await expect(world.db.batch([sql`DELETE FROM posts WHERE id = ${post.id}`])).rejects.toThrow(
    'never deleted',
  )
})
