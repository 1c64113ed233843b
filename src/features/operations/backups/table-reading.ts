import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { quoted } from '#features/operations/backups/schema.ts'

/** A table as a backup reads it: by its primary key, from where the last page ended. */
export interface Table {
  name: string
  columns: string[]
  key: string[]
  /** The literals of the key of the last row that was read, null before the first. */
  after: string[] | null
  /** The highest id when the backup began: what came later is left out. Null where rows have no id. */
  upTo: number | null
  isRead: boolean
  rows: number
  /** How many rows the next page looks at. */
  reach: number
}

/** Each row that a page looks at is read half a dozen times, so it looks no further than twice as far as the last one came. */
const REACH_MAX = 5_000
const REACH_MIN = 10

/** Every table of ours with its columns, one row a column, those of the primary key numbered. */
export const COLUMNS = `
  SELECT m.name AS "table", c.name, c.type, c.pk FROM sqlite_master AS m, pragma_table_info(m.name) AS c
  WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' ORDER BY m.rowid, c.cid`

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
    if (key.length === 0) throw new Error(`the table ${name} has no primary key to be read by`)
    const columnNames = own.map((column) => column.name)
    const unread = { after: null, upTo: null, isRead: false, rows: 0, reach: REACH_MAX }
    return { name, columns: columnNames, key: key.map((k) => k.name), ...unread }
  })
}

/** The highest id, asked for together with the first page. Only one key of whole numbers grows with time. */
export function highestId(table: Table, columns: ColumnRow[]): Statement<{ id: number | null }> {
  const [key, ...more] = columns.filter((column) => column.table === table.name && column.pk > 0)
  const hasId = key?.type === 'INTEGER' && more.length === 0
  const query = hasId ? `SELECT MAX(${quoted(key.name)}) AS id FROM ${quoted(table.name)}` : 'SELECT NULL AS id'
  return sql`${sql.raw(query)}`
}

/**
 * The next rows of a table, each an array of SQL literals that SQLite itself has written: so no number loses a digit on the
 * way. As many as have about `bytes` together, but at least one. Which those are is found by keys and lengths alone: SQLite
 * would hold every row that it adds up over.
 */
export function pageOf(table: Table, bytes: number): Statement<PageRow> {
  const key = table.key.map(quoted).join(', ')
  const from = table.after && `(${key}) > (${table.after.join(', ')})`
  const upTo = table.upTo !== null && `${key} <= ${table.upTo}`
  const where = [from, upTo].filter(Boolean).join(' AND ') || 'TRUE'
  const size = table.columns.map((name) => `COALESCE(OCTET_LENGTH(${quoted(name)}), 0)`).join(' + ')
  const query = `
    SELECT JSON_ARRAY(${table.columns.map(literalOf).join(', ')}) AS row, joule_count AS available
    FROM (
      SELECT ${key}, joule_size, joule_count, SUM(joule_size) OVER (ORDER BY ${key}) AS joule_sum FROM (
        SELECT ${key}, ${size} AS joule_size, COUNT(*) OVER () AS joule_count
        FROM (SELECT * FROM ${quoted(table.name)} WHERE ${where} ORDER BY ${key} LIMIT ${table.reach})))
    JOIN ${quoted(table.name)} USING (${key})
    WHERE joule_sum - joule_size < ${bytes} ORDER BY ${key}`
  return sql`${sql.raw(query)}`
}

export interface PageRow {
  /** JSON: the literals of the columns. */
  row: string
  /** Rows that the page could have had, were there no limit of bytes. */
  available: number
}

/** The rows of a page, and the table after it. */
export function readOn(table: Table, page: PageRow[]): { rows: string[][]; table: Table } {
  const rows = page.map(({ row }): string[] => JSON.parse(row))
  const available = page[0]?.available ?? 0
  const last = rows.at(-1)
  const after = last ? table.key.map((name) => last[table.columns.indexOf(name)] ?? 'NULL') : table.after
  const isRead = rows.length === available && available < table.reach
  const reach = Math.min(REACH_MAX, Math.max(REACH_MIN, 2 * rows.length))
  return { rows, table: { ...table, after, isRead, rows: table.rows + rows.length, reach } }
}

/** SQLite's own quoting ends a text at NUL. */
function literalOf(column: string): string {
  const value = quoted(column)
  return `IIF(TYPEOF(${value}) = 'text' AND INSTR(${value}, CHAR(0)) > 0,
    'CAST(X''' || HEX(${value}) || ''' AS TEXT)', QUOTE(${value}))`
}
