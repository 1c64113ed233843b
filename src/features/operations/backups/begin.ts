import { sql } from 'drizzle-orm'
import { insertsOf, MAKE_LONG_TEXTS } from '#features/operations/backups/inserts.ts'
import type { Limits, Places } from '#features/operations/backups/places.ts'
import { inOrder, MADE, type Made, REFERENCES, type Reference } from '#features/operations/backups/schema.ts'
import { writeStatements } from '#features/operations/backups/sql-files.ts'
import {
  COLUMNS,
  type ColumnRow,
  highestId,
  type PageRow,
  pageOf,
  readOn,
  tablesIn,
} from '#features/operations/backups/table-reading.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/**
 * Reads the schema and the first page of every table in one batch, which D1 answers as of one moment. On a site of ordinary size
 * that is everything. Of a table that is larger, rows that come after this moment are left out.
 */
export async function beginBackup(
  { db, backups, bookmark }: Places,
  { firstPage }: Limits,
  now: Date,
): Promise<Unfinished> {
  const columns = await db.all(sql<ColumnRow>`${sql.raw(COLUMNS)}`)
  const found = tablesIn(columns)
  const [made, references, migrations, sequence, ...rest] = await db.batch([
    sql.raw(MADE),
    sql.raw(REFERENCES),
    sql`SELECT name FROM d1_migrations ORDER BY name`,
    sql`SELECT QUOTE(name) AS name, QUOTE(seq) AS seq FROM sqlite_sequence ORDER BY name`,
    ...found.map((table) => highestId(table, columns)),
    ...found.map((table) => pageOf(table, firstPage)),
  ])
  const schema = inOrder(made as Made[], references as Reference[])
  const order = schema.map(({ name }) => name)
  const read = found.map((table, n) => {
    const [highest] = rest[n] as { id: number | null }[]
    return readOn({ ...table, upTo: highest?.id ?? null }, rest[found.length + n] as PageRow[])
  })
  const pages = read.toSorted((a, b) => order.indexOf(a.table.name) - order.indexOf(b.table.name))
  const id = now.toISOString().replaceAll(/[:.]/g, '-')
  const statements = [
    MAKE_LONG_TEXTS,
    ...schema.filter(({ type }) => type === 'table').map((table) => table.sql),
    ...pages.flatMap(({ table, rows }) => [...insertsOf(table.name, rows)]),
  ]
  const tables = pages.map(({ table }) => table)
  return {
    id,
    taken_at: now.toISOString(),
    bookmark: bookmark(),
    migrations: (migrations as { name: string }[]).map(({ name }) => name),
    schema: schema.filter(({ type }) => type !== 'table'),
    references: references as Reference[],
    sequence: (sequence as { name: string; seq: string }[]).map(({ name, seq }) => [name, seq]),
    tables,
    isOfOneMoment: tables.every(({ isRead }) => isRead),
    files: await writeStatements(backups, id, {}, statements),
    images: {
      after: null,
      upTo: tables.find(({ name }) => name === 'images')?.upTo ?? 0,
      lists: 0,
      isDone: false,
    },
  }
}
