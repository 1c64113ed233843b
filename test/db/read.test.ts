import { sql } from 'drizzle-orm'
import { expectTypeOf } from 'vitest'
import { command, found, group, last, Meter, one, openDb, type Statement } from '#db/client.ts'
import { AppError } from '#kernel/errors.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const counted = (...numbers: number[]): Statement<{ n: number }> =>
  sql`SELECT value AS n FROM json_each(${JSON.stringify(numbers)}) ORDER BY key`

const sumOf = (...numbers: number[]) =>
  group({ rows: counted(...numbers), text: sql<{ text: string }>`SELECT 'and a row' AS text` }, ({ rows, text }) => ({
    sum: rows.reduce((sum, { n }) => sum + n, 0),
    text: text[0]?.text ?? null,
  }))

test('read() takes named groups, statements and null, and returns each result under its name', async ({
  world: { db },
}) => {
  const responses = await db.read({ first: sumOf(1, 2), rows: counted(3, 4), nothing: null, second: sumOf(5) })
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
  const both = group({ left: sumOf(1), right: sumOf(2, 3) }, ({ left, right }) => left.sum * right.sum)
  expect(await db.read({ both, alone: sumOf(7) })).toEqual({ both: 5, alone: { sum: 7, text: 'and a row' } })
  expect(meter.roundTrips).toBe(1)
})

test('an optional group is typed as nullable and costs nothing if it is null', async ({ world: { db } }) => {
  const ownSum = (isSignedIn: boolean) => db.read({ own: isSignedIn ? sumOf(1) : null })
  expect(await ownSum(false)).toEqual({ own: null })
  const { own } = await ownSum(true)
  expectTypeOf(own).toEqualTypeOf<{ sum: number; text: string | null } | null>()
  expect(own?.sum).toBe(1)
})

test('if several groups throw, read() throws the first error', async ({ world: { db } }) => {
  const refusing = (code: 'not_found' | 'forbidden') =>
    group({ rows: counted() }, ({ rows: [row] }) => {
      if (row === undefined) throw new AppError(code)
      return row.n
    })
  await expect(db.read({ post: refusing('not_found'), comments: refusing('forbidden') })).rejects.toThrow('not_found')
})

test('last() returns the typed rows of the last statement of a batch', async ({ world: { db } }) => {
  const before: Statement[] = [counted(1), counted(2)]
  const rows = last(await db.batch([...before, counted(8, 9)]))
  expectTypeOf(rows).toEqualTypeOf<{ n: number }[]>()
  expect(rows).toEqual([{ n: 8 }, { n: 9 }])
})

const numbers = (...values: number[]): Statement<{ n: number }> =>
  sql`SELECT value AS n FROM json_each(${JSON.stringify(values)}) ORDER BY key`

test('one() returns the first row or null', async ({ world: { db } }) => {
  const responses = await db.read({ first: one(numbers(7, 8)), none: one(numbers()) })
  expectTypeOf(responses).toEqualTypeOf<{ first: { n: number } | null; none: { n: number } | null }>()
  expect(responses).toEqual({ first: { n: 7 }, none: null })
})

test('found() returns the first row or throws not_found', async ({ world: { db } }) => {
  const row = await db.read(found(numbers(7, 8)))
  expectTypeOf(row).toEqualTypeOf<{ n: number }>()
  expect(row).toEqual({ n: 7 })
  await expect(db.read({ post: found(numbers()), others: numbers(1) })).rejects.toMatchObject({ code: 'not_found' })
})

test('a command runs in order with the reads and returns nothing', async ({ world: { db } }) => {
  const user = await new World().user()
  const signature = () => one(sql<{ signature: string }>`SELECT signature FROM users WHERE uid = ${user.uid}`)
  const write = (text: string) => sql`UPDATE users SET signature = ${text} WHERE uid = ${user.uid}`
  const responses = await db.read({
    before: signature(),
    changed: command([write('one'), write('two')]),
    after: signature(),
  })
  expectTypeOf(responses.changed).toEqualTypeOf<null>()
  expect(responses).toEqual({ before: { signature: user.signature }, changed: null, after: { signature: 'two' } })
})

test('command() without statements sends nothing', async ({ world: { db } }) => {
  expect(await db.read({ nothing: command([]), row: one(numbers(1)) })).toEqual({ nothing: null, row: { n: 1 } })
})
