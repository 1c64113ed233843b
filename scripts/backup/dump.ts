import type { Query } from '../site/query.ts'
import type { DatabaseSync, SQLOutputValue } from '../site/sqlite.ts'
import { literal, pieces } from './literal.ts'
import { quoted, schemaOf } from './schema.ts'

/** D1 takes statements of at most 100 KB; a character is at most three bytes a UTF-16 unit. */
const STATEMENT = 60_000
const LONG = 15_000

/**
 * The whole database as SQL: tables, rows, where ids go on, indexes, and triggers last, so that loading counts nothing twice.
 * Any SQLite reads it, and so does D1.
 */
export async function* statementsOf(db: DatabaseSync): AsyncGenerator<string> {
  const schema = await schemaOf(queryOf(db))
  const tables = schema.filter(({ type }) => type === 'table')
  yield `CREATE TABLE ${LONG_TEXTS} (n INTEGER PRIMARY KEY, text TEXT NOT NULL)`
  for (const { sql } of tables) yield sql
  for (const { name } of tables) yield* rowsOf(db, name)
  yield `DROP TABLE ${LONG_TEXTS}`
  if (tables.some(({ sql }) => /AUTOINCREMENT/i.test(sql))) {
    yield 'DELETE FROM sqlite_sequence'
    yield* rowsOf(db, 'sqlite_sequence')
  }
  for (const { type, sql } of schema) if (type !== 'table') yield sql
}

export function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT COUNT(*) AS count FROM ${quoted(table)}`).get()?.count)
}

/** What asks D1, asked of an SQLite file. */
export function queryOf(db: DatabaseSync): Query {
  return async <Row>(sql: string, ...values: (string | number | null)[]) => db.prepare(sql).all(...values) as Row[]
}

const LONG_TEXTS = 'joule_long_texts'

function* rowsOf(db: DatabaseSync, table: string): Generator<string> {
  const statement = db.prepare(`SELECT * FROM ${quoted(table)} ORDER BY ${orderOf(db, table)}`)
  statement.setReadBigInts(true)
  const into = `INSERT INTO ${quoted(table)} VALUES\n`
  let rows: string[] = []
  let size = 0
  for (const row of statement.iterate()) {
    const values = Object.values(row)
    const isLong = values.some((value) => typeof value === 'string' && value.length > LONG)
    const text = isLong ? '' : tuple(values.map(literal))
    if (rows.length > 0 && (isLong || size + text.length > STATEMENT / 3)) {
      yield into + rows.join(',\n')
      rows = []
      size = 0
    }
    if (isLong) yield* longRow(into, values)
    else {
      rows.push(text)
      size += text.length
    }
  }
  if (rows.length > 0) yield into + rows.join(',\n')
}

/** Put together piece by piece aside, so that the row itself goes in whole and every CHECK sees what it will hold. */
function* longRow(into: string, values: SQLOutputValue[]): Generator<string> {
  const parts: string[] = []
  for (const [n, value] of values.entries()) {
    if (typeof value !== 'string' || value.length <= LONG) parts.push(literal(value))
    else {
      yield `INSERT INTO ${LONG_TEXTS} VALUES (${n}, '')`
      for (const piece of pieces(value, LONG))
        yield `UPDATE ${LONG_TEXTS} SET text = text || ${literal(piece)} WHERE n = ${n}`
      parts.push(`(SELECT text FROM ${LONG_TEXTS} WHERE n = ${n})`)
    }
  }
  yield into + tuple(parts)
  yield `DELETE FROM ${LONG_TEXTS}`
}

const tuple = (values: string[]) => `(${values.join(', ')})`

/** By primary key: what answers something comes after it, and the same database gives the same text. */
function orderOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').all(table)
  return columns.length === 0 ? '1' : columns.map(({ name }) => quoted(String(name))).join(', ')
}
