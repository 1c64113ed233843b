import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { factsOf, type Kind } from '#db/schema/stored.ts'

/** The words of exported columns, in the order in which a row of the export has them. */
const EXPORTED: readonly Kind[] = ['given', 'recorded', 'told', 'user']

/**
 * The columns of a table in the export `name`, and the names that they have there. First what the
 * person gave, then what the site recorded, then what admins wrote.
 */
export function exportedColumns(
  table: SQLiteTable,
  name: string,
): { column: string; as: readonly string[] }[] {
  const columns = Object.entries(factsOf(table).columns)
  return EXPORTED.flatMap((kind) =>
    columns.flatMap(([column, facts]) =>
      facts.kind === kind ? { column, as: namesOf(table, column, name) } : [],
    ),
  ).filter(({ as }) => as.length > 0)
}

function namesOf(table: SQLiteTable, column: string, name: string): readonly string[] {
  const facts = factsOf(table)
  const { kind, as } = facts.columns[column] ?? {}
  const isMain = facts.of !== null && !('not' in facts.export) && facts.export.includes(name)
  if (Array.isArray(as)) return isMain ? as : []
  if (as !== undefined) return (as as Readonly<Record<string, readonly string[]>>)[name] ?? []
  return isMain && kind !== 'user' ? [column] : []
}

/** The names of a table in the export. */
export function exportsOf(table: SQLiteTable): string[] {
  const facts = factsOf(table)
  if (facts.of === null || 'not' in facts.export) return []
  const others = Object.values(facts.columns).flatMap(({ as }) =>
    as === undefined || Array.isArray(as) ? [] : Object.keys(as),
  )
  return [...new Set([...facts.export, ...others])]
}

/**
 * A condition: the row belongs to the user, by its column `of` and the rows that this refers to.
 */
export function belongsTo(table: SQLiteTable, uid: SQL | number): SQL {
  const { of } = factsOf(table)
  if (of === null) throw new Error(`${getTableName(table)} belongs to nobody`)
  const column = sql.raw(of)
  const parent = referenceOf(table, of)
  if (parent === null || factsOf(parent.table).of === parent.column) return sql`${column} = ${uid}`
  const key = sql.raw(parent.column)
  const name = sql.raw(getTableName(parent.table))
  return sql`${column} IN (SELECT ${key} FROM ${name} WHERE ${belongsTo(parent.table, uid)})`
}

/** The table and column that a column references. */
export function referenceOf(
  table: SQLiteTable,
  column: string,
): { table: SQLiteTable; column: string } | null {
  for (const key of getTableConfig(table).foreignKeys) {
    const { columns, foreignTable, foreignColumns } = key.reference()
    if (columns[0]?.name === column)
      return { table: foreignTable, column: foreignColumns[0]?.name ?? '' }
  }
  return null
}

type When = 'account' | 'content'

function clearedColumns(table: SQLiteTable, when: When): [SQL, string | number | null][] {
  return Object.entries(factsOf(table).columns).flatMap(([name, { erase }]) => {
    const value = erase?.[when]
    return value === undefined ? [] : [[sql.raw(`"${name}"`), value]]
  })
}

/** Whether an erasure clears columns of the table. */
export function isCleared(table: SQLiteTable, when: When): boolean {
  return clearedColumns(table, when).length > 0
}

/** The assignments of an UPDATE that clears the columns with `erase`. */
export function clearing(table: SQLiteTable, when: When): SQL {
  const columns = clearedColumns(table, when)
  return sql.join(
    columns.map(([name, value]) => sql`${name} = ${value}`),
    sql`, `,
  )
}

/** A condition: the row has a column that is not cleared yet. */
export function isUncleared(table: SQLiteTable, when: When): SQL {
  const columns = clearedColumns(table, when)
  return sql`(${sql.join(
    columns.map(([name, value]) => sql`${name} IS NOT ${value}`),
    sql` OR `,
  )})`
}

/** The names of all columns, in the order of the description. */
export function columnNames(table: SQLiteTable): string[] {
  return Object.keys(getTableColumns(table))
}
