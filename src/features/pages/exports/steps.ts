/**
 * Exports of the data of a user. An export is made in steps of one page of rows, and the progress
 * between two steps is JSON. A small account takes all steps in its request. For a large account a
 * row of `account_exports` has the progress: the request makes the first slices after its response,
 * and the cron makes the rest. Each slice is one object in the bucket, saved with the row, so a
 * killed run loses one slice. A run claims a row for five minutes, and only one run works at a
 * time.
 */

import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import {
  addImage,
  addPost,
  type Format,
  GHOST_FILES,
  GHOST_TABLES,
  ghostBeginning,
  ghostObjects,
} from '#features/pages/exports/archive.ts'
import {
  EXPORTED_TABLES,
  type ExportedTable,
  pageOf,
  pagesOf,
  type Row,
  rowsPerPage,
} from '#features/pages/exports/exported-tables.ts'
import { unpacked } from '#kernel/formats/packed.ts'
import { EMPTY_ZIP, type ZipState, ZipWriter } from '#kernel/formats/zip.ts'
import { pause } from '#kernel/pause.ts'

/**
 * The progress of an export between two steps, as JSON. A step exports one page of rows, and
 * several steps are a slice. The export of a small account is one slice in its request
 * (`exports.ts`). The cron makes the export of a large account, one slice at a time (`job.ts`).
 */
export interface Progress {
  format: Format
  started_at: string
  /** The scheme and host of the site; null if they are not known. */
  origin: string | null
  phase: 'data' | 'files' | 'end'
  place: Place
  zip: ZipState
  /** Posts and images that have their own files in the ZIP. */
  files: { posts: number; images: number }
}

/** The result of one step. */
export interface Step {
  /** The next bytes of the file. */
  pieces: Uint8Array<ArrayBuffer>[]
  /** Lines of the directory of the ZIP, which the last step writes. */
  directory: Uint8Array<ArrayBuffer>[]
  /** The length of the step's JSON data before compression. */
  dataBytes: number
  /** The part of the work that this step did, in the unit of `countWork`. */
  done: number
  /**
   * The estimated CPU time of the step. One unit is about 70 ns, the time to export one character.
   */
  cost: number
  /** The progress after the step; null after the last one. */
  next: Progress | null
}

interface ExportSources {
  db: Database
  compute: Compute
  images: R2Bucket
  uid: number
  /** The first pages of the tables, if they are read already. */
  first?: FirstPages
}

/**
 * This limits the size of the ZIP (2.5 GB of images) and the number of bucket calls, which the
 * platform restricts per request. The JSON file has the URLs of all images.
 */
export const ARCHIVE_IMAGES_MAX = 500
/** Each post has two files, and a ZIP can have 65,535 entries. The JSON file has all posts. */
export const ARCHIVE_POSTS_MAX = 30_000
/** Each image has up to 5 MB, and a step has its images in memory twice. */
const IMAGES_A_STEP = 3

/**
 * The cost of a character of a post. The post is converted to Markdown and compressed three times.
 */
const COST_OF_POSTS = 10
/** A step ends above this cost, so that a request waits for at most one long post. */
const POSTS_COST_MAX = 500_000
/** The cost of a byte of an image, which is copied. Only its checksum is computed. */
const COST_OF_IMAGES = 0.1
/**
 * Bytes of the data file that are compressed without a pause, in about 10 ms. The compute Worker
 * cannot compress them, because only the modules of Node can flush within a stream.
 */
const COMPRESSED_AT_ONCE = 128 * 1024
/** The cost of a step without rows, which is one database call. */
const COST_OF_STEP = 100_000

export function startOf(format: Format, origin: string | null, now: Date): Progress {
  return {
    format,
    started_at: now.toISOString(),
    origin,
    phase: 'data',
    place: firstPlace(CONTENTS[format].tables),
    zip: EMPTY_ZIP,
    files: { posts: 0, images: 0 },
  }
}

/**
 * The work of an export that starts now: the number of pages of data, and of posts and images with
 * their own files. The progress is computed from it.
 */
export async function countWork(
  { db, uid }: Pick<ExportSources, 'db' | 'uid'>,
  format: Format,
): Promise<number> {
  const { tables, files } = CONTENTS[format]
  const single = Object.values(files).map((source) => ({ ...source, pageRows: 1 }))
  const counted = await db.batch(
    [...Object.values(tables), ...single].map((source) => pagesOf(source, uid)),
  )
  return counted.reduce((sum, [row]) => sum + (row?.pages ?? 1), 0)
}

/**
 * The steps after `progress`. The caller stops when a slice is long enough. `before` reads the
 * lines of the directory from the slices before.
 */
export async function* stepsFrom(
  sources: ExportSources,
  progress: Progress,
  before: () => Promise<ArrayBuffer> = async () => new ArrayBuffer(0),
): AsyncGenerator<Step, void> {
  const lines: Uint8Array<ArrayBuffer>[] = []
  for (let next: Progress | null = progress; next !== null; ) {
    await pause()
    const step: Step =
      next.phase === 'end'
        ? endStep(next, await joined([await before(), ...lines]))
        : await stepOf(sources, next)
    lines.push(...step.directory)
    yield step
    next = step.next
  }
}

export async function joined(
  pieces: (Uint8Array<ArrayBuffer> | ArrayBuffer)[],
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function stepOf(sources: ExportSources, progress: Progress): Promise<Step> {
  if (progress.phase === 'data') return dataStep(sources, progress)
  return progress.place.table === 'images'
    ? imageStep(sources, progress)
    : postStep(sources, progress)
}

async function dataStep({ db, uid, first }: ExportSources, progress: Progress): Promise<Step> {
  const { place, format } = progress
  const { table, after } = place
  const { tables, files, dataFile, beginning, end, objectsOf } = CONTENTS[format]
  const names = Object.keys(tables)
  const { rows, next: nextRows } = await nextPage(db, uid, format, place, { first })
  const objects = (await Promise.all(rows.map((row) => objectsOf(row, table)))).flat()
  const following = names[names.indexOf(table) + 1]
  const opening =
    after !== null
      ? rows.length > 0
        ? ',\n'
        : ''
      : `${table === names[0] ? beginning(progress) : ','}\n${JSON.stringify(table)}:[`
  const endOfTable = following === undefined ? `]${end}` : ']'
  const closing = nextRows === null ? endOfTable : ''
  const text = opening + objects.map((object) => JSON.stringify(object)).join(',\n') + closing
  const next = nextRows ?? (following === undefined ? null : { table: following, after: null })
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
  const isLoaded = after === null && first?.has(table)
  const spent = {
    done: 1,
    dataBytes: bytes.byteLength,
    cost: (isLoaded ? 0 : COST_OF_STEP) + text.length,
  }
  if (format === 'json')
    return { pieces: [bytes], directory: [], ...spent, next: next && { ...progress, place: next } }
  const zip = writerOf(progress)
  if (progress.zip.open === null) zip.open(dataFile)
  for (let at = 0; at < bytes.byteLength; at += COMPRESSED_AT_ONCE) {
    if (at > 0) await pause()
    zip.add(bytes.subarray(at, at + COMPRESSED_AT_ONCE))
  }
  if (next === null) zip.close()
  const reached: Pick<Progress, 'phase' | 'place'> =
    next === null ? { phase: 'files', place: firstPlace(files) } : { phase: 'data', place: next }
  return written(zip, { ...progress, ...reached }, spent)
}

/** Ends after a long post. The next step reads the rest of the page again. */
async function postStep({ db, compute, uid }: ExportSources, progress: Progress): Promise<Step> {
  const { rows, next } = await nextPage(db, uid, progress.format, progress.place)
  const zip = writerOf(progress)
  const before = progress.files.posts
  let [cost, posts, place] = [COST_OF_STEP, before, next]
  for (const post of rows) {
    if (posts === ARCHIVE_POSTS_MAX) {
      place = null
      break
    }
    await addPost(zip, compute, post)
    posts += 1
    cost += COST_OF_POSTS * String(post.body).length
    if (cost > POSTS_COST_MAX && post !== rows.at(-1)) {
      place = placeBehind(progress.format, progress.place.table, post)
      break
    }
  }
  const files = { ...progress.files, posts }
  const done = posts - before
  return written(zip, { ...progress, files, ...placeAfter(progress, place) }, { cost, done })
}

async function imageStep({ db, uid, images }: ExportSources, progress: Progress): Promise<Step> {
  const most = Math.min(IMAGES_A_STEP, ARCHIVE_IMAGES_MAX - progress.files.images)
  const { format } = progress
  const { rows, next } = await nextPage(db, uid, format, progress.place, { most })
  const zip = writerOf(progress)
  for (const image of rows) await addImage(zip, images, image, format)
  const files = { ...progress.files, images: progress.files.images + rows.length }
  const place = files.images < ARCHIVE_IMAGES_MAX ? next : null
  const bytes = zip.state.at - progress.zip.at
  return written(
    zip,
    { ...progress, files, ...placeAfter(progress, place) },
    { cost: COST_OF_STEP + COST_OF_IMAGES * bytes, done: rows.length },
  )
}

function endStep(progress: Progress, directory: Uint8Array<ArrayBuffer>): Step {
  const zip = writerOf(progress)
  zip.end(directory)
  return written(zip, null, { cost: COST_OF_STEP, done: 0 })
}

/** The next part of the files. `next` is null after the last page of a table. */
function placeAfter(
  { place, format }: Progress,
  next: Place | null,
): Pick<Progress, 'phase' | 'place'> {
  if (next !== null) return { phase: 'files', place: next }
  const tables = Object.keys(CONTENTS[format].files)
  const table = tables[tables.indexOf(place.table) + 1]
  return table === undefined
    ? { phase: 'end', place }
    : { phase: 'files', place: { table, after: null } }
}

function writerOf({ zip, started_at }: Progress): ZipWriter {
  return new ZipWriter(zip, new Date(started_at))
}

function written(
  { pieces, directory, state }: ZipWriter,
  next: Progress | null,
  { cost, done, dataBytes = 0 }: { cost: number; done: number; dataBytes?: number },
): Step {
  return { pieces, directory, dataBytes, cost, done, next: next && { ...next, zip: state } }
}

/**
 * The position in the data of a user: a table and the last row that was read from it, or null
 * before its first page.
 */
interface Place {
  table: string
  after: Row | null
}

/**
 * The first page of each table. They are read in one round trip, which saves a small account one
 * round trip per table.
 */
export type FirstPages = ReadonlyMap<string, Row[]>

/**
 * The parts of an export: a JSON file with an array per table, and files of their own for the rows
 * of some tables.
 */
interface Contents {
  files: Record<string, ExportedTable>
  /** The name of the JSON file in a ZIP. */
  dataFile: string
  tables: Record<string, ExportedTable>
  /** The text before the first array and after the last one. */
  beginning(start: Pick<Progress, 'started_at' | 'origin'>): string
  end: string
  /** The objects of a row; there is at least one. */
  objectsOf(row: Row, table: string): Promise<unknown[]>
}

const DATA: Contents = {
  files: {},
  dataFile: 'data.json',
  tables: EXPORTED_TABLES,
  beginning: ({ started_at, origin }) =>
    `{"exported_at":${JSON.stringify(started_at)},"site":${JSON.stringify(origin)},`,
  end: '}\n',
  objectsOf: async (row, table) => [await withParsedJson(row, sourceOf('json', table))],
}

const { posts, deleted_posts, images } = EXPORTED_TABLES

/**
 * Ghost has its own format, because it refuses a ZIP that contains Markdown or a second JSON file.
 */
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

/** The export file has the rows of every table. A later version may add tables and columns. */
export const ExportShape = z
  .looseObject({
    exported_at: z.iso.datetime(),
    site: z.string().nullable(),
    ...Object.fromEntries(
      Object.keys(EXPORTED_TABLES).map((name) => [
        name,
        z.array(z.record(z.string(), z.unknown())),
      ]),
    ),
  })
  .meta({ id: 'Export' })

function firstPlace(tables: Contents['tables']): Place {
  return { table: Object.keys(tables)[0] ?? '', after: null }
}

export async function firstPagesOf(db: Database, uid: number, format: Format): Promise<FirstPages> {
  const tables = Object.entries(CONTENTS[format].tables)
  const pages = await db.batch(tables.map(([, source]) => pageOf(source, uid, null)))
  return new Map(tables.map(([name], index) => [name, pages[index] ?? []]))
}

/**
 * A page of rows as they are stored, at most `most` rows. `next` is null after the last page of the
 * table.
 */
async function nextPage(
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

/** Throws if a newer version of the site has removed the table since the export was started. */
function sourceOf(format: Format, table: string): ExportedTable {
  const { tables, files } = CONTENTS[format]
  const source = tables[table] ?? files[table]
  if (!source) throw new Error(`the export has no table ${table}`)
  return source
}

/** The place after a row. It has only the key columns, because it is stored between two slices. */
function placeBehind(format: Format, table: string, row: Row): Place {
  const names = sourceOf(format, table).key.map((column) => column.split(' AS ')[1] ?? column)
  return { table, after: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) }
}

/** Replaces the string of a JSON column by its value. */
async function withParsedJson(
  row: Row,
  { json = '', isPacked }: ExportedTable,
): Promise<Record<string, unknown>> {
  const text = row[json]
  if (typeof text !== 'string') return row
  return { ...row, [json]: JSON.parse(isPacked ? await unpacked(text) : text) }
}
