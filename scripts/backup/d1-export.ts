import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { quoted } from '#features/operations/backups/dump.ts'
import type { Query } from '../site/query.ts'
import { type DatabaseSync, withDatabase } from '../site/sqlite.ts'
import { queryOf, schemaOf } from './dump.ts'

/**
 * Reads an export of D1 into a new database file. Returns false if a text has changed since the
 * export: then a new export is needed.
 */
export async function readExport(dump: string, file: string, query: Query): Promise<boolean> {
  await rm(file, { force: true })
  return withDatabase(file, { enableForeignKeyConstraints: false }, async (db) => {
    db.exec('BEGIN')
    const chunks = createReadStream(dump, { encoding: 'utf8', highWaterMark: 1_000_000 })
    for await (const piece of sqlPieces(chunks)) db.exec(piece)
    const isRepaired = await repairLineBreaks(db, query)
    db.exec('COMMIT')
    return isRepaired
  })
}

/**
 * Splits an export into pieces of whole statements, because the whole export may exceed the maximum
 * length of a string. Cuts only before a row: a trigger, which contains `;`, stays in one piece.
 */
export async function* sqlPieces(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    const end = lastRowIn(rest)
    if (end === 0) continue
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  yield rest
}

/** The start of the last row, 0 if there is none. Ignores text in a string, a name or a comment. */
function lastRowIn(sql: string): number {
  let begins = 0
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    if (OPEN.has(token)) break
    if (token.startsWith(';')) begins = index + token.length
  }
  return begins
}

const TOKENS = /'[^']*'|"[^"]*"|--[^\n]*\n|\/\*[\s\S]*?\*\/|;\n(?=INSERT INTO ")|['"]|--|\/\*/g

/** A token that starts in this text and ends in the next chunk. */
const OPEN = new Set(["'", '"', '--', '/*'])

/**
 * D1's export writes a line break as the two characters \n, and its import turns every \n into a
 * line break, also a \n that an author wrote in code (workers-sdk#9042). This function reads the
 * affected texts from D1 again and writes them into the snapshot. Returns false if a text in the
 * snapshot is not the exported form of the text in D1: then the text has changed since the export,
 * and a new export is needed.
 */
export async function repairLineBreaks(snapshot: DatabaseSync, query: Query): Promise<boolean> {
  const schema = await schemaOf(queryOf(snapshot))
  const triggers = schema.filter(({ type }) => type === 'trigger')
  for (const { name } of triggers) snapshot.exec(`DROP TRIGGER ${quoted(name)}`)
  let isRepaired = true
  for (const { type, name } of schema)
    if (type === 'table') isRepaired &&= await repairTable(snapshot, query, name)
  for (const { sql } of triggers) snapshot.exec(sql)
  return isRepaired
}

/** Rows per request. */
const AT_ONCE = 50

async function repairTable(snapshot: DatabaseSync, query: Query, table: string): Promise<boolean> {
  const { keys, texts } = columnsOf(snapshot, table)
  if (texts.length === 0) return true
  const [key, at] = [`(${keys.join(', ')})`, keys.map((name) => `${name} = ?`).join(' AND ')]
  const select = `SELECT ${[...keys.map((name, n) => `${name} AS "key ${n}"`), ...texts].join(', ')}
    FROM ${quoted(table)} WHERE (${texts.map(mayHaveSuffered).join(' OR ')})`
  for (let last: Value[] = []; ; ) {
    const after = last.length > 0 ? ` AND ${key} > (${last.map(() => '?').join(', ')})` : ''
    const rows = await query<Row>(
      `${select}${after} ORDER BY ${keys.join(', ')} LIMIT ${AT_ONCE}`,
      ...last,
    )
    for (const row of rows) {
      last = keys.map((_, n) => row[`key ${n}`] ?? null)
      for (const text of texts)
        if (!repairText(snapshot, { table, text, at, key: last }, row[unquoted(text)])) return false
    }
    if (rows.length < AT_ONCE) return true
  }
}

type Value = string | number | null
type Row = Record<string, Value>

interface Cell {
  table: string
  text: string
  at: string
  key: Value[]
}

/** Returns false if the text has changed since the export. */
function repairText(
  snapshot: DatabaseSync,
  { table, text, at, key }: Cell,
  now: Value | undefined,
): boolean {
  if (typeof now !== 'string' || exported(now) === now) return true
  const cell = snapshot
    .prepare(`SELECT ${text} AS text FROM ${quoted(table)} WHERE ${at}`)
    .get(...key)
  // A row that was inserted after the export is not part of it.
  if (cell === undefined || cell.text === now) return true
  if (cell.text !== exported(now)) return false
  snapshot.prepare(`UPDATE ${quoted(table)} SET ${text} = ? WHERE ${at}`).run(now, ...key)
  return true
}

/** Only a text with a real line break and a written \n (or \r) is changed by an export. */
const mayHaveSuffered = (column: string) =>
  `(instr(${column}, char(10)) > 0 AND instr(${column}, '\\n') > 0) OR (instr(${column}, char(13)) > 0 AND instr(${column}, '\\r') > 0)`

/**
 * The text after an export and an import. D1 replaces \n only in a text that has a line break, and
 * \r only in one that has a carriage return.
 */
function exported(text: string): string {
  const returned = text.includes('\r') ? text.replaceAll('\\r', '\r') : text
  return text.includes('\n') ? returned.replaceAll('\\n', '\n') : returned
}

function columnsOf(db: DatabaseSync, table: string) {
  const columns = db
    .prepare('SELECT name, type, pk FROM pragma_table_info(?) ORDER BY pk')
    .all(table)
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => quoted(String(name)))
  const texts = columns.filter(({ type }) => !/INT|REAL|BLOB/i.test(String(type)))
  // Only d1_migrations may lack a primary key, and it has no such texts.
  return { keys, texts: keys.length > 0 ? texts.map(({ name }) => quoted(String(name))) : [] }
}

const unquoted = (name: string) => name.slice(1, -1).replaceAll('""', '"')
