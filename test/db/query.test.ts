import { and, type SQL, sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expectTypeOf } from 'vitest'
import {
  beginsWith,
  behind,
  behindId,
  command,
  equals,
  group,
  Meter,
  one,
  openDb,
  type Statement,
} from '#db/client.ts'
import { toQuery } from '#db/query.ts'
import { AppError } from '#kernel/errors.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

describe('the text of a statement', () => {
  test("the text of a statement equals the text that drizzle's dialect writes", () => {
    const columns = sql.raw('id, title')
    const conditions = and(
      sql`id > ${3}`,
      undefined,
      sql`title = ${'?'}`,
      sql`language IS ${null}`,
      sql`kind IN ${['a', 'b']}`,
    )
    const parts = sql.join(
      [sql`SELECT ${columns} FROM posts WHERE ${conditions}`, sql`SELECT 1, ''`],
      sql` UNION ALL `,
    )
    const statement = sql`${parts} ORDER BY ${sql.identifier('title')} ${undefined}`
    const expected = new SQLiteSyncDialect().sqlToQuery(statement)
    expect(toQuery(statement)).toEqual({ sql: expected.sql, params: expected.params })
  })

  test('the text of a statement contains the number after LIMIT, because SQLite recompiles statements with a bound LIMIT', () => {
    const query = toQuery(
      sql`SELECT id FROM (SELECT id FROM posts WHERE id > ${7} LIMIT ${20 + 1}) LIMIT ${5}`,
    )
    expect(query).toEqual({
      sql: 'SELECT id FROM (SELECT id FROM posts WHERE id > ? LIMIT 21) LIMIT 5',
      params: [7],
    })
  })

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])(
    'a statement with LIMIT %s is refused',
    (limit) => {
      expect(() => toQuery(sql`SELECT 1 LIMIT ${limit}`)).toThrow(TypeError)
    },
  )

  test('a statement with an object as a value is refused', () => {
    expect(() => toQuery(sql`SELECT ${new Date()}`)).toThrow(TypeError)
    expect(() => toQuery(sql`SELECT 1 IN ${[[1]]}`)).toThrow(TypeError)
  })
})

/** Ids 1 to 6, two per key: 1 and 2 have key 10, 3 and 4 key 20, 5 and 6 key 30. */
async function idsWhere(
  condition: SQL | undefined,
  order: 'ASC' | 'DESC' = 'DESC',
): Promise<number[]> {
  const { db } = new World()
  const rows = await db.all(sql<{ id: number }>`
    SELECT id FROM (SELECT value AS id, (value + 1) / 2 * 10 AS key FROM json_each('[1, 2, 3, 4, 5, 6]'))
    WHERE ${and(sql`1`, condition)} ORDER BY key ${sql.raw(order)}, id ${sql.raw(order)}`)
  return rows.map(({ id }) => id)
}

const [KEY, ID] = [sql`key`, sql`id`]

test('equals() compares with any value, 0 included, and adds no condition for undefined', async () => {
  expect(await idsWhere(equals(KEY, 20))).toEqual([4, 3])
  expect(await idsWhere(equals(KEY, 0))).toEqual([])
  expect(equals(KEY, undefined)).toBeUndefined()
})

test('beginsWith() finds the prefix itself and every longer text', async ({ world: { db } }) => {
  const names = JSON.stringify(['ab', 'abz', 'ab\u{10fffe}', 'ab文', 'ac', 'aa', 'AB', '%b'])
  const found = async (beginning: string) => {
    const rows = await db.all(sql<{ value: string }>`
      SELECT value FROM json_each(${names}) WHERE ${beginsWith(sql`value`, beginning)} AND value <> 'aa' OR value = 'ac'`)
    return rows.map(({ value }) => value)
  }
  expect(await found('ab')).toEqual(['ab', 'abz', 'ab\u{10fffe}', 'ab文', 'ac'])
  expect(await found('%')).toEqual(['ac', '%b'])
})

test('behind() continues after the cursor, also between rows with the same key', async () => {
  expect(await idsWhere(behind({ after: [20, 4] }, KEY, ID))).toEqual([3, 2, 1])
  expect(await idsWhere(behind({ after: [20, 3] }, KEY, ID))).toEqual([2, 1])
  expect(await idsWhere(behind({ after: [20, 3] }, KEY, ID, '>'), 'ASC')).toEqual([4, 5, 6])
})

test('behindId() continues after the id of the cursor', async () => {
  expect(await idsWhere(behindId({ after: [99, 4] }, ID))).toEqual([3, 2, 1])
  expect(await idsWhere(behindId({ after: [99, 4] }, ID, '>'), 'ASC')).toEqual([5, 6])
})

const counted = (...numbers: number[]): Statement<{ n: number }> =>
  sql`SELECT value AS n FROM json_each(${JSON.stringify(numbers)}) ORDER BY key`

const sumOf = (...numbers: number[]) =>
  group(
    { rows: counted(...numbers), text: sql<{ text: string }>`SELECT 'and a row' AS text` },
    ({ rows, text }) => ({
      sum: rows.reduce((sum, { n }) => sum + n, 0),
      text: text[0]?.text ?? null,
    }),
  )

test('read() takes named groups, statements and null, and returns each result under its name', async ({
  world: { db },
}) => {
  const responses = await db.read({
    first: sumOf(1, 2),
    rows: counted(3, 4),
    nothing: null,
    second: sumOf(5),
  })
  expect(responses).toEqual({
    first: { sum: 3, text: 'and a row' },
    rows: [{ n: 3 }, { n: 4 }],
    nothing: null,
    second: { sum: 5, text: 'and a row' },
  })
  expectTypeOf(responses).toEqualTypeOf<{
    first: { sum: number; text: string | null }
    rows: { n: number }[]
    nothing: null
    second: { sum: number; text: string | null }
  }>()
})

test('nested groups take one round trip', async ({ world: { env } }) => {
  const meter = new Meter()
  const db = openDb(env.DB, meter)
  const both = group(
    { left: sumOf(1), right: sumOf(2, 3) },
    ({ left, right }) => left.sum * right.sum,
  )
  expect(await db.read({ both, alone: sumOf(7) })).toEqual({
    both: 5,
    alone: { sum: 7, text: 'and a row' },
  })
  expect(meter.roundTrips).toBe(1)
})

test('if several groups throw, read() throws the first error', async ({ world: { db } }) => {
  const refusing = (code: 'not_found' | 'forbidden') =>
    group({ rows: counted() }, ({ rows: [row] }) => {
      if (row === undefined) throw new AppError(code)
      return row.n
    })
  await expect(
    db.read({ post: refusing('not_found'), comments: refusing('forbidden') }),
  ).rejects.toThrow('not_found')
})

test('a command in a read runs in order with the reads and returns nothing', async ({
  world: { db },
}) => {
  const user = await new World().user()
  const signature = () =>
    one(sql<{ signature: string }>`SELECT signature FROM users WHERE uid = ${user.uid}`)
  const write = (text: string) => sql`UPDATE users SET signature = ${text} WHERE uid = ${user.uid}`
  const responses = await db.read({
    before: signature(),
    changed: command([write('one'), write('two')]),
    after: signature(),
  })
  expectTypeOf(responses.changed).toEqualTypeOf<null>()
  expect(responses).toEqual({
    before: { signature: user.signature },
    changed: null,
    after: { signature: 'two' },
  })
})
