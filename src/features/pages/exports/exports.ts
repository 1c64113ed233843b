import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Compute } from '#compute/client.ts'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import type { AccountExport } from '#db/schema/pages.ts'
import type { ViewerId } from '#features/core/people/viewer.ts'
import type { Format } from '#features/pages/exports/archive.ts'
import type { Work } from '#features/pages/exports/job.ts'
import {
  ARCHIVE_IMAGES_MAX,
  firstPagesOf,
  joined,
  startOf,
  stepsFrom,
} from '#features/pages/exports/steps.ts'
import { AppError } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'

const STATUSES = ['preparing', 'ready', 'failed'] as const

export const ExportStatusShape = z.object({
  status: z.enum(STATUSES),
  progress: z.number().min(0).max(1),
  url: z.string().nullable(),
  expires_at: z.iso.datetime().nullable(),
})

/** The response for a large account. */
export const ExportRequestedShape = z.object({ status: z.enum(STATUSES), status_url: z.string() })

/** The state of an export, on the wire and on the settings page. */
export type ExportState = z.infer<typeof ExportStatusShape> & { format: Format; status_url: string }

/**
 * The file of a small account. For a large account, the state of the export that the cron makes, at
 * most one of each format a day; `isNew` is true if this request has started it.
 */
export async function requestExport(
  db: Database,
  compute: Compute,
  images: R2Bucket,
  viewer: ViewerId,
  format: Format,
  origin: string,
  now: Date,
): Promise<
  { file: AsyncGenerator<Uint8Array<ArrayBuffer>> } | { state: ExportState; isNew: boolean }
> {
  const { current, large } = await db.read({
    current: one(currentExport(viewer, format, now)),
    large: isLarge(viewer, format),
  })
  if (current !== null && current.status !== 'failed')
    return { state: stateOf(current), isNew: false }
  const file = large ? null : await smallExport(db, compute, images, viewer, format, origin, now)
  if (file !== null) return { file }
  const id = randomId()
  const [row] = await db.lastOf([
    ...newExport(id, viewer, format, origin, now),
    currentExport(viewer, format, now),
  ])
  if (!row) throw new AppError('not_found')
  return { state: stateOf(row), isNew: row.id === id }
}

/** The current exports of the viewer, for the settings page. */
export function exportsOf({ uid }: ViewerId, now: Date): Group<ExportState[]> {
  const rows = sql<AccountExport>`
    SELECT * FROM account_exports WHERE user_id = ${uid} AND ${isCurrent(now)} ORDER BY created_at, format`
  return group({ rows }, ({ rows }) => rows.map(stateOf))
}

export async function exportState(
  db: Database,
  viewer: ViewerId,
  id: string,
  now: Date,
): Promise<ExportState> {
  return stateOf(await ownExport(db, viewer, id, now))
}

interface FinishedExport {
  format: Format
  /** The length of the file. */
  bytes: number
  file: AsyncGenerator<Uint8Array<ArrayBuffer>>
}

/**
 * The bytes of a finished export. `not_found` if there is no file any more, so that the user can
 * request another one.
 */
export async function exportFile(
  db: Database,
  files: R2Bucket,
  viewer: ViewerId,
  id: string,
  now: Date,
): Promise<FinishedExport> {
  const { status, format, bytes, work } = await ownExport(db, viewer, id, now)
  if (status !== 'ready' || work === null) throw new AppError('not_found')
  const { parts }: Pick<Work, 'parts'> = JSON.parse(work)
  // After the restore of a backup, the database has the rows of exports, but their files are gone.
  if ((await files.head(parts[0] ?? '')) === null) {
    await db.batch([sql`DELETE FROM account_exports WHERE id = ${id}`])
    throw new AppError('not_found')
  }
  return { format, bytes, file: contentsOf(files, parts) }
}

async function* contentsOf(
  files: R2Bucket,
  parts: string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const part of parts) {
    const object = await files.get(part)
    if (object === null) throw new Error(`${part} is missing`)
    yield* object.body.values()
  }
}

async function ownExport(
  db: Database,
  { uid }: ViewerId,
  id: string,
  now: Date,
): Promise<AccountExport> {
  const row = await db.first(sql<AccountExport>`
    SELECT * FROM account_exports WHERE id = ${id} AND user_id = ${uid} AND ${isCurrent(now)}`)
  if (row === null) throw new AppError('not_found')
  return row
}

function currentExport({ uid }: ViewerId, format: Format, now: Date): Statement<AccountExport> {
  return sql`SELECT * FROM account_exports WHERE user_id = ${uid} AND format = ${format} AND ${isCurrent(now)}`
}

/** Replaces an export that failed or expired. The clean-up deletes the files of the old one. */
function newExport(
  id: string,
  { uid }: ViewerId,
  format: Format,
  origin: string,
  now: Date,
): [Statement, Statement] {
  const at = now.toISOString()
  return [
    sql`
      DELETE FROM account_exports
      WHERE user_id = ${uid} AND format = ${format} AND (status = 'failed' OR NOT ${isCurrent(now)})`,
    sql`
      INSERT INTO account_exports (id, user_id, format, origin, claimed_until, created_at)
      VALUES (${id}, ${uid}, ${format}, ${origin}, ${at}, ${at})
      ON CONFLICT DO NOTHING`,
  ]
}

function isCurrent(now: Date): Statement {
  return sql`(expires_at IS NULL OR expires_at > ${now.toISOString()})`
}

function stateOf({ id, format, status, progress, expires_at }: AccountExport): ExportState {
  const status_url = `/api/settings/exports/${id}`
  const url = status === 'ready' ? `${status_url}/file` : null
  return {
    format,
    status,
    progress,
    url,
    expires_at: status === 'ready' ? expires_at : null,
    status_url,
  }
}

/**
 * An account with more posts or more text is large (contract). The text is measured as the length
 * of its JSON file.
 */
export const SMALL_EXPORT_POSTS_MAX = 200
export const SMALL_EXPORT_BYTES_MAX = 5 * 1024 * 1024
/** A ZIP also contains the images, whose checksums cost CPU time. */
export const SMALL_EXPORT_IMAGE_BYTES_MAX = 50 * 1024 * 1024

/**
 * Whether the account is large by the number of its rows. Its text is measured while the file is
 * written.
 */
function isLarge({ uid }: ViewerId, format: Format): Group<boolean> {
  const asked = {
    posts: sql<{ count: number }>`
      SELECT COUNT(*) AS count FROM (
        SELECT * FROM (SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NULL LIMIT ${SMALL_EXPORT_POSTS_MAX + 1})
        UNION ALL
        SELECT * FROM (SELECT id FROM posts WHERE author_id = ${uid} AND deleted_at IS NOT NULL LIMIT ${SMALL_EXPORT_POSTS_MAX + 1}))`,
    images: sql<{ bytes: number | null }>`
      SELECT SUM(bytes) AS bytes FROM (SELECT bytes FROM images WHERE user_id = ${uid} LIMIT ${ARCHIVE_IMAGES_MAX})`,
  }
  return group(
    asked,
    ({ posts: [posts], images: [images] }) =>
      (posts?.count ?? 0) > SMALL_EXPORT_POSTS_MAX ||
      (format !== 'json' && (images?.bytes ?? 0) > SMALL_EXPORT_IMAGE_BYTES_MAX),
  )
}

/**
 * The file of a small account, or null if the account has too much text. Only the data are in
 * memory; the files of a ZIP are streamed.
 */
async function smallExport(
  db: Database,
  compute: Compute,
  images: R2Bucket,
  { uid }: ViewerId,
  format: Format,
  origin: string,
  now: Date,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>> | null> {
  const first = await firstPagesOf(db, uid, format)
  const steps = stepsFrom({ db, compute, images, uid, first }, startOf(format, origin, now))
  const beginning: Uint8Array<ArrayBuffer>[] = []
  for (let bytes = 0, isData = true; isData; ) {
    const { value: step } = await steps.next()
    beginning.push(...(step?.pieces ?? []))
    bytes += step?.dataBytes ?? 0
    if (bytes > SMALL_EXPORT_BYTES_MAX) return null
    isData = step?.next?.phase === 'data'
  }
  return (async function* () {
    yield* beginning
    for await (const { pieces } of steps) yield await joined(pieces)
  })()
}
