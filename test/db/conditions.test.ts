import { and, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { beginsWith, behind, behindId, equals } from '#db/conditions.ts'
import { World } from '#test/world.ts'

/** Ids 1 to 6, two of them to each key: 1 and 2 under 10, 3 and 4 under 20, 5 and 6 under 30. */
async function idsWhere(condition: SQL | undefined, order: 'ASC' | 'DESC' = 'DESC'): Promise<number[]> {
  const { db } = new World()
  const rows = await db.all(sql<{ id: number }>`
    SELECT id FROM (SELECT value AS id, (value + 1) / 2 * 10 AS key FROM json_each('[1, 2, 3, 4, 5, 6]'))
    WHERE ${and(sql`1`, condition)} ORDER BY key ${sql.raw(order)}, id ${sql.raw(order)}`)
  return rows.map(({ id }) => id)
}

const [KEY, ID] = [sql`key`, sql`id`]

test('a column equals its value, a zero too, and without a value nothing is asked', async () => {
  expect(await idsWhere(equals(KEY, 20))).toEqual([4, 3])
  expect(await idsWhere(equals(KEY, 0))).toEqual([])
  expect(equals(KEY, undefined)).toBeUndefined()
})

test('a text is bound, not written into the statement', async () => {
  expect(await idsWhere(equals(KEY, '20 OR 1'))).toEqual([])
})

test('what begins with a text is found, the text itself too, up to its last neighbour', async () => {
  const { db } = new World()
  const names = JSON.stringify(['ab', 'abz', 'ab\u{10fffe}', 'ab文', 'ac', 'aa', 'AB', '%b'])
  const found = async (beginning: string) => {
    const rows = await db.all(sql<{ value: string }>`
      SELECT value FROM json_each(${names}) WHERE ${beginsWith(sql`value`, beginning)} AND value <> 'aa' OR value = 'ac'`)
    return rows.map(({ value }) => value)
  }
  expect(await found('ab')).toEqual(['ab', 'abz', 'ab\u{10fffe}', 'ab文', 'ac'])
  expect(await found('%')).toEqual(['ac', '%b'])
})

test('the first page begins anywhere', () => {
  expect([behind({ after: null }, KEY, ID), behindId({ after: null }, ID)]).toEqual([undefined, undefined])
})

test('the next page goes on behind the cursor, also between two of the same key', async () => {
  expect(await idsWhere(behind({ after: [20, 4] }, KEY, ID))).toEqual([3, 2, 1])
  expect(await idsWhere(behind({ after: [20, 3] }, KEY, ID))).toEqual([2, 1])
  expect(await idsWhere(behind({ after: [20, 3] }, KEY, ID, '>'), 'ASC')).toEqual([4, 5, 6])
})

test('a list by its id alone goes on behind the id of the cursor', async () => {
  expect(await idsWhere(behindId({ after: [99, 4] }, ID))).toEqual([3, 2, 1])
  expect(await idsWhere(behindId({ after: [99, 4] }, ID, '>'), 'ASC')).toEqual([5, 6])
})
