import * as z from 'zod'
import type { Database } from '#db/client.ts'
import {
  EXPORTED_TABLES,
  type ExportedTable,
  pageOf,
  type Row,
  rowsPerPage,
} from '#features/pages/exports/exported-tables.ts'
import { unpacked } from '#kernel/packed.ts'

/** The reading position in the data of a user: a table and its last row that was read, null before the first page. */
export interface Place {
  table: string
  after: Row | null
}

/** First pages by table. They save a small account one round trip per table. */
export type FirstPages = ReadonlyMap<string, Row[]>

const NAMES = Object.keys(EXPORTED_TABLES)

/** The export file: the rows of every table. A later version may add tables and columns. */
export const ExportShape = z
  .looseObject({
    exported_at: z.iso.datetime(),
    ...Object.fromEntries(NAMES.map((name) => [name, z.array(z.record(z.string(), z.unknown()))])),
  })
  .meta({ id: 'Export' })

export const FIRST_PLACE: Place = { table: NAMES[0] ?? '', after: null }

export async function firstPagesOf(db: Database, uid: number): Promise<FirstPages> {
  const pages = await db.batch(Object.values(EXPORTED_TABLES).map((source) => pageOf(source, uid, null)))
  return new Map(pages.map((rows, index) => [NAMES[index] ?? '', rows]))
}

/** The JSON file up to the end of one page of rows. `next` is null after the last table. */
export async function dataPage(
  db: Database,
  uid: number,
  startedAt: string,
  { table, after }: Place,
  first?: FirstPages,
): Promise<{ text: string; next: Place | null }> {
  const source = sourceOf(table)
  const { rows, next } = await nextPage(db, uid, { table, after }, { first })
  const written = rows.map(async (row) => JSON.stringify(withParsedJson(await unpackedIn(row, source))))
  const beginning = table === FIRST_PLACE.table ? `{"exported_at":${JSON.stringify(startedAt)}` : ''
  const opening = after === null ? `${beginning},\n${JSON.stringify(table)}:[` : rows.length > 0 ? ',\n' : ''
  const text = opening + (await Promise.all(written)).join(',\n')
  if (next !== null) return { text, next }
  const following = NAMES[NAMES.indexOf(table) + 1]
  return following === undefined
    ? { text: `${text}]}\n`, next: null }
    : { text: `${text}]`, next: { table: following, after: null } }
}

/** A page of rows as they are stored, of at most `most` rows. `next` is null after the last page of the table. */
export async function nextPage(
  db: Database,
  uid: number,
  { table, after }: Place,
  { first, most }: { first?: FirstPages | undefined; most?: number | undefined } = {},
): Promise<{ rows: Row[]; next: Place | null }> {
  const source = { ...sourceOf(table), ...(most !== undefined && { pageRows: most }) }
  const rows = (after === null && first?.get(table)) || (await db.all(pageOf(source, uid, after)))
  const last = rows.at(-1)
  const isLast = last === undefined || rows.length < rowsPerPage(source)
  return { rows, next: isLast ? null : placeBehind(table, last) }
}

/** Throws if a newer version of the site removed the table while an export was being made. */
function sourceOf(table: string): ExportedTable {
  const source = EXPORTED_TABLES[table]
  if (!source) throw new Error(`the export has no table ${table}`)
  return source
}

/** With the key columns only, because a place is stored between two slices. */
export function placeBehind(table: string, row: Row): Place {
  const names = sourceOf(table).key.map((column) => column.split(' AS ')[1] ?? column)
  return { table, after: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) }
}

async function unpackedIn(row: Row, { packed }: ExportedTable): Promise<Row> {
  return packed === undefined ? row : { ...row, [packed]: await unpacked(String(row[packed])) }
}

/** Writes JSON columns as JSON instead of strings. */
function withParsedJson(row: Row): Record<string, unknown> {
  const parsed = ['tags', 'data', 'content'].filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(parsed.map((name) => [name, JSON.parse(String(row[name]))])) }
}
