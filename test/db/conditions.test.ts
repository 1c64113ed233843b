import { and, type SQL, sql } from 'drizzle-orm'
import { beginsWith, behind, behindId, equals } from '#db/client.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

/** Ids 1 to 6, two per key: 1 and 2 have key 10, 3 and 4 key 20, 5 and 6 key 30. */
async function idsWhere(condition: SQL | undefined, order: 'ASC' | 'DESC' = 'DESC'): Promise<number[]> {
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

test('equals() binds text as a parameter', async () => {
  expect(await idsWhere(equals(KEY, '20 OR 1'))).toEqual([])
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

test('behind() adds no condition for the first page', () => {
  expect([behind({ after: null }, KEY, ID), behindId({ after: null }, ID)]).toEqual([undefined, undefined])
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
