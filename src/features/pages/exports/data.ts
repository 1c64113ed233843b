import * as z from 'zod'
import type { Database } from '#db/client.ts'
import type { AccountExport } from '#db/schema/exports.ts'
import { GHOST_FILES, GHOST_TABLES, ghostBeginning, ghostObjects } from '#features/pages/exports/archive.ts'
import {
  EXPORTED_TABLES,
  type ExportedTable,
  pageOf,
  type Row,
  rowsPerPage,
} from '#features/pages/exports/exported-tables.ts'
import { unpacked } from '#kernel/packed.ts'

export type Format = AccountExport['format']

/** The reading position in the data of a user: a table and its last row that was read, null before the first page. */
export interface Place {
  table: string
  after: Row | null
}

/** The beginning of an export. `origin` is the scheme and host of the site, null if it is not known. */
export interface ExportStart {
  format: Format
  started_at: string
  origin: string | null
}

/** First pages by table. They save a small account one round trip per table. */
export type FirstPages = ReadonlyMap<string, Row[]>

/** What an export contains: a JSON file with an array per table, and files of their own for the rows of some tables. */
interface Contents {
  files: Record<string, ExportedTable>
  /** The name of the JSON file in a ZIP. */
  dataFile: string
  tables: Record<string, ExportedTable>
  /** The text before the first array and after the last one. */
  beginning(start: ExportStart): string
  end: string
  /** The objects of a row, at least one. */
  objectsOf(row: Row, table: string): Promise<unknown[]>
}

const DATA: Contents = {
  files: {},
  dataFile: 'data.json',
  tables: EXPORTED_TABLES,
  beginning: ({ started_at, origin }) =>
    `{"exported_at":${JSON.stringify(started_at)},"site":${JSON.stringify(origin)},`,
  end: '}\n',
  objectsOf: async (row, table) => [withParsedJson(await unpackedIn(row, EXPORTED_TABLES[table]))],
}

const { posts, deleted_posts, images } = EXPORTED_TABLES

/** Ghost refuses a ZIP that has Markdown or a second JSON file next to its own, so Ghost has a format of its own. */
const CONTENTS: Record<Format, Contents> = {
  json: DATA,
  zip: { ...DATA, files: { posts, deleted_posts, images } as Record<string, ExportedTable> },
  ghost: {
    files: GHOST_FILES,
    dataFile: 'ghost.json',
    tables: GHOST_TABLES,
    beginning: ({ started_at }) => ghostBeginning(started_at),
    end: '}}]}\n',
    objectsOf: async (row, table) => ghostObjects(row, table),
  },
}

/** The export file: the rows of every table. A later version may add tables and columns. */
export const ExportShape = z
  .looseObject({
    exported_at: z.iso.datetime(),
    site: z.string().nullable(),
    ...Object.fromEntries(
      Object.keys(EXPORTED_TABLES).map((name) => [name, z.array(z.record(z.string(), z.unknown()))]),
    ),
  })
  .meta({ id: 'Export' })

export function contentsOf(format: Format): Contents {
  return CONTENTS[format]
}

export function firstPlace(tables: Contents['tables']): Place {
  return { table: Object.keys(tables)[0] ?? '', after: null }
}

export async function firstPagesOf(db: Database, uid: number, format: Format): Promise<FirstPages> {
  const tables = Object.entries(CONTENTS[format].tables)
  const pages = await db.batch(tables.map(([, source]) => pageOf(source, uid, null)))
  return new Map(tables.map(([name], index) => [name, pages[index] ?? []]))
}

/** The JSON file up to the end of one page of rows. `next` is null after the last table. */
export async function dataPage(
  db: Database,
  uid: number,
  start: ExportStart,
  place: Place,
  first?: FirstPages,
): Promise<{ text: string; next: Place | null }> {
  const file = CONTENTS[start.format]
  const names = Object.keys(file.tables)
  const { table, after } = place
  const { rows, next } = await nextPage(db, uid, start.format, place, { first })
  const objects = await Promise.all(rows.map((row) => file.objectsOf(row, table)))
  const opening =
    after !== null
      ? rows.length > 0
        ? ',\n'
        : ''
      : `${table === names[0] ? file.beginning(start) : ','}\n${JSON.stringify(table)}:[`
  const text =
    opening +
    objects
      .flat()
      .map((object) => JSON.stringify(object))
      .join(',\n')
  if (next !== null) return { text, next }
  const following = names[names.indexOf(table) + 1]
  return following === undefined
    ? { text: `${text}]${file.end}`, next: null }
    : { text: `${text}]`, next: { table: following, after: null } }
}

/** A page of rows as they are stored, of at most `most` rows. `next` is null after the last page of the table. */
export async function nextPage(
  db: Database,
  uid: number,
  format: Format,
  { table, after }: Place,
  { first, most }: { first?: FirstPages | undefined; most?: number | undefined } = {},
): Promise<{ rows: Row[]; next: Place | null }> {
  const source = { ...sourceOf(format, table), ...(most !== undefined && { pageRows: most }) }
  const rows = (after === null && first?.get(table)) || (await db.all(pageOf(source, uid, after)))
  const last = rows.at(-1)
  const isLast = last === undefined || rows.length < rowsPerPage(source)
  return { rows, next: isLast ? null : placeBehind(format, table, last) }
}

/** Throws if a newer version of the site removed the table while an export was being made. */
function sourceOf(format: Format, table: string): ExportedTable {
  const { tables, files } = CONTENTS[format]
  const source = tables[table] ?? files[table]
  if (!source) throw new Error(`the export has no table ${table}`)
  return source
}

/** With the key columns only, because a place is stored between two slices. */
export function placeBehind(format: Format, table: string, row: Row): Place {
  const names = sourceOf(format, table).key.map((column) => column.split(' AS ')[1] ?? column)
  return { table, after: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) }
}

async function unpackedIn(row: Row, source: ExportedTable | undefined): Promise<Row> {
  const packed = source?.packed
  return packed === undefined ? row : { ...row, [packed]: await unpacked(String(row[packed])) }
}

/** Writes JSON columns as JSON instead of strings. */
function withParsedJson(row: Row): Record<string, unknown> {
  const parsed = ['tags', 'data', 'content'].filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(parsed.map((name) => [name, JSON.parse(String(row[name]))])) }
}
