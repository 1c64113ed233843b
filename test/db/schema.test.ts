/// <reference types="vite/types/importMeta.d.ts" />
import { getTableColumns, is, sql } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { World } from '#test/world.ts'

// Only tables whose types the code uses are declared; migrations/schema.sql has every table.
const modules = import.meta.glob<Record<string, object>>('../../src/db/schema/*.ts', { eager: true })
const tables = Object.values(modules).flatMap((module) =>
  Object.values(module).filter((value) => is(value, SQLiteTable)),
)

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'the declared columns of %s match the migrations',
  async (name, table) => {
    const columns = await new World().db.all(
      sql<{ name: string; type: string; notnull: number; pk: number }>`SELECT * FROM pragma_table_info(${name})`,
    )
    const migrated = columns.map(({ name, type, notnull, pk }) => [name, type, notnull === 1 || pk > 0])
    const declared = Object.entries(getTableColumns(table)).map(([key, column]) => {
      expect(key, 'a field is named like its column, since rows are keyed by column').toBe(column.name)
      return [column.name, column.getSQLType().toUpperCase(), column.notNull || column.primary]
    })
    expect(declared.sort()).toEqual(migrated.sort())
  },
)
