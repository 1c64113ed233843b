import type { Database } from '#db/client.ts'
import { addImage, addPost } from '#features/pages/exports/archive.ts'
import {
  contentsOf,
  dataPage,
  type ExportStart,
  type FirstPages,
  type Format,
  firstPlace,
  nextPage,
  type Place,
  placeBehind,
} from '#features/pages/exports/data.ts'
import { pagesOf } from '#features/pages/exports/exported-tables.ts'
import { EMPTY_ZIP, type ZipState, ZipWriter } from '#kernel/formats/zip.ts'
import { pause } from '#kernel/pause.ts'

/**
 * An export is made in steps of one page of rows, and several steps are a slice. The export of a small account is one slice in its
 * request (`exports.ts`); a large account gets a slice at a time from the cron (`job.ts`). The progress between two steps is JSON.
 */
export interface Progress extends ExportStart {
  phase: 'data' | 'files' | 'end'
  place: Place
  zip: ZipState
  /** Posts and images that have their own files in the ZIP. */
  files: { posts: number; images: number }
}

export interface Step {
  /** The next bytes of the file. */
  pieces: Uint8Array<ArrayBuffer>[]
  /** Lines of the ZIP directory, which is written by the last step. */
  directory: Uint8Array<ArrayBuffer>[]
  /** The length of the step's JSON data, before it is compressed. */
  dataBytes: number
  /** The part of the work that this step did, in the unit of `countWork`. */
  done: number
  /** The CPU time of the step, in about 70 ns: the time to export one character. */
  cost: number
  /** Null after the last step. */
  next: Progress | null
}

interface ExportSources {
  db: Database
  images: R2Bucket
  uid: number
  first?: FirstPages
}

/**
 * Limits the size of the ZIP (2.5 GB of images) and the number of bucket calls, which the platform restricts per request. The JSON
 * file has the URLs of all images.
 */
export const ARCHIVE_IMAGES_MAX = 500
/** Two files each, of the 65,535 entries of a ZIP. The JSON file has all posts. */
export const ARCHIVE_POSTS_MAX = 30_000
/** Each has up to 5 MB, and the step has them in memory twice. */
const IMAGES_A_STEP = 3

/** A post is converted to Markdown and compressed three times. */
const COST_OF_POSTS = 10
/** Above this cost a step ends, so that a request waits for one long post at most. */
const POSTS_COST_MAX = 500_000
/** Images are copied; only their checksum is computed. */
const COST_OF_IMAGES = 0.1
/** A step without rows: one database call. */
const COST_OF_STEP = 100_000

export function startOf(format: Format, origin: string | null, now: Date): Progress {
  return {
    format,
    started_at: now.toISOString(),
    origin,
    phase: 'data',
    place: firstPlace(contentsOf(format).tables),
    zip: EMPTY_ZIP,
    files: { posts: 0, images: 0 },
  }
}

/** The work of an export that starts now, for its progress: pages of data, and posts and images with their own files. */
export async function countWork({ db, uid }: Pick<ExportSources, 'db' | 'uid'>, format: Format): Promise<number> {
  const { tables, files } = contentsOf(format)
  const single = Object.values(files).map((source) => ({ ...source, pageRows: 1 }))
  const counted = await db.batch([...Object.values(tables), ...single].map((source) => pagesOf(source, uid)))
  return counted.reduce((sum, [row]) => sum + (row?.pages ?? 1), 0)
}

/** The steps after `progress`. A slice ends where its caller stops. `before` reads the directory lines of the slices before. */
export async function* stepsFrom(
  sources: ExportSources,
  progress: Progress,
  before: () => Promise<ArrayBuffer> = async () => new ArrayBuffer(0),
): AsyncGenerator<Step, void> {
  const lines: Uint8Array<ArrayBuffer>[] = []
  for (let next: Progress | null = progress; next !== null; ) {
    await pause()
    const step: Step =
      next.phase === 'end' ? endStep(next, await joined([await before(), ...lines])) : await stepOf(sources, next)
    lines.push(...step.directory)
    yield step
    next = step.next
  }
}

export async function joined(pieces: (Uint8Array<ArrayBuffer> | ArrayBuffer)[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function stepOf(sources: ExportSources, progress: Progress): Promise<Step> {
  if (progress.phase === 'data') return dataStep(sources, progress)
  return progress.place.table === 'images' ? imageStep(sources, progress) : postStep(sources, progress)
}

async function dataStep({ db, uid, first }: ExportSources, progress: Progress): Promise<Step> {
  const { place, format } = progress
  const { text, next } = await dataPage(db, uid, progress, place, first)
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
  const isLoaded = place.after === null && first?.has(place.table)
  const spent = { done: 1, dataBytes: bytes.byteLength, cost: (isLoaded ? 0 : COST_OF_STEP) + text.length }
  if (format === 'json') {
    const after: Progress | null = next && { ...progress, place: next }
    return { pieces: [bytes], directory: [], ...spent, next: after }
  }
  const zip = writerOf(progress)
  const { dataFile, files } = contentsOf(format)
  if (progress.zip.open === null) zip.open(dataFile)
  zip.add(bytes)
  if (next === null) zip.close()
  const after: Pick<Progress, 'phase' | 'place'> =
    next === null ? { phase: 'files', place: firstPlace(files) } : { phase: 'data', place: next }
  return written(zip, { ...progress, ...after }, spent)
}

/** Ends after a long post, and reads the rest of its page again. */
async function postStep({ db, uid }: ExportSources, progress: Progress): Promise<Step> {
  const { rows, next } = await nextPage(db, uid, progress.format, progress.place)
  const zip = writerOf(progress)
  const before = progress.files.posts
  let [cost, posts, place] = [COST_OF_STEP, before, next]
  for (const post of rows) {
    if (posts === ARCHIVE_POSTS_MAX) {
      place = null
      break
    }
    addPost(zip, post)
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

/** `next` is null after the last page of a table. */
function placeAfter({ place, format }: Progress, next: Place | null): Pick<Progress, 'phase' | 'place'> {
  if (next !== null) return { phase: 'files', place: next }
  const tables = Object.keys(contentsOf(format).files)
  const table = tables[tables.indexOf(place.table) + 1]
  return table === undefined ? { phase: 'end', place } : { phase: 'files', place: { table, after: null } }
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
