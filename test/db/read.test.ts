import { sql } from 'drizzle-orm'
import { expect, expectTypeOf, test } from 'vitest'
import { last, openDb, type Statement } from '#db/client.ts'
import { group } from '#db/group.ts'
import { Meter } from '#db/meter.ts'
import { AppError } from '#kernel/errors.ts'
import { World } from '#test/world.ts'

const counted = (...numbers: number[]): Statement<{ n: number }> =>
  sql`SELECT value AS n FROM json_each(${JSON.stringify(numbers)}) ORDER BY key`

const sumOf = (...numbers: number[]) =>
  group({ rows: counted(...numbers), text: sql<{ text: string }>`SELECT 'and a row' AS text` }, ({ rows, text }) => ({
    sum: rows.reduce((sum, { n }) => sum + n, 0),
    text: text[0]?.text ?? null,
  }))

test('groups, statements and nothing are asked by name, and answered under it', async () => {
  const { db } = new World()
  const answers = await db.read({ first: sumOf(1, 2), rows: counted(3, 4), nothing: null, second: sumOf(5) })
  expect(answers).toEqual({
    first: { sum: 3, text: 'and a row' },
    rows: [{ n: 3 }, { n: 4 }],
    nothing: null,
    second: { sum: 5, text: 'and a row' },
  })
  expectTypeOf(answers).toEqualTypeOf<{
    first: { sum: number; text: string | null }
    rows: { n: number }[]
    nothing: null
    second: { sum: number; text: string | null }
  }>()
})

test('groups are made of groups, and all of them are one round trip', async () => {
  const { env } = new World()
  const meter = new Meter()
  const db = openDb(env.DB, meter)
  const both = group({ left: sumOf(1), right: sumOf(2, 3) }, ({ left, right }) => left.sum * right.sum)
  expect(await db.read({ both, alone: sumOf(7) })).toEqual({ both: 5, alone: { sum: 7, text: 'and a row' } })
  expect(meter.roundTrips).toBe(1)
})

test('what may be missing is typed so, and costs nothing where it is', async () => {
  const { db } = new World()
  const ownSum = (isSignedIn: boolean) => db.read({ own: isSignedIn ? sumOf(1) : null })
  expect(await ownSum(false)).toEqual({ own: null })
  const { own } = await ownSum(true)
  expectTypeOf(own).toEqualTypeOf<{ sum: number; text: string | null } | null>()
  expect(own?.sum).toBe(1)
})

test('the first group that refuses is the one that is heard', async () => {
  const { db } = new World()
  const refusing = (code: 'not_found' | 'forbidden') =>
    group({ rows: counted() }, ({ rows: [row] }) => {
      if (row === undefined) throw new AppError(code)
      return row.n
    })
  await expect(db.read({ post: refusing('not_found'), comments: refusing('forbidden') })).rejects.toThrow('not_found')
})

test('the last rows of a batch are known by their type, whatever comes before them', async () => {
  const { db } = new World()
  const before: Statement[] = [counted(1), counted(2)]
  const rows = last(await db.batch([...before, counted(8, 9)]))
  expectTypeOf(rows).toEqualTypeOf<{ n: number }[]>()
  expect(rows).toEqual([{ n: 8 }, { n: 9 }])
})
