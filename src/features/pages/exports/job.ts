import { sql } from 'drizzle-orm'
import { type Compute, type ComputeBindings, computeOf } from '#compute/client.ts'
import type { Database, Statement } from '#db/client.ts'
import type { AccountExport } from '#db/schema/pages.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import {
  countWork,
  type FirstPages,
  firstPagesOf,
  joined,
  type Progress,
  startOf,
  stepsFrom,
} from '#features/pages/exports/steps.ts'
import { after, DAY, MINUTE } from '#kernel/clock.ts'
import { randomId } from '#kernel/ids.ts'

interface ExportResources {
  db: Database
  compute: Compute
  images: R2Bucket
  /** The bucket of the finished exports. It is never public. */
  files: R2Bucket
}

export function exportResources(
  env: Record<'IMAGES' | 'BACKUPS', R2Bucket> & ComputeBindings,
  db: Database,
): ExportResources {
  const compute = computeOf(env, { who: () => 'exports' })
  return { db, compute, images: env.IMAGES, files: env.BACKUPS }
}

/** An unfinished export. It is saved after every slice, so that the next run can continue it. */
export interface Work {
  progress: Progress
  /** The work that is done, in the unit of `countWork`. */
  done: number
  /** All work, counted at the start. */
  all: number
  /** The names of the objects in the bucket that contain the file so far, in their order. */
  parts: string[]
  /**
   * The names of the objects with the directory of the ZIP: after the last slice, and after the
   * slice before it. The directory is written at the end of the ZIP.
   */
  directory: { now: string | null; before: string | null }
}

/**
 * A slice ends above this cost, so it takes less than half a second of CPU time. It is bounded by
 * an estimate, because the clock of a Worker does not advance while it computes.
 */
const SLICE_COST = 2_000_000
/** A slice also ends above this number of bytes, which matters for images. */
const PART_BYTES = 4 * 1024 * 1024
/**
 * A run of this many slices makes at most 900 database calls, of the 1,000 that D1 allows. It may
 * take 30 s of CPU time.
 */
const SLICES_OF_CRON = 45
/** After this number of slices, the run continues another waiting export. */
const SLICES_A_TURN = 10
/**
 * Slices that are made after the response of the request. One finishes the export of some hundred
 * short posts, and the cron makes the rest: a slice of long posts takes up to 0.4 s of CPU time.
 */
export const SLICES_OF_REQUEST = 1
/** If a run was killed, another run takes over after this time. */
const LEASE = 5 * MINUTE
const ATTEMPTS_MAX = 5
/** A finished file is deleted after this time, and the user can then start the next export. */
export const EXPORT_LIFE = DAY

const FOLDER = 'exports/'

/**
 * Continues the exports of large accounts, beginning with the one that has waited longest. Only one
 * run works at a time, for the whole site.
 */
export async function continueExports(
  resources: ExportResources,
  now: Date,
  slices = SLICES_OF_CRON,
): Promise<void> {
  for (let left = slices; left > 0; ) {
    const claimed = await claimNext(resources.db, now)
    if (claimed === null) return
    left -= await takeTurn(resources, claimed, Math.min(left, SLICES_A_TURN), now)
  }
}

/**
 * Deletes expired exports, and files without a row: those of expired, replaced and erased exports.
 */
export async function cleanUpExports(
  { db, files }: Pick<ExportResources, 'db' | 'files'>,
  now: Date,
): Promise<void> {
  await db.batch([sql`DELETE FROM account_exports WHERE expires_at <= ${now.toISOString()}`])
  for (let cursor: string | undefined; ; ) {
    // The folders are listed before the rows are read, because the row of an export is written
    // before its first file.
    const page = await files.list({
      prefix: FOLDER,
      delimiter: '/',
      ...(cursor !== undefined && { cursor }),
    })
    const strays = await db.all(sql<{ folder: string }>`
      SELECT value AS folder FROM json_each(${JSON.stringify(page.delimitedPrefixes)})
      WHERE value NOT IN (SELECT ${FOLDER} || id || '/' FROM account_exports)`)
    for (const { folder } of strays) await deleteFolder(files, folder)
    if (!page.truncated) return
    cursor = page.cursor
  }
}

interface Claimed extends AccountExport {
  claim: string
}

/** Claims the next export for this run; null if there is none, or while another run has a claim. */
async function claimNext(db: Database, now: Date): Promise<Claimed | null> {
  const at = now.toISOString()
  const [row] = await db.all(sql<Claimed>`
    UPDATE account_exports SET claim = ${randomId()}, claimed_until = ${after(now, LEASE).toISOString()}
    WHERE id = (
        SELECT id FROM account_exports WHERE status = 'preparing' AND claimed_until <= ${at} ORDER BY claimed_until LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM account_exports WHERE status = 'preparing' AND claimed_until > ${at})
    RETURNING *`)
  return row ?? null
}

/**
 * Makes up to `slices` slices of an export, and returns their number. An error counts as a failed
 * attempt.
 */
async function takeTurn(
  resources: ExportResources,
  row: Claimed,
  slices: number,
  now: Date,
): Promise<number> {
  const { db } = resources
  try {
    let work = await resumed(resources, row)
    if (work.done === 0) row.bytes = 0
    const first = work.done === 0 ? await firstPagesOf(db, row.user_id, row.format) : undefined
    for (let made = 1; made <= slices; made += 1) {
      const { bytes, next } = await makeSlice(resources, row, work, first)
      row.bytes += bytes
      if (next.progress === null) {
        await db.batch(finished(row, next.parts, now))
        return made
      }
      work = { ...next, progress: next.progress }
      // If no row was saved, the account was erased or another run has taken over.
      const isLast = made === slices
      if ((await db.all(saved(row, work, isLast ? now : null))).length === 0) return made
      row.attempts = 0
    }
    return slices
  } catch (error) {
    await db.batch(failed(row, now))
    throw error
  }
}

/**
 * The work of an export, or new work if it has not begun. Also starts again if its files are gone:
 * after the restore of a backup, the database has the rows of exports without their files.
 */
async function resumed(
  { db, files }: Pick<ExportResources, 'db' | 'files'>,
  { user_id, format, origin, work, created_at }: Claimed,
): Promise<Work> {
  const stored: Work | null = work === null ? null : JSON.parse(work)
  const lastPart = stored?.parts.at(-1)
  if (stored && lastPart !== undefined && (await files.head(lastPart)) !== null) return stored
  const progress = startOf(format, origin, new Date(created_at))
  const all = await countWork({ db, uid: user_id }, format)
  return { progress, done: 0, all, parts: [], directory: { now: null, before: null } }
}

async function makeSlice(
  { db, compute, images, files }: ExportResources,
  { id, user_id }: Claimed,
  work: Work,
  first: FirstPages | undefined,
) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const lines: Uint8Array<ArrayBuffer>[] = []
  const before = () => bytesOf(files, work.directory.now)
  let progress: Progress | null = work.progress
  let [cost, bytes, done] = [0, 0, work.done]
  for await (const step of stepsFrom(
    { db, compute, images, uid: user_id, ...(first && { first }) },
    progress,
    before,
  )) {
    pieces.push(...step.pieces)
    lines.push(...step.directory)
    bytes += step.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    cost += step.cost
    done += step.done
    progress = step.next
    if (cost >= SLICE_COST || bytes >= PART_BYTES) break
  }
  return {
    bytes,
    next: {
      progress,
      done,
      all: work.all,
      parts: [...work.parts, await store(files, id, pieces)],
      directory:
        lines.length === 0 || progress === null
          ? work.directory
          : await replaced(files, id, work.directory, await joined([await before(), ...lines])),
    },
  }
}

/**
 * Stores a new directory and keeps the one before, from which a run continues if this one is cut
 * off.
 */
async function replaced(
  files: R2Bucket,
  id: string,
  old: Work['directory'],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Work['directory']> {
  const now = await store(files, id, [bytes])
  if (old.before !== null) await files.delete(old.before)
  return { now, before: old.now }
}

/**
 * Stores a part and returns its name. Names contain a random id, so that two runs cannot overwrite
 * each other's parts.
 */
async function store(
  files: R2Bucket,
  id: string,
  pieces: Uint8Array<ArrayBuffer>[],
): Promise<string> {
  const name = `${FOLDER}${id}/${randomId()}`
  await files.put(name, new Blob(pieces))
  return name
}

async function bytesOf(files: R2Bucket, name: string | null): Promise<ArrayBuffer> {
  if (name === null) return new ArrayBuffer(0)
  const object = await files.get(name)
  if (object === null) throw new Error('the directory of the ZIP is missing')
  return object.arrayBuffer()
}

/**
 * Saves the work, if this run still has the claim. With `released`, the turn ends and the export
 * waits behind the others.
 */
function saved(
  { id, claim, bytes }: Claimed,
  work: Work,
  released: Date | null,
): Statement<{ id: string }> {
  // The account may have grown since the work was counted.
  const progress = Math.min(work.done / work.all, 0.99)
  const end = released && sql`, claim = NULL, claimed_until = ${released.toISOString()}`
  return sql`
    UPDATE account_exports
    SET work = ${JSON.stringify(work)}, progress = ${progress}, bytes = ${bytes}, attempts = 0 ${end ?? sql``}
    WHERE id = ${id} AND claim = ${claim}
    RETURNING id`
}

/** Marks the export as ready and notifies the user, if this run still has the claim. */
function finished(
  { id, user_id, claim, bytes, format }: Claimed,
  parts: string[],
  now: Date,
): Statement[] {
  return [
    sql`
      UPDATE account_exports
      SET status = 'ready', progress = 1, bytes = ${bytes}, work = ${JSON.stringify({ parts })}, claim = NULL,
        expires_at = ${after(now, EXPORT_LIFE).toISOString()}
      WHERE id = ${id} AND claim = ${claim}`,
    systemNotice(
      { to: user_id, about: { event: 'export_ready', format }, when: sql`changes() > 0` },
      now,
    ),
  ]
}

/** Counts a failed attempt. After the last one the export has failed, and the user is notified. */
function failed({ id, user_id, claim, attempts, format }: Claimed, now: Date): Statement[] {
  const ofThisRun = sql`id = ${id} AND claim = ${claim}`
  if (attempts + 1 < ATTEMPTS_MAX) {
    const at = now.toISOString()
    return [
      sql`UPDATE account_exports SET attempts = attempts + 1, claim = NULL, claimed_until = ${at} WHERE ${ofThisRun}`,
    ]
  }
  return [
    sql`
      UPDATE account_exports SET status = 'failed', claim = NULL, expires_at = ${after(now, EXPORT_LIFE).toISOString()}
      WHERE ${ofThisRun}`,
    systemNotice(
      { to: user_id, about: { event: 'export_failed', format }, when: sql`changes() > 0` },
      now,
    ),
  ]
}

async function deleteFolder(files: R2Bucket, prefix: string): Promise<void> {
  for (let isTruncated = true; isTruncated; ) {
    const page = await files.list({ prefix })
    if (page.objects.length > 0) await files.delete(page.objects.map(({ key }) => key))
    isTruncated = page.truncated
  }
}
