/** D1 accepts statements of at most 100 KB. A UTF-16 code unit takes at most three bytes in UTF-8. */
const STATEMENT = 60_000
const LONG = 15_000

/** Temporary table in which a dump builds long texts. The dump creates it first and drops it after the last row. */
const LONG_TEXTS = 'joule_long_texts'
const MAKE_LONG_TEXTS = `CREATE TABLE ${LONG_TEXTS} (n INTEGER PRIMARY KEY, text TEXT NOT NULL)`
const DROP_LONG_TEXTS = `DROP TABLE ${LONG_TEXTS}`

/** The statements of a dump before its rows. */
export const firstStatements = (schema: SchemaObject[]) => [MAKE_LONG_TEXTS, ...made(schema, 'table')]

/**
 * The statements of a dump after its rows. `sequence` is the content of sqlite_sequence (AUTOINCREMENT counters) as SQL literals.
 * Triggers are last, so that none fires during the load.
 */
export function lastStatements(schema: SchemaObject[], sequence: string[][], repairs: string[] = []): string[] {
  return [
    DROP_LONG_TEXTS,
    ...(sequence.length > 0 ? ['DELETE FROM sqlite_sequence', ...insertsOf('sqlite_sequence', sequence)] : []),
    ...made(schema, 'index'),
    ...made(schema, 'view'),
    ...repairs,
    ...made(schema, 'trigger'),
  ]
}

const made = (schema: SchemaObject[], type: SchemaObject['type']) =>
  schema.filter((part) => part.type === type).map(({ sql }) => sql)

/** Selects a row as a JSON array of SQL literals. SQLite writes the literals, so numbers keep all digits. */
export const literalsOf = (columns: readonly string[]) => `JSON_ARRAY(${columns.map(literalOf).join(', ')}) AS row`

export interface LiteralRow {
  row: string
}

export const parsedRow = ({ row }: LiteralRow): string[] => JSON.parse(row)

/** QUOTE() truncates a text at a NUL character, so such texts are written in hex. */
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

/** Builds the long texts in a temporary table first, then inserts the complete row, so that CHECK constraints see the final values. */
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

/** Splits a text into pieces of at most `length` UTF-16 code units, never inside a surrogate pair. */
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

export interface Reference {
  child: string
  field: string
  /** 1 if the column is nullable. */
  optional: 0 | 1
  parent: string
  parent_field: string
}

// Excludes internal tables of SQLite and D1, and the deployment lock, which a restore must not change.
export const OURS = `m.sql IS NOT NULL AND m.name NOT GLOB 'sqlite_*' AND m.name NOT GLOB '_cf_*' AND m.name <> 'deploy_lock'`
export const SCHEMA_OBJECTS = `SELECT m.type, m.name, m.sql FROM sqlite_master AS m WHERE ${OURS} ORDER BY m.rowid`
export const REFERENCES = `
  SELECT m.name AS child, f."from" AS field, NOT t."notnull" AS optional, f."table" AS parent, f."to" AS parent_field
  FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f, pragma_table_info(m.name) AS t
  WHERE m.type = 'table' AND t.name = f."from" AND ${OURS}`

/** Tables (parents first), then indexes, views and triggers: no trigger fires while rows are loaded in this order. */
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
  return schema.toReversed().map(({ type, name }) => `DROP ${type.toUpperCase()} IF EXISTS ${quoted(name)}`)
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function parentsFirst(tables: SchemaObject[], references: Reference[]): SchemaObject[] {
  const ordered = new Map<string, SchemaObject>()
  const waiting = new Set<string>()
  const add = (table: SchemaObject) => {
    if (ordered.has(table.name) || waiting.has(table.name)) return
    waiting.add(table.name)
    const parents = references.filter(({ child }) => child === table.name).map(({ parent }) => parent)
    for (const parent of tables.filter(({ name }) => parents.includes(name))) add(parent)
    ordered.set(table.name, table)
  }
  for (const table of tables) add(table)
  return [...ordered.values()]
}
