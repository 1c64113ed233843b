import {
  firstStatements,
  inOrder,
  insertsOf,
  type LiteralRow,
  lastStatements,
  literalsOf,
  parsedRow,
  quoted,
  REFERENCES,
  type Reference,
  SCHEMA_OBJECTS,
  type SchemaObject,
} from '#features/operations/backups/dump.ts'
import type { Query } from '../site/query.ts'
import type { DatabaseSync } from '../site/sqlite.ts'

/**
 * Dumps the whole database as SQL: tables, rows, id sequences and indexes, then triggers, so that
 * no trigger fires during the load. SQLite and D1 can load it.
 */
export async function* statementsOf(db: DatabaseSync): AsyncGenerator<string> {
  const schema = await schemaOf(queryOf(db))
  const tables = schema.filter(({ type }) => type === 'table')
  yield* firstStatements(schema)
  for (const { name } of tables) yield* insertsOf(name, rowsOf(db, name))
  const hasSequence = tables.some(({ sql }) => /AUTOINCREMENT/i.test(sql))
  yield* lastStatements(schema, hasSequence ? [...rowsOf(db, 'sqlite_sequence')] : [])
}

export function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT COUNT(*) AS count FROM ${quoted(table)}`).get()?.count)
}

/** Runs queries that are written for D1 on an SQLite file. */
export function queryOf(db: DatabaseSync): Query {
  return async <Row>(sql: string, ...values: (string | number | null)[]) =>
    db.prepare(sql).all(...values) as Row[]
}

/**
 * The rows in the order of the primary key: parents come before their children, and the same
 * database gives the same text.
 */
function* rowsOf(db: DatabaseSync, table: string): Generator<string[]> {
  // Explicit names, because `*` includes generated columns, which cannot be inserted.
  const columns = db.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table)
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  const names = (list: typeof columns) => list.map(({ name }) => String(name))
  const order = names(key).map(quoted).join(', ') || '1'
  const rows = db
    .prepare(`SELECT ${literalsOf(names(columns))} FROM ${quoted(table)} ORDER BY ${order}`)
    .iterate()
  for (const row of rows as Iterable<unknown> as Iterable<LiteralRow>) yield parsedRow(row)
}

/** Tables, indexes and triggers, with each table after the tables that it refers to. */
export async function schemaOf(query: Query): Promise<SchemaObject[]> {
  return inOrder(await query<SchemaObject>(SCHEMA_OBJECTS), await query<Reference>(REFERENCES))
}
