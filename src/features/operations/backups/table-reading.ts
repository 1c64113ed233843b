import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { type LiteralRow, literalsOf, OURS, parsedRow, quoted } from '#features/operations/backups/dump.ts'

/** The reading position of a backup in a table. Tables are read page by page in the order of the primary key. */
export interface Table {
  name: string
  columns: string[]
  key: string[]
  /** The primary key of the last row that was read, as SQL literals. Null before the first page. */
  after: string[] | null
  /** The highest id at the start of the backup; later rows are left out. Null for tables without an integer key. */
  upTo: number | null
  isRead: boolean
  rows: number
  /** The number of rows whose sizes are read before the next page. */
  reach: number
}

/** Rows that do not fit into a page are measured again before the next one, so measure at most twice the rows of the last page. */
const REACH_MAX = 5_000
const REACH_MIN = 10

/** All columns of all tables, one row per column. `pk` is the position in the primary key, 0 for other columns. */
export const COLUMNS = `
  SELECT m.name AS "table", c.name, c.type, c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c
  WHERE m.type = 'table' AND ${OURS} ORDER BY m.rowid, c.cid`

export interface ColumnRow {
  table: string
  name: string
  type: string
  pk: number
}

export function tablesIn(columns: ColumnRow[]): Table[] {
  const names = [...new Set(columns.map(({ table }) => table))]
  return names.map((name) => {
    const own = columns.filter(({ table }) => table === name)
    const key = own.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    if (key.length === 0) throw new Error(`cannot back up the table ${name}: it has no primary key`)
    const columnNames = own.map((column) => column.name)
    const unread = { after: null, upTo: null, isRead: false, rows: 0, reach: REACH_MAX }
    return { name, columns: columnNames, key: key.map((k) => k.name), ...unread }
  })
}

/** The highest id, read in the same batch as the first page. Only a single integer key grows with time. */
export function highestId(table: Table, columns: ColumnRow[]): Statement<{ id: number | null }> {
  const [key, ...more] = columns.filter((column) => column.table === table.name && column.pk > 0)
  const hasId = key?.type === 'INTEGER' && more.length === 0
  const query = hasId ? `SELECT MAX(${quoted(key.name)}) AS id FROM ${quoted(table.name)}` : 'SELECT NULL AS id'
  return sql`${sql.raw(query)}`
}

/** The sizes in bytes of the next rows, at most `reach`. SQLite reads them without reading long values. */
export async function nextSizes(db: Database, table: Table): Promise<number[]> {
  const size = table.columns.map((name) => `COALESCE(OCTET_LENGTH(${quoted(name)}), 0)`).join(' + ')
  const query = `SELECT JSON_GROUP_ARRAY(size) AS sizes FROM (SELECT ${size} AS size ${nextRows(table, table.reach)})`
  const row = await db.first(sql<{ sizes: string }>`${sql.raw(query)}`)
  return JSON.parse(row?.sizes ?? '[]')
}

/** The number of rows to ask for: as many as fit into `bytes`, and at least one. `reach` if all measured rows fit. */
export function fitting({ reach }: Table, sizes: readonly number[], bytes: number): number {
  let sum = 0
  const first = sizes.findIndex((size) => {
    sum += size
    return sum > bytes
  })
  return first < 0 ? reach : Math.max(1, first)
}

/** The next rows of a table. */
export function pageOf(table: Table, limit: number): Statement<LiteralRow> {
  const query = `SELECT ${literalsOf(table.columns)} ${nextRows(table, limit)}`
  return sql`${sql.raw(query)}`
}

/** Parses a page and advances the reading position. A page with fewer rows than its limit is the last one. */
export function advance(table: Table, page: LiteralRow[], limit: number): { rows: string[][]; table: Table } {
  const rows = page.map(parsedRow)
  const last = rows.at(-1)
  const after = last ? table.key.map((name) => last[table.columns.indexOf(name)] ?? 'NULL') : table.after
  const reach = Math.min(REACH_MAX, Math.max(REACH_MIN, 2 * rows.length))
  return { rows, table: { ...table, after, isRead: rows.length < limit, rows: table.rows + rows.length, reach } }
}

function nextRows({ name, key, after, upTo }: Table, limit: number): string {
  const columns = key.map(quoted).join(', ')
  const from = after && `(${columns}) > (${after.join(', ')})`
  const to = upTo !== null && `${columns} <= ${upTo}`
  const where = [from, to].filter(Boolean).join(' AND ') || 'TRUE'
  return `FROM ${quoted(name)} WHERE ${where} ORDER BY ${columns} LIMIT ${limit}`
}
