import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import {
  firstStatements,
  inOrder,
  insertsOf,
  type LiteralRow,
  REFERENCES,
  type Reference,
  SCHEMA_OBJECTS,
  type SchemaObject,
} from '#features/operations/backups/dump.ts'
import {
  type BackupResources,
  type Limits,
  type Target,
  writeStatements,
} from '#features/operations/backups/resources.ts'
import {
  advance,
  COLUMNS,
  type ColumnRow,
  highestId,
  nextSizes,
  pageOf,
  type Table,
  tablesIn,
} from '#features/operations/backups/table-reading.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/**
 * Reads the schema and whole tables, the smallest first, in one batch, which is one consistent snapshot in D1. On a small site
 * the batch contains all rows. Larger tables are read later, without the rows that were created after the snapshot.
 */
export async function beginBackup(
  { db, bookmark }: BackupResources,
  target: Target,
  { snapshot }: Limits,
  now: Date,
): Promise<Unfinished> {
  const columns = await db.all(sql<ColumnRow>`${sql.raw(COLUMNS)}`)
  const found = tablesIn(columns)
  const small = await smallTables(db, found, snapshot)
  const [made, references, migrations, sequence, ...rest] = await db.batch([
    sql.raw(SCHEMA_OBJECTS),
    sql.raw(REFERENCES),
    sql`SELECT name FROM d1_migrations ORDER BY name`,
    sql`SELECT QUOTE(name) AS name, QUOTE(seq) AS seq FROM sqlite_sequence ORDER BY name`,
    ...found.map((table) => highestId(table, columns)),
    ...small.map((table) => pageOf(table, table.reach)),
  ])
  const schema = inOrder(made as SchemaObject[], references as Reference[])
  const order = schema.map(({ name }) => name)
  const read = found.map((table, n) => {
    const [highest] = rest[n] as { id: number | null }[]
    const started = { ...table, upTo: highest?.id ?? null }
    if (!small.includes(table)) return { table: started, rows: [] }
    return advance(started, rest[found.length + small.indexOf(table)] as LiteralRow[], table.reach)
  })
  const pages = read.toSorted((a, b) => order.indexOf(a.table.name) - order.indexOf(b.table.name))
  const id = now.toISOString().replaceAll(/[:.]/g, '-')
  const statements = [
    ...firstStatements(schema),
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
    recipients: target.encryption?.recipients ?? '',
    files: await writeStatements(target, id, {}, statements),
    images: {
      after: null,
      upTo: tables.find(({ name }) => name === 'images')?.upTo ?? 0,
      lists: 0,
      isDone: false,
    },
  }
}

/** The tables that fit into the snapshot. They are measured before it, one by one, so that no batch takes long. */
async function smallTables(db: Database, tables: Table[], bytes: number): Promise<Table[]> {
  const measured: { table: Table; size: number }[] = []
  for (const table of tables) {
    const sizes = await nextSizes(db, table)
    if (sizes.length < table.reach) measured.push({ table, size: sizes.reduce((sum, size) => sum + size, 0) })
  }
  let sum = 0
  return measured
    .toSorted((a, b) => a.size - b.size)
    .filter(({ size }) => {
      sum += size
      return sum <= bytes
    })
    .map(({ table }) => table)
}
