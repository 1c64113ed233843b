import { sql } from 'drizzle-orm'
import { expect, expectTypeOf, test } from 'vitest'
import type { Statement } from '#db/client.ts'
import { command, found, one } from '#db/group.ts'
import { World } from '#test/world.ts'

const numbers = (...values: number[]): Statement<{ n: number }> =>
  sql`SELECT value AS n FROM json_each(${JSON.stringify(values)}) ORDER BY key`

test('one is the first row, or null', async () => {
  const { db } = new World()
  const answers = await db.read({ first: one(numbers(7, 8)), none: one(numbers()) })
  expectTypeOf(answers).toEqualTypeOf<{ first: { n: number } | null; none: { n: number } | null }>()
  expect(answers).toEqual({ first: { n: 7 }, none: null })
})

test('found is the first row, or not_found', async () => {
  const { db } = new World()
  const row = await db.read(found(numbers(7, 8)))
  expectTypeOf(row).toEqualTypeOf<{ n: number }>()
  expect(row).toEqual({ n: 7 })
  await expect(db.read({ post: found(numbers()), others: numbers(1) })).rejects.toMatchObject({ code: 'not_found' })
})

test('a command is done with the reading, in its order, and answers nothing', async () => {
  const { db } = new World()
  const user = await new World().user()
  const signature = () => one(sql<{ signature: string }>`SELECT signature FROM users WHERE uid = ${user.uid}`)
  const write = (text: string) => sql`UPDATE users SET signature = ${text} WHERE uid = ${user.uid}`
  const answers = await db.read({
    before: signature(),
    changed: command([write('one'), write('two')]),
    after: signature(),
  })
  expectTypeOf(answers.changed).toEqualTypeOf<null>()
  expect(answers).toEqual({ before: { signature: user.signature }, changed: null, after: { signature: 'two' } })
})

test('a command of nothing is nothing', async () => {
  const { db } = new World()
  expect(await db.read({ nothing: command([]), row: one(numbers(1)) })).toEqual({ nothing: null, row: { n: 1 } })
})
