import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { inRoot } from '../../scripts/build/paths.ts'
import type { DatabaseSync } from '../../scripts/site/sqlite.ts'
import { TABLES } from '../../src/db/schema/index.ts'
import { migratedDatabase } from './migrated.ts'

/**
 * `npm run migration -- <name>`: drizzle-kit writes the SQL of the difference between src/db/schema
 * and the migrated database into a new file. Triggers, CHECKs, indexes that are not unique and
 * WITHOUT ROWID are added by hand: drizzle's tables do not have them.
 */
export async function writeMigration([name]: string[]): Promise<void> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Failure('Give a name, such as "npm run migration -- pinned_comments".')
  const sql = await proposal(TABLES, await migratedDatabase())
  if (sql === '') throw new Failure('src/db/schema and the migrations describe the same tables.')
  const folder = inRoot('migrations', 'db')
  const last = (await readdir(folder)).sort().at(-1) ?? '0000'
  const file = `${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}_${name}.sql`
  await writeFile(join(folder, file), `${HEAD}\n${sql}`)
  console.log(`migrations/db/${file}: add triggers and CHECKs, then run "npm run schema".`)
}

const HEAD = `-- Proposed by drizzle-kit. Say here what the change is for, and add triggers, CHECKs and WITHOUT ROWID.
`

interface Column {
  name: string
  type: string
  primaryKey: boolean
  notNull: boolean
  autoincrement?: boolean
  default?: string | number | undefined
}

interface Snapshot {
  id: string
  prevId: string
  tables: Record<
    string,
    {
      name: string
      columns: Record<string, Column>
      indexes: Record<string, { columns: string[] }>
      foreignKeys: Record<string, { columnsFrom: string[] }>
      compositePrimaryKeys: Record<string, unknown>
      uniqueConstraints: Record<string, unknown>
      checkConstraints: Record<string, unknown>
    }
  >
}

interface DrizzleKit {
  generateSQLiteDrizzleJson(tables: object, prevId?: string): Promise<Snapshot>
  generateSQLiteMigration(from: Snapshot, to: Snapshot): Promise<string[]>
}

/** The SQL that makes the tables out of the database, empty without a difference. */
export async function proposal(tables: SQLiteTable[], db: DatabaseSync): Promise<string> {
  // Not imported: it is a file of 3 MB in CommonJS, and only this command needs it.
  const kit: DrizzleKit = createRequire(import.meta.url)('drizzle-kit/api')
  const named = Object.fromEntries(tables.map((table) => [getTableName(table), table]))
  const described = await kit.generateSQLiteDrizzleJson(named)
  const statements = await kit.generateSQLiteMigration(snapshotOf(db, described), described)
  const rebuilt = statements.join('\n').match(/__new_(\w+)/)?.[1]
  if (rebuilt)
    throw new Failure(
      `${rebuilt}: this change would rebuild the table, which D1 cannot do if it has children or triggers. Add a column instead.`,
    )
  return statements.map((text) => `${inHouseStyle(text)}\n`).join('\n')
}

/**
 * The snapshot of the database: that of the description, without what the database does not have
 * and with the columns and tables that only the database has.
 */
function snapshotOf(db: DatabaseSync, described: Snapshot): Snapshot {
  const before = structuredClone({ ...described, id: randomUUID() })
  const names = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name))
  for (const name of Object.keys(before.tables))
    if (!names.includes(name)) delete before.tables[name]
  for (const name of names) {
    const table = before.tables[name] ?? emptyTable(name)
    before.tables[name] = table
    const stored = storedColumns(db, name)
    for (const column of Object.keys(table.columns))
      if (!Object.hasOwn(stored, column)) delete table.columns[column]
    for (const [column, facts] of Object.entries(stored)) {
      const known = table.columns[column]
      table.columns[column] = known ? { ...known, ...facts } : facts
    }
    for (const [key, { columnsFrom }] of Object.entries(table.foreignKeys))
      if (!columnsFrom.every((column) => Object.hasOwn(stored, column)))
        delete table.foreignKeys[key]
    for (const index of Object.keys(table.indexes)) {
      const isStored = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(index)
      // drizzle-kit names the index of `unique()` itself.
      if (!isStored && !index.endsWith('_unique')) delete table.indexes[index]
    }
  }
  return before
}

/** The facts of a column that a change can be about, in the form of drizzle-kit. */
function storedColumns(db: DatabaseSync, table: string): Record<string, Column> {
  const rows = db.prepare('SELECT * FROM pragma_table_xinfo(?)').all(table)
  const isKey = rows.filter(({ pk }) => pk).length === 1
  return Object.fromEntries(
    rows.map(({ name, type, notnull, pk, dflt_value }) => [
      name,
      {
        name: String(name),
        type: String(type).toLowerCase(),
        primaryKey: isKey && pk === 1,
        notNull: notnull === 1 || (isKey && pk === 1),
        default: defaultOf(dflt_value),
      },
    ]),
  )
}

function defaultOf(value: unknown): string | number | undefined {
  if (value === null) return undefined
  const text = String(value)
  return /^-?[\d.]+$/.test(text) ? Number(text) : text
}

function emptyTable(name: string): Snapshot['tables'][string] {
  return {
    name,
    columns: {},
    indexes: {},
    foreignKeys: {},
    compositePrimaryKeys: {},
    uniqueConstraints: {},
    checkConstraints: {},
  }
}

/** Without quotes around names, and with two spaces. */
function inHouseStyle(sql: string): string {
  return sql
    .trim()
    .replaceAll('`like`', '"like"')
    .replaceAll('`', '')
    .replaceAll('\t', '  ')
    .replaceAll(' ON UPDATE no action ON DELETE no action', '')
    .replace(/^(ALTER TABLE \w+ ADD) (?!COLUMN)/gm, '$1 COLUMN ')
}
