import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { beginBackup } from '#features/operations/backups/begin.ts'
import { closeBackup } from '#features/operations/backups/close.ts'
import { copyImages, listName } from '#features/operations/backups/copy-images.ts'
import { insertsOf } from '#features/operations/backups/dump.ts'
import { type Contents, encryptionFor } from '#features/operations/backups/format.ts'
import {
  type BackupResources,
  type Limits,
  RUN_LIMITS,
  type Target,
  writeStatements,
} from '#features/operations/backups/resources.ts'
import { addAndRemoveOld, backupsIn, type FinishedBackup } from '#features/operations/backups/retention.ts'
import { type BackupStatus, backupStatus, rememberStatus } from '#features/operations/backups/status.ts'
import { advance, fitting, nextSizes, pageOf } from '#features/operations/backups/table-reading.ts'
import {
  forgetProgress,
  type Progress,
  saveProgress,
  type Unfinished,
  unfinishedIn,
} from '#features/operations/backups/unfinished.ts'
import { after, dayOf, HOUR } from '#kernel/clock.ts'

/** Shanghai time, when the site has few readers. */
const HOUR_OF_BACKUP = 4

/** Starts the daily backup when it is due, or resumes an interrupted one, within the limits of one run. */
export async function continueBackup(resources: BackupResources, now: Date, limits = RUN_LIMITS): Promise<void> {
  const { db, backups } = resources
  const { isOn, status } = await db.read({ isOn: settingOf('backups.enabled'), status: backupStatus })
  if (!isOn) return
  try {
    const target: Target = { bucket: backups, encryption: encryptionFor(resources.recipients ?? '') }
    let progress = await unlessChanged(db, target, await unfinishedIn(backups))
    if (progress === null) {
      if (!isDue(await backupsIn(backups), now)) return
      progress = await saveProgress(backups, await beginBackup(resources, target, limits, now), null)
      if (progress === null) return
      await db.batch([rememberStatus({ ...status, since: progress.work.taken_at })])
    }
    for (let n = 0; n < limits.steps && progress !== null; n++) {
      if (isCopied(progress.work)) return await finish(db, target, progress.work)
      progress = await saveProgress(backups, await nextStep(resources, target, limits, progress.work), progress.etag)
    }
  } catch (error) {
    const failed = { at: now.toISOString(), reason: error instanceof Error ? error.message : String(error) }
    await db.batch([rememberStatus({ ...status, failed })])
    throw error
  }
}

/** Whether today's backup is due. The day of a backup starts at `HOUR_OF_BACKUP`. */
export function isDue([newest]: FinishedBackup[], now: Date): boolean {
  const dayOfBackups = (moment: Date) => dayOf(after(moment, -HOUR_OF_BACKUP * HOUR))
  return !newest || dayOfBackups(new Date(newest.taken_at)) < dayOfBackups(now)
}

/**
 * Abandons an interrupted backup if a migration ran since its start, because the rows may have changed shape, or if it is for
 * other keys.
 */
async function unlessChanged(
  db: Database,
  { bucket, encryption }: Target,
  progress: Progress | null,
): Promise<Progress | null> {
  if (progress === null) return null
  const applied = await db.all(sql<{ name: string }>`SELECT name FROM d1_migrations ORDER BY name`)
  const isMigrated = applied.map(({ name }) => name).join() !== progress.work.migrations.join()
  const isForOthers = (progress.work.recipients ?? '') !== (encryption?.recipients ?? '')
  if (!isMigrated && !isForOthers) return progress
  await forgetProgress(bucket)
  return null
}

const isCopied = ({ tables, images }: Unfinished) => tables.every(({ isRead }) => isRead) && images.isDone

async function nextStep(
  { db, images }: BackupResources,
  target: Target,
  { page }: Limits,
  work: Unfinished,
): Promise<Unfinished> {
  const table = work.tables.find(({ isRead }) => !isRead)
  if (!table) return { ...work, images: await copyImages(db, images, target, work) }
  const limit = fitting(table, await nextSizes(db, table), page)
  const { rows, table: read } = advance(table, await db.all(pageOf(table, limit)), limit)
  return {
    ...work,
    tables: work.tables.map((one) => (one === table ? read : one)),
    files: await writeStatements(target, work.id, work.files, insertsOf(table.name, rows)),
  }
}

async function finish(db: Database, target: Target, work: Unfinished): Promise<void> {
  const { bucket } = target
  const kept = await addAndRemoveOld(bucket, doneOf(work.id, await closeBackup(target, work)))
  await forgetProgress(bucket)
  const status: BackupStatus = { kept, since: null, failed: null }
  await db.batch([rememberStatus(status)])
  const lists = Array.from({ length: work.images.lists }, (_, n) => listName(work.id, n))
  if (lists.length > 0) await bucket.delete(lists)
}

function doneOf(id: string, { taken_at, tables, images, files }: Contents): FinishedBackup {
  const pages = Object.entries(files).filter(([name]) => name.startsWith('database/'))
  return {
    id,
    taken_at,
    rows: Object.values(tables).reduce((sum, count) => sum + count, 0),
    images,
    bytes: pages.reduce((sum, [, { bytes }]) => sum + bytes, 0),
  }
}
