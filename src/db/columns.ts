import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

type Names<T extends SQLiteTable> = keyof T['$inferSelect'] & string

/**
 * Columns of a table: the text for SELECT with the type of its row, and `pick`, which copies these
 * columns of a row into a response.
 */
export type ColumnList<Row> = SQL<Row> & { pick(row: Row): Row }

/** `RowOf<typeof LISTED>` is the type of the rows. */
export type RowOf<C extends SQL> = C extends SQL<infer Row> ? Row : never

/**
 * One list of names for SELECT, row type and response: `columns(posts, ['id', 'title'], 'p')`
 * becomes `p.id, p.title`.
 */
export function columns<T extends SQLiteTable, const Name extends Names<T>>(
  table: T,
  names: readonly Name[],
  alias: string = getTableName(table),
): ColumnList<Pick<T['$inferSelect'], Name>> {
  type Row = Pick<T['$inferSelect'], Name>
  const text: SQL<Row> = sql.raw(names.map((name) => `${alias}."${name}"`).join(', ')) as SQL<Row>
  const pick = (row: Row): Row => {
    const picked: Partial<Row> = {}
    for (const name of names) picked[name] = row[name]
    return picked as Row
  }
  return Object.assign(text, { pick })
}
