import { getTableName, is, SQL } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { toQuery } from '#db/query.ts'
import { TABLES } from '#db/schema/index.ts'
import { factsOf } from '#db/schema/stored.ts'
import { migratedDatabase } from '../../../tools/schema/migrated.ts'

const db = await migratedDatabase()
const STORED = db
  .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  .all()
  .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }))

test('src/db/schema describes every table of the migrated database, and no other', () => {
  expect(TABLES.map(getTableName).sort()).toEqual(STORED.map(({ name }) => name).sort())
})

test.each(TABLES.map((table) => [getTableName(table), table] as const))(
  'src/db/schema describes the table %s as the migrations create it',
  (name, table) => {
    expect(described(table)).toEqual(migrated(name))
  },
)

test('a text column with a list of values has the same list in its CHECK', () => {
  const lists = TABLES.flatMap((table) =>
    getTableConfig(table).columns.flatMap(({ name, enumValues }) => {
      const checked = valuesOf(getTableName(table), name)
      return checked ? [[`${getTableName(table)}.${name}`, checked, enumValues ?? []]] : []
    }),
  )
  expect(lists.length).toBeGreaterThan(40)
  expect(lists.filter(([, checked, listed]) => String(checked) !== String(listed))).toEqual([])
})

test('the triggers that src/db/schema names exist and delete rows of the table', () => {
  for (const table of TABLES) {
    const facts = factsOf(table)
    if (facts.of === null || typeof facts.erasure !== 'object') continue
    if (!('trigger' in facts.erasure)) continue
    const { trigger } = facts.erasure
    const [found] = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').all(trigger)
    expect(String(found?.sql), trigger).toContain(`DELETE FROM ${getTableName(table)}`)
  }
})

test('the facts of a table and of its columns fit together', () => {
  const EXPORTED = ['given', 'recorded', 'told']
  for (const table of TABLES) {
    const facts = factsOf(table)
    const kinds = new Set(Object.values(facts.columns).map(({ kind }) => kind))
    const name = getTableName(table)
    if (facts.of === null) expect([...kinds], name).toEqual(['site'])
    else if ('not' in facts.export)
      expect(
        EXPORTED.filter((kind) => kinds.has(kind as never)),
        `${name} is not exported`,
      ).toEqual([])
    else expect(kinds.has('personal'), `${name} is exported`).toBe(false)
  }
})

interface Shape {
  columns: Record<string, string>
  primaryKey: string[]
  references: string[]
  unique: string[]
}

/** A table of the database, in the form of `described`. */
function migrated(name: string): Shape {
  const { sql = '' } = STORED.find((table) => table.name === name) ?? {}
  const columns = db.prepare('SELECT * FROM pragma_table_xinfo(?)').all(name)
  const key = columns.filter(({ pk }) => pk).sort((a, b) => Number(a.pk) - Number(b.pk))
  const references = db.prepare('SELECT * FROM pragma_foreign_key_list(?)').all(name)
  const indexes = db
    .prepare("SELECT * FROM pragma_index_list(?) WHERE [unique] AND origin <> 'pk'")
    .all(name)
  return {
    columns: Object.fromEntries(
      columns.map(({ name, type, notnull, pk, dflt_value, hidden }) => [
        name,
        words(
          String(type).toLowerCase(),
          (notnull || pk) && 'not null',
          dflt_value !== null && `default ${dflt_value}`,
          hidden && `generated ${generatedAs(sql, String(name))}`,
          pk && /AUTOINCREMENT/.test(sql) && 'autoincrement',
        ),
      ]),
    ),
    primaryKey: key.map(({ name }) => String(name)),
    references: references
      .map(({ from, table, to, on_delete }) => `${from}: ${table}.${to} ${on_delete}`)
      .sort(),
    unique: indexes
      .map(({ name, origin }) => {
        const on = db.prepare('SELECT name FROM pragma_index_info(?)').all(String(name))
        const [index] = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').all(String(name))
        const where = String(index?.sql).split(/\sWHERE\s/)[1]
        return words(
          origin === 'c' && String(name),
          on.map(({ name }) => name).join(),
          where && plain(where),
        )
      })
      .sort(),
  }
}

function described(table: SQLiteTable): Shape {
  const { columns, primaryKeys, foreignKeys, indexes, uniqueConstraints } = getTableConfig(table)
  const single = columns.filter(({ primary }) => primary).map(({ name }) => name)
  return {
    columns: Object.fromEntries(
      columns.map((column) => {
        const { name, notNull, default: value, generated } = column
        const isGenerated = generated !== undefined
        return [
          name,
          words(
            column.getSQLType(),
            notNull && 'not null',
            value !== undefined &&
              `default ${typeof value === 'string' ? `'${value}'` : String(value)}`,
            isGenerated && is(generated.as, SQL) && `generated ${plain(toQuery(generated.as).sql)}`,
            'autoIncrement' in column && column.autoIncrement === true && 'autoincrement',
          ),
        ]
      }),
    ),
    primaryKey: primaryKeys[0]?.columns.map(({ name }) => name) ?? single,
    references: foreignKeys
      .map((key) => {
        const { columns, foreignTable, foreignColumns } = key.reference()
        const onDelete = (key.onDelete ?? 'no action').toUpperCase()
        return `${columns[0]?.name}: ${getTableName(foreignTable)}.${foreignColumns[0]?.name} ${onDelete}`
      })
      .sort(),
    unique: [
      ...columns.filter(({ isUnique }) => isUnique).map(({ name }) => name),
      ...uniqueConstraints.map(({ columns }) => columns.map(({ name }) => name).join()),
      ...indexes.map(({ config: { name, columns, where } }) =>
        words(
          name,
          columns.map((column) => ('name' in column ? column.name : '')).join(),
          where && plain(toQuery(where).sql),
        ),
      ),
    ].sort(),
  }
}

const words = (...parts: (string | false | 0 | undefined | null | unknown)[]) =>
  parts.filter((part) => typeof part === 'string').join(' ')

const plain = (sql: string) => sql.replace(/\s+/g, ' ').trim()

function generatedAs(table: string, column: string): string {
  const [, rest = ''] = plain(table.replace(/--.*$/gm, '')).split(
    ` ${column} TEXT GENERATED ALWAYS AS (`,
  )
  return plain(rest.split(') VIRTUAL')[0] ?? '')
}

/** The texts of `CHECK (column IN ('a', 'b'))`. */
function valuesOf(table: string, column: string): string[] | null {
  const { sql = '' } = STORED.find(({ name }) => name === table) ?? {}
  const [, check = ''] = sql
    .replaceAll(`"${column}"`, column)
    .replaceAll('(', '( ')
    .split(` ${column} IN (`)
  const [values = ''] = check.split(')')
  // A text may contain commas and double quotes.
  const texts = [...values.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  return texts.length > 0 ? texts : null
}
