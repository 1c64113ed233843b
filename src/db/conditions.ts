import { type SQL, sql } from 'drizzle-orm'
import type { PageRequest } from '#kernel/paging.ts'

/** `column = value`, or undefined without a value: drizzle's `and(…)` drops a condition that is undefined. */
export function equals(column: SQL, value: string | number | undefined): SQL | undefined {
  return value === undefined ? undefined : sql`${column} = ${value}`
}

/** A prefix match as a range of an index. char(1114111) is the last character of Unicode. */
export function beginsWith(column: SQL, beginning: string | SQL): SQL {
  return sql`(${column} >= ${beginning} AND ${column} < ${beginning} || char(1114111))`
}

/** Where a list goes on behind its cursor, down the two columns it is sorted by; the first page begins anywhere. */
export function behind(
  { after }: Pick<PageRequest, 'after'>,
  key: SQL,
  id: SQL,
  order: '<' | '>' = '<',
): SQL | undefined {
  return after === null ? undefined : sql`(${key}, ${id}) ${sql.raw(order)} (${after[0]}, ${after[1]})`
}

/** The same for a list that is sorted by the id alone. */
export function behindId({ after }: Pick<PageRequest, 'after'>, id: SQL, order: '<' | '>' = '<'): SQL | undefined {
  return after === null ? undefined : sql`${id} ${sql.raw(order)} ${after[1]}`
}

/** A bound of the rowids of an FTS5 table. D1 binds every number as a real, and FTS5 would read past a bound that is one. */
export function rowidIs(order: '<' | '<=' | '>', id: number): SQL {
  return sql`rowid ${sql.raw(order)} CAST(${id} AS INTEGER)`
}
