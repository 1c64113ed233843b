import { type SQL, sql } from 'drizzle-orm'
import type { PageRequest } from '#kernel/paging.ts'

/** `column = value`, or undefined without a value: drizzle's `and(…)` skips undefined conditions. */
export function equals(column: SQL, value: string | number | undefined): SQL | undefined {
  return value === undefined ? undefined : sql`${column} = ${value}`
}

/** A prefix match as a range, so that an index can be used. char(1114111) is the last character of Unicode. */
export function beginsWith(column: SQL, beginning: string | SQL): SQL {
  return sql`(${column} >= ${beginning} AND ${column} < ${beginning} || char(1114111))`
}

/** Keyset paging: the rows after the cursor, descending by two columns. No condition for the first page. */
export function behind(
  { after }: Pick<PageRequest, 'after'>,
  key: SQL,
  id: SQL,
  order: '<' | '>' = '<',
): SQL | undefined {
  return after === null ? undefined : sql`(${key}, ${id}) ${sql.raw(order)} (${after[0]}, ${after[1]})`
}

/** Keyset paging for a list that is sorted by id only. */
export function behindId({ after }: Pick<PageRequest, 'after'>, id: SQL, order: '<' | '>' = '<'): SQL | undefined {
  return after === null ? undefined : sql`${id} ${sql.raw(order)} ${after[1]}`
}

/**
 * Limits the rowids of an FTS5 table. D1 binds numbers as REAL, and FTS5 would scan past a REAL bound; the cast makes it an
 * integer.
 */
export function rowidIs(order: '<' | '<=' | '>', id: number): SQL {
  return sql`rowid ${sql.raw(order)} CAST(${id} AS INTEGER)`
}
