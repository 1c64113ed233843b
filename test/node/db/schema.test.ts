import { globSync, readFileSync } from 'node:fs'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import { DatabaseSync } from '../../../scripts/site/sqlite.ts'

// Only tables whose types the code uses are declared; migrations/schema.sql has every table.
const files = globSync(inRoot('src/db/schema/*.ts'))
const modules: Record<string, object>[] = await Promise.all(files.map((path) => import(path)))
const tables = modules.flatMap((module) => Object.values(module).filter((value) => is(value, SQLiteTable)))

const db = new DatabaseSync(':memory:')
for (const path of globSync(inRoot('migrations/db/*.sql')).sort()) db.exec(readFileSync(path, 'utf8'))

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'the declared columns of %s match the migrations',
  (name, table) => {
    const columns = db.prepare('SELECT * FROM pragma_table_info(?)').all(name)
    const migrated = columns.map(({ name, type, notnull, pk }) => [name, type, notnull === 1 || Number(pk) > 0])
    const declared = Object.entries(getTableColumns(table)).map(([key, column]) => {
      expect(key, 'a field is named like its column, since rows are keyed by column').toBe(column.name)
      return [column.name, column.getSQLType().toUpperCase(), column.notNull || column.primary]
    })
    expect(declared.sort()).toEqual(migrated.sort())
  },
)
