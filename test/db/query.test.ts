import { and, sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { toQuery } from '#db/query.ts'

describe('the text of a statement', () => {
  test('equals the text of the dialect', () => {
    const columns = sql.raw('id, title')
    const conditions = and(
      sql`id > ${3}`,
      undefined,
      sql`title = ${'?'}`,
      sql`language IS ${null}`,
      sql`kind IN ${['a', 'b']}`,
    )
    const parts = sql.join([sql`SELECT ${columns} FROM posts WHERE ${conditions}`, sql`SELECT 1, ''`], sql` UNION ALL `)
    const statement = sql`${parts} ORDER BY ${sql.identifier('title')} ${undefined}`
    const expected = new SQLiteSyncDialect().sqlToQuery(statement)
    expect(toQuery(statement)).toEqual({ sql: expected.sql, params: expected.params })
  })

  test('contains the number after LIMIT, because SQLite recompiles statements with a bound LIMIT', () => {
    const query = toQuery(sql`SELECT id FROM (SELECT id FROM posts WHERE id > ${7} LIMIT ${20 + 1}) LIMIT ${5}`)
    expect(query).toEqual({ sql: 'SELECT id FROM (SELECT id FROM posts WHERE id > ? LIMIT 21) LIMIT 5', params: [7] })
  })

  test.each([Number.NaN, 1.5, Number.POSITIVE_INFINITY])('refuses LIMIT %s', (limit) => {
    expect(() => toQuery(sql`SELECT 1 LIMIT ${limit}`)).toThrow(TypeError)
  })

  test('refuses objects as values', () => {
    expect(() => toQuery(sql`SELECT ${new Date()}`)).toThrow(TypeError)
    expect(() => toQuery(sql`SELECT 1 IN ${[[1]]}`)).toThrow(TypeError)
  })
})
