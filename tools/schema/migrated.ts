import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsIn } from '../../scripts/site/migrate.ts'
import { DatabaseSync, type SQLOutputValue } from '../../scripts/site/sqlite.ts'

// Not D1: node:sqlite needs no runtime and keeps the text of a statement.

export type MigratedDatabase = Awaited<ReturnType<typeof migratedDatabases>>[number]

const TYPES = ['table', 'view', 'index', 'trigger'] as const

export function migratedDatabases(migrations: string) {
  return Promise.all(
    Object.entries({ DB: 'db', SEARCH: 'search' }).map(async ([name, folder]) => {
      const names = await migrationsIn(join(migrations, folder))
      const texts = await Promise.all(
        names.map((file) => readFile(join(migrations, folder, file), 'utf8')),
      )
      return { name, ...contentsAfter(texts), statements: texts.flatMap(annotatedStatements) }
    }),
  )
}

/** The content of a database after these statements: its schema, and the rows that they insert. */
export function contentsAfter(texts: string[]) {
  const db = new DatabaseSync(':memory:')
  for (const text of texts) db.exec(text)
  const objects = db.prepare(OBJECTS).all().map(schemaObject)
  const tables = objects.filter(({ type, sql }) => type === 'table' && !/^CREATE VIRTUAL/.test(sql))
  const counted = tables.filter(({ sql }) => sql.includes('AUTOINCREMENT'))
  const rows = [
    ...tables.map(({ name }) => rowsOf(db, name)),
    ...counted.map(({ name }) => sequenceOf(db, name)),
  ]
  return { objects, rows: rows.filter(({ values }) => values.length > 0) }
}

// Without internal tables of SQLite and FTS5.
const OBJECTS = `SELECT type, name, tbl_name AS "table", sql FROM sqlite_master AS made
  WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND NOT EXISTS (
    SELECT 1 FROM sqlite_master AS virtual
    WHERE virtual.sql GLOB 'CREATE VIRTUAL TABLE*' AND made.name GLOB virtual.name || '_*'
  )
  ORDER BY rowid`

export type SchemaObject = ReturnType<typeof schemaObject>

function schemaObject({ type, name, table, sql }: Record<string, SQLOutputValue>) {
  const known = TYPES.find((one) => one === type)
  if (!known) throw new Error(`schema.sql cannot show a ${type}`)
  return { type: known, name: String(name), table: String(table), sql: String(sql) }
}

export type TableRows = ReturnType<typeof rowsOf>

function rowsOf(db: DatabaseSync, table: string, from = table) {
  const rows = db.prepare(`SELECT * FROM ${from}`).all()
  return {
    table,
    columns: Object.keys(rows[0] ?? {}),
    values: rows.map((row) => Object.values(row)),
  }
}

function sequenceOf(db: DatabaseSync, table: string) {
  return rowsOf(db, table, `(SELECT name, seq FROM sqlite_sequence WHERE name = '${table}')`)
}

export type Annotated = ReturnType<typeof annotatedStatements>[number]

/** The statements of a migration with the comments before them, which SQLite does not keep. */
function annotatedStatements(migration: string) {
  return [...migration.matchAll(STATEMENT)].map(([, heading = '', comment = '', sql = '']) => ({
    sql,
    /** The comment lines directly above it. */
    comment,
    /**
     * Comment lines above it, separated by a blank line: they describe the file. Titles (`-- Tags
     * ---`) do not count.
     */
    heading: heading.replace(/^-- .*---$/gm, '').trim(),
  }))
}

// Comments and blank lines, then a statement up to its last line: "END;" for a trigger, a semicolon
// otherwise.
const STATEMENT =
  /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm
