import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRoot } from '../../scripts/build/paths.ts'
import { migrationsIn } from '../../scripts/site/migrate.ts'
import { DatabaseSync, type SQLOutputValue } from '../../scripts/site/sqlite.ts'

// Uses node:sqlite instead of D1, because it needs no runtime and keeps the text of a statement.

export interface MigratedDatabase extends Contents {
  name: string
  statements: Annotated[]
}

interface Contents {
  objects: SchemaObject[]
  /** The rows that the migrations insert. */
  rows: TableRows[]
}

export interface SchemaObject {
  type: (typeof TYPES)[number]
  name: string
  /** The table of an index or a trigger; of a table, its own name. */
  table: string
  sql: string
}

export interface TableRows {
  table: string
  columns: string[]
  values: SQLOutputValue[][]
}

/** A statement of a migration with the comments before it, which SQLite does not keep. */
export interface Annotated {
  sql: string
  /** The comment lines directly above the statement. */
  comment: string
  /**
   * The comment lines further above, separated by a blank line: they describe the file. Titles
   * (`-- Tags ---`) do not count.
   */
  heading: string
}

const TYPES = ['table', 'view', 'index', 'trigger'] as const

/** Both databases after all migrations. */
export function migratedDatabases(migrations: string): Promise<MigratedDatabase[]> {
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

/** The main database in memory, after all migrations. */
export async function migratedDatabase(): Promise<DatabaseSync> {
  const folder = inRoot('migrations', 'db')
  const db = new DatabaseSync(':memory:')
  for (const name of await migrationsIn(folder)) db.exec(await readFile(join(folder, name), 'utf8'))
  return db
}

/** The content of a database after these statements: its schema, and the rows that they insert. */
export function contentsAfter(texts: string[]): Contents {
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

function schemaObject({ type, name, table, sql }: Record<string, SQLOutputValue>): SchemaObject {
  const known = TYPES.find((one) => one === type)
  if (!known) throw new Error(`schema.sql cannot show a ${type}`)
  return { type: known, name: String(name), table: String(table), sql: String(sql) }
}

function rowsOf(db: DatabaseSync, table: string, from = table): TableRows {
  const rows = db.prepare(`SELECT * FROM ${from}`).all()
  return {
    table,
    columns: Object.keys(rows[0] ?? {}),
    values: rows.map((row) => Object.values(row)),
  }
}

/** The start of the ids of a table, if the migrations set it. */
function sequenceOf(db: DatabaseSync, table: string): TableRows {
  return rowsOf(db, table, `(SELECT name, seq FROM sqlite_sequence WHERE name = '${table}')`)
}

function annotatedStatements(migration: string): Annotated[] {
  return [...migration.matchAll(STATEMENT)].map(([, heading = '', comment = '', sql = '']) => ({
    sql,
    comment,
    heading: heading.replace(/^-- .*---$/gm, '').trim(),
  }))
}

// Comments and blank lines, then a statement up to its last line: "END;" for a trigger, a semicolon
// otherwise.
const STATEMENT =
  /((?:(?:--.*)?\n)*?)((?:--.*\n)*)^((?:CREATE TRIGGER[\s\S]*?^END;$)|(?:(?!CREATE TRIGGER)[A-Z][\s\S]*?;$))/gm
