import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

// Removed together with the old migrations: it proves once that the baselines make the same databases.
describe.each(['db', 'search'])('the baseline of %s', (folder) => {
  const old = new DatabaseSync(':memory:')
  for (const name of readdirSync(inRoot('migrations', folder)).sort())
    old.exec(readFileSync(inRoot('migrations', folder, name), 'utf8'))
  const baseline = new DatabaseSync(':memory:')
  baseline.exec(readFileSync(inRoot(`test/node/scripts/baseline/${folder}.sql`), 'utf8'))
  const both = <T>(read: (db: DatabaseSync) => T) => ({ is: read(baseline), was: read(old) })
  const names = (db: DatabaseSync) => rows(db, 'SELECT type, name, tbl_name FROM sqlite_master ORDER BY type, name')
  const tables = rows(old, `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).map((row) => row.name)

  test('has the same objects', () => {
    const { is, was } = both(names)
    expect(is).toEqual(was)
    expect(was.length).toBeGreaterThan(20)
  })

  test.each(tables)('%s: columns, keys, indexes, constraints, triggers and rows', (name) => {
    const { is, was } = both((db) => ({
      ...tableIn(db, String(name)),
      rows: rowsIn(db, String(name)),
    }))
    expect(is).toEqual(was)
  })

  test('has the same sequences and settings, and is sound', () => {
    const { is, was } = both((db) => [
      ...['user_version', 'application_id', 'encoding', 'auto_vacuum'].map((pragma) => rows(db, `PRAGMA ${pragma}`)),
      folder === 'db' ? rows(db, 'SELECT name, seq FROM sqlite_sequence ORDER BY name') : [],
    ])
    expect(is).toEqual(was)
    expect(rows(baseline, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(rows(baseline, 'PRAGMA foreign_key_check')).toEqual([])
  })
})

function tableIn(db: DatabaseSync, table: string) {
  // In the order of their creation: the planner and the firing order of triggers depend on it.
  const made = db.prepare(`SELECT type, name, sql FROM sqlite_master WHERE tbl_name = ? AND type = ? ORDER BY rowid`)
  const objects = (type: string) => made.all(table, type).map(({ name, sql }) => ({ name, sql: sql && tokens(sql) }))
  const indexes = db.prepare('SELECT * FROM pragma_index_list(?)').all(table)
  return {
    kind: db
      .prepare(`SELECT type, ncol, wr, strict FROM pragma_table_list WHERE schema = 'main' AND name = ?`)
      .get(table),
    columns: db.prepare('SELECT * FROM pragma_table_xinfo(?)').all(table),
    foreignKeys: db.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(table),
    indexes,
    indexColumns: indexes.map(({ name }) => db.prepare('SELECT * FROM pragma_index_xinfo(?)').all(String(name))),
    definition: objects('table').map(({ sql }) => definitions(sql || [])),
    indexSql: objects('index'),
    triggers: objects('trigger'),
  }
}

function rowsIn(db: DatabaseSync, table: string) {
  const hasRowid = db.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table)?.wr === 0
  if (/_vocabulary$/.test(table)) return []
  return rows(db, `SELECT ${hasRowid ? 'rowid AS row_id, ' : ''}* FROM "${table}"`)
}

/** Columns and constraints in their order. SQLite writes an added column before the constraints, without a line of its own. */
function definitions(sql: string[]) {
  const [open, close] = [sql.indexOf('('), sql.lastIndexOf(')')]
  const parts: string[][] = [[]]
  let depth = 0
  for (const token of sql.slice(open + 1, close)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push([])
    else parts.at(-1)?.push(token)
  }
  const isConstraint = ([first = '']: string[]) => /^(CHECK|PRIMARY|UNIQUE|FOREIGN|CONSTRAINT)$/.test(first)
  return {
    around: [...sql.slice(0, open), ...sql.slice(close + 1)],
    columns: parts.filter((part) => !isConstraint(part)),
    constraints: parts.filter(isConstraint),
  }
}

/** Without comments and white space; a name is the same in quotes. */
function tokens(sql: unknown): string[] {
  const all = String(sql).match(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\w+|\s+|[^\s\w]/g) ?? []
  return all
    .filter((token) => !/^(--|\s)/.test(token))
    .map((token) => (/^"\w+"$/.test(token) ? token.slice(1, -1) : token))
}

function rows(db: DatabaseSync, sql: string) {
  return db.prepare(sql).all()
}
