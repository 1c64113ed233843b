import { DROP_LONG_TEXTS, insertsOf, MAKE_LONG_TEXTS, textLiteral } from '#features/operations/backups/inserts.ts'
import {
  inOrder,
  quoted,
  REFERENCES,
  type Reference,
  SCHEMA_OBJECTS,
  type SchemaObject,
} from '#features/operations/backups/schema.ts'
import type { Query } from '../site/query.ts'
import type { DatabaseSync, SQLOutputValue } from '../site/sqlite.ts'

/**
 * Dumps the whole database as SQL: tables, rows, id sequences, indexes, and triggers last, so that no trigger fires
 * during the load. SQLite and D1 can load it.
 */
export async function* statementsOf(db: DatabaseSync): AsyncGenerator<string> {
  const schema = await schemaOf(queryOf(db))
  const tables = schema.filter(({ type }) => type === 'table')
  yield MAKE_LONG_TEXTS
  for (const { sql } of tables) yield sql
  for (const { name } of tables) yield* rowsOf(db, name)
  yield DROP_LONG_TEXTS
  if (tables.some(({ sql }) => /AUTOINCREMENT/i.test(sql))) {
    yield 'DELETE FROM sqlite_sequence'
    yield* rowsOf(db, 'sqlite_sequence')
  }
  for (const { type, sql } of schema) if (type !== 'table') yield sql
}

export function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT COUNT(*) AS count FROM ${quoted(table)}`).get()?.count)
}

/** Runs queries written for D1 on an SQLite file. */
export function queryOf(db: DatabaseSync): Query {
  return async <Row>(sql: string, ...values: (string | number | null)[]) => db.prepare(sql).all(...values) as Row[]
}

function* rowsOf(db: DatabaseSync, table: string): Generator<string> {
  // Explicit names, because `*` includes generated columns, which cannot be inserted.
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table)
  const names = columns.map(({ name }) => quoted(String(name))).join(', ')
  const statement = db.prepare(`SELECT ${names} FROM ${quoted(table)} ORDER BY ${orderOf(db, table)}`)
  statement.setReadBigInts(true)
  const rows = statement.iterate()
  yield* insertsOf(table, literalsOf(rows))
}

function* literalsOf(rows: Iterable<Record<string, SQLOutputValue>>): Generator<string[]> {
  for (const row of rows) yield Object.values(row).map(literal)
}

/** By primary key: parents come before their children, and the same database gives the same text. */
function orderOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table)
  return columns.length === 0 ? '1' : columns.map(({ name }) => quoted(String(name))).join(', ')
}

/** A value as an SQL literal that evaluates to the same value. */
export function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return realLiteral(value)
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`
  // SQLite ends a statement at NUL.
  if (value.includes('\0')) return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`
  return textLiteral(value)
}

/** Integers are bigint here, so a number is a REAL, even without a fraction. */
function realLiteral(value: number): string {
  if (Number.isFinite(value)) return Number.isInteger(value) ? value.toFixed(1) : String(value)
  return value > 0 ? '9e999' : '-9e999'
}

export async function schemaOf(query: Query): Promise<SchemaObject[]> {
  return inOrder(await query<SchemaObject>(SCHEMA_OBJECTS), await query<Reference>(REFERENCES))
}
