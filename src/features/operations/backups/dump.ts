import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'

/**
 * The bytes of a statement. D1 accepts at most 100 KB. A UTF-16 code unit takes at most three bytes
 * in UTF-8, so a third of this number of code units fits.
 */
const STATEMENT = 60_000
/** A text with more UTF-16 code units than this is inserted in pieces. */
const LONG = 15_000

/**
 * The temporary table in which a dump builds long texts. The dump creates it first and drops it
 * after the last row.
 */
const LONG_TEXTS = 'joule_long_texts'
const MAKE_LONG_TEXTS = `CREATE TABLE ${LONG_TEXTS} (n INTEGER PRIMARY KEY, text TEXT NOT NULL)`
const DROP_LONG_TEXTS = `DROP TABLE ${LONG_TEXTS}`

export const firstStatements = (schema: SchemaObject[]) => [
  MAKE_LONG_TEXTS,
  ...made(schema, 'table'),
]

/**
 * `sequence` contains the rows of sqlite_sequence as SQL literals. The triggers are created last,
 * so that none fires while the rows are loaded and repaired.
 */
export function lastStatements(
  schema: SchemaObject[],
  sequence: string[][],
  repairs: string[] = [],
): string[] {
  return [
    DROP_LONG_TEXTS,
    ...(sequence.length > 0
      ? ['DELETE FROM sqlite_sequence', ...insertsOf('sqlite_sequence', sequence)]
      : []),
    ...made(schema, 'index'),
    ...made(schema, 'view'),
    ...repairs,
    ...made(schema, 'trigger'),
  ]
}

const made = (schema: SchemaObject[], type: SchemaObject['type']) =>
  schema.filter((part) => part.type === type).map(({ sql }) => sql)

/**
 * Selects a row as a JSON array of SQL literals. SQLite writes the literals, so numbers keep all
 * digits.
 */
export const literalsOf = (columns: readonly string[]): string =>
  `JSON_ARRAY(${columns.map(literalOf).join(', ')}) AS row`

export interface LiteralRow {
  row: string
}

export const parsedRow = ({ row }: LiteralRow): string[] => JSON.parse(row)

/** QUOTE() ends a text at a NUL character, so a text that contains one is written in hex. */
function literalOf(column: string): string {
  const value = quoted(column)
  return `IIF(TYPEOF(${value}) = 'text' AND INSTR(${value}, CHAR(0)) > 0,
    'CAST(X''' || HEX(${value}) || ''' AS TEXT)', QUOTE(${value}))`
}

/** INSERT statements for rows of SQL literals. Each statement stays below the size limit of D1. */
export function* insertsOf(table: string, rows: Iterable<string[]>): Generator<string> {
  const into = `INSERT INTO ${quoted(table)} VALUES\n`
  let waiting: string[] = []
  let size = 0
  for (const row of rows) {
    const isLong = row.some(isLongText)
    const text = isLong ? '' : tuple(row)
    if (waiting.length > 0 && (isLong || size + text.length > STATEMENT / 3)) {
      yield into + waiting.join(',\n')
      waiting = []
      size = 0
    }
    if (isLong) yield* longRow(into, row)
    else {
      waiting.push(text)
      size += text.length
    }
  }
  if (waiting.length > 0) yield into + waiting.join(',\n')
}

/** A text as an SQL string literal. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * Builds the long texts of a row in a temporary table first, and then inserts the complete row, so
 * that CHECK constraints see the final values.
 */
function* longRow(into: string, row: string[]): Generator<string> {
  const parts: string[] = []
  for (const [n, literal] of row.entries()) {
    if (!isLongText(literal)) parts.push(literal)
    else {
      yield `INSERT INTO ${LONG_TEXTS} VALUES (${n}, '')`
      for (const piece of pieces(literal.slice(1, -1).replaceAll("''", "'"), LONG))
        yield `UPDATE ${LONG_TEXTS} SET text = text || ${textLiteral(piece)} WHERE n = ${n}`
      parts.push(`(SELECT text FROM ${LONG_TEXTS} WHERE n = ${n})`)
    }
  }
  yield into + tuple(parts)
  yield `DELETE FROM ${LONG_TEXTS}`
}

const isLongText = (literal: string) => literal.length > LONG && literal.startsWith("'")

const tuple = (literals: string[]) => `(${literals.join(', ')})`

/**
 * Splits a text into pieces of at most `length` UTF-16 code units, never inside a surrogate pair.
 */
function* pieces(text: string, length: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + length, text.length)
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--
    yield text.slice(from, to)
    from = to
  }
}

/** A row of sqlite_master. */
export interface SchemaObject {
  type: 'table' | 'index' | 'trigger' | 'view'
  name: string
  sql: string
}

/** A foreign key. */
export interface Reference {
  child: string
  field: string
  /** 1 if the column is nullable. */
  optional: 0 | 1
  parent: string
  parent_field: string
}

// Excludes internal tables of SQLite and D1, and the deployment lock, which a restore must not
// change.
const OURS = `m.sql IS NOT NULL AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' AND m.name <> 'deploy_lock'`
export const SCHEMA_OBJECTS = `SELECT m.type, m.name, m.sql FROM sqlite_master AS m WHERE ${OURS} ORDER BY m.rowid`
export const REFERENCES = `
  SELECT m.name AS child, f."from" AS field, NOT t."notnull" AS optional, f."table" AS parent, f."to" AS parent_field
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f, pragma_table_info(m.name) AS t
  WHERE m.type = 'table' AND t.name = f."from" AND ${OURS}`

/**
 * Tables with parents before their children, then indexes, views and triggers. No trigger fires
 * while rows are loaded in this order. A virtual table is refused, because it cannot be dumped as
 * SQL.
 */
export function inOrder(made: SchemaObject[], references: Reference[]): SchemaObject[] {
  const tables = made.filter(({ type }) => type === 'table')
  const virtual = tables.find(({ sql }) => /^CREATE VIRTUAL/i.test(sql))
  if (virtual) throw new Error(`cannot back up the virtual table ${virtual.name} as SQL`)
  return [
    ...parentsFirst(tables, references),
    ...made.filter(({ type }) => type === 'index'),
    ...made.filter(({ type }) => type === 'view'),
    ...made.filter(({ type }) => type === 'trigger'),
  ]
}

/** Statements that drop the whole schema. */
export function droppingAll(schema: SchemaObject[]): string[] {
  return schema
    .toReversed()
    .map(({ type, name }) => `DROP ${type.toUpperCase()} IF EXISTS ${quoted(name)}`)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

function parentsFirst(tables: SchemaObject[], references: Reference[]): SchemaObject[] {
  const ordered = new Map<string, SchemaObject>()
  const waiting = new Set<string>()
  const add = (table: SchemaObject) => {
    if (ordered.has(table.name) || waiting.has(table.name)) return
    waiting.add(table.name)
    const parents = references
      .filter(({ child }) => child === table.name)
      .map(({ parent }) => parent)
    for (const parent of tables.filter(({ name }) => parents.includes(name))) add(parent)
    ordered.set(table.name, table)
  }
  for (const table of tables) add(table)
  return [...ordered.values()]
}

/**
 * The reading position of a backup in a table. Tables are read page by page in the order of the
 * primary key.
 */
export interface Table {
  name: string
  columns: string[]
  key: string[]
  /** The primary key of the last row that was read, as SQL literals. Null before the first page. */
  after: string[] | null
  /**
   * The highest id at the start of the backup. Later rows are left out. Null for a table without an
   * integer key.
   */
  upTo: number | null
  isRead: boolean
  /** The number of rows that were read so far. */
  rows: number
  /** The number of rows whose sizes are read before the next page. */
  reach: number
}

/**
 * The limits of `reach`. Rows that do not fit into a page are measured again before the next one,
 * so at most twice the rows of the last page are measured.
 */
const REACH_MAX = 5_000
const REACH_MIN = 10

/**
 * All columns of all tables, one row per column. `pk` is the position in the primary key, 0 for
 * other columns.
 */
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

/**
 * The highest id, read in the same batch as the schema. Null for a table with another key, because
 * only a single integer key grows with time.
 */
export function highestId(table: Table, columns: ColumnRow[]): Statement<{ id: number | null }> {
  const [key, ...more] = columns.filter((column) => column.table === table.name && column.pk > 0)
  const hasId = key?.type === 'INTEGER' && more.length === 0
  const query = hasId
    ? `SELECT MAX(${quoted(key.name)}) AS id FROM ${quoted(table.name)}`
    : 'SELECT NULL AS id'
  return sql`${sql.raw(query)}`
}

/**
 * The sizes of the next rows in bytes, of at most `reach` rows. SQLite computes the size of a long
 * value without reading it.
 */
export async function nextSizes(db: Database, table: Table): Promise<number[]> {
  const size = table.columns.map((name) => `COALESCE(OCTET_LENGTH(${quoted(name)}), 0)`).join(' + ')
  const query = `SELECT JSON_GROUP_ARRAY(size) AS sizes FROM (SELECT ${size} AS size ${nextRows(table, table.reach)})`
  const row = await db.first(sql<{ sizes: string }>`${sql.raw(query)}`)
  return JSON.parse(row?.sizes ?? '[]')
}

/**
 * The number of rows to ask for: as many as fit into `bytes`, but at least one. It is `reach` if
 * all measured rows fit.
 */
export function fitting({ reach }: Table, sizes: readonly number[], bytes: number): number {
  let sum = 0
  const first = sizes.findIndex((size) => {
    sum += size
    return sum > bytes
  })
  return first < 0 ? reach : Math.max(1, first)
}

/** The next rows of a table, each as a JSON array of SQL literals. */
export function pageOf(table: Table, limit: number): Statement<LiteralRow> {
  const query = `SELECT ${literalsOf(table.columns)} ${nextRows(table, limit)}`
  return sql`${sql.raw(query)}`
}

/**
 * Parses a page and advances the reading position. A page with fewer rows than its limit is the
 * last one.
 */
export function advance(
  table: Table,
  page: LiteralRow[],
  limit: number,
): { rows: string[][]; table: Table } {
  const rows = page.map(parsedRow)
  const last = rows.at(-1)
  const after = last
    ? table.key.map((name) => last[table.columns.indexOf(name)] ?? 'NULL')
    : table.after
  const reach = Math.min(REACH_MAX, Math.max(REACH_MIN, 2 * rows.length))
  return {
    rows,
    table: { ...table, after, isRead: rows.length < limit, rows: table.rows + rows.length, reach },
  }
}

function nextRows({ name, key, after, upTo }: Table, limit: number): string {
  const columns = key.map(quoted).join(', ')
  const from = after && `(${columns}) > (${after.join(', ')})`
  const to = upTo !== null && `${columns} <= ${upTo}`
  const where = [from, to].filter(Boolean).join(' AND ') || 'TRUE'
  return `FROM ${quoted(name)} WHERE ${where} ORDER BY ${columns} LIMIT ${limit}`
}
