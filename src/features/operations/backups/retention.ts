import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { remember } from '#features/core/site/state.ts'
import {
  type Contents,
  MANIFEST,
  manifestIn,
  objectOf,
} from '#features/operations/backups/format.ts'
import { DAY, HOUR } from '#kernel/clock.ts'

/** A complete backup, as the list in the bucket and the overview describe it. */
export interface FinishedBackup {
  id: string
  taken_at: string
  rows: number
  images: number
  /** Size of the uncompressed SQL, without images. */
  bytes: number
}

export const DAILY_KEPT = 7
export const WEEKLY_KEPT = 4

/**
 * The seven newest backups, and the newest backup of each of the four weeks before them. Newest
 * first.
 */
function backupsToKeep(backups: FinishedBackup[]): FinishedBackup[] {
  const sorted = backups.toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1))
  const older = sorted.slice(DAILY_KEPT)
  const newestOfWeek = older.filter(
    (backup, n) => older.findIndex((other) => weekOf(other) === weekOf(backup)) === n,
  )
  return [...sorted.slice(0, DAILY_KEPT), ...newestOfWeek.slice(0, WEEKLY_KEPT)]
}

/** The number of the week. Weeks start on Monday: 3 is added because 1970-01-01 was a Thursday. */
const weekOf = ({ taken_at }: FinishedBackup) => Math.floor((Date.parse(taken_at) / DAY + 3) / 7)

const DELETED_AT_ONCE = 1_000

/**
 * The list of backups is stored in the bucket itself, so that a restore works without the database.
 */
const INDEX = 'index.json'

export async function backupsIn(bucket: R2Bucket): Promise<FinishedBackup[]> {
  return (await (await bucket.get(INDEX))?.json<FinishedBackup[]>()) ?? []
}

/**
 * Adds a finished backup to the list and removes the expired ones. If a run is interrupted, the
 * next call finishes the removal.
 */
export async function addAndRemoveOld(
  bucket: R2Bucket,
  added: FinishedBackup,
): Promise<FinishedBackup[]> {
  const all = [added, ...(await backupsIn(bucket)).filter(({ id }) => id !== added.id)]
  const kept = backupsToKeep(all)
  await bucket.put(INDEX, JSON.stringify(all))
  for (const old of all.filter((backup) => !kept.includes(backup))) {
    const images = await imagesOf(bucket, old)
    for (const neighbour of neighboursOf(old, kept)) {
      for (const name of await imagesOf(bucket, neighbour)) images.delete(name)
    }
    await deleteAll(bucket, [...images])
  }
  await bucket.put(INDEX, JSON.stringify(kept))
  await removeLeftovers(bucket, kept)
  return kept
}

/**
 * An image is in consecutive backups. If neither the next nor the previous backup has it, no other
 * backup has it, and its file can be deleted.
 */
function neighboursOf(old: FinishedBackup, kept: FinishedBackup[]): FinishedBackup[] {
  const newer = kept.findLast(({ taken_at }) => taken_at > old.taken_at)
  const older = kept.find(({ taken_at }) => taken_at < old.taken_at)
  return [newer, older].filter((backup) => backup !== undefined)
}

async function imagesOf(bucket: R2Bucket, { id }: FinishedBackup): Promise<Set<string>> {
  const manifest = await bucket.get(objectOf(id, MANIFEST))
  const contents: Contents | string = manifest ? await manifestIn(await manifest.text()) : 'gone'
  const files = typeof contents === 'string' ? [] : Object.keys(contents.files)
  return new Set(files.filter((name) => name.startsWith('images/')))
}

/**
 * Folders that are not backups: the images of all backups, and the exports of users
 * (`features/pages/exports`).
 */
const OTHER_FOLDERS = ['images/', 'exports/']

/** Deletes the files of expired and abandoned backups. */
async function removeLeftovers(bucket: R2Bucket, kept: FinishedBackup[]): Promise<void> {
  const { delimitedPrefixes } = await bucket.list({ delimiter: '/' })
  const leftovers = delimitedPrefixes.filter(
    (prefix) => !OTHER_FOLDERS.includes(prefix) && !kept.some(({ id }) => prefix === `${id}/`),
  )
  for (const prefix of leftovers) {
    for (let truncated = true; truncated; ) {
      const page = await bucket.list({ prefix })
      await deleteAll(
        bucket,
        page.objects.map(({ key }) => key),
      )
      truncated = page.truncated
    }
  }
}

async function deleteAll(bucket: R2Bucket, keys: string[]): Promise<void> {
  for (let n = 0; n < keys.length; n += DELETED_AT_ONCE)
    await bucket.delete(keys.slice(n, n + DELETED_AT_ONCE))
}

/** One day, and the time in which an interrupted backup can be finished. */
export const TOO_OLD = 30 * HOUR

/** The state of scheduled backups, for the overview. */
export interface BackupStatus {
  /** Newest first. */
  kept: FinishedBackup[]
  /** The start time of the backup in progress. */
  since: string | null
  failed: { at: string; reason: string } | null
}

const NOTHING_YET: BackupStatus = { kept: [], since: null, failed: null }

export const backupStatus: Group<BackupStatus> = group(
  { rows: sql<{ value: string }>`SELECT value FROM site_state WHERE key = 'backups'` },
  ({ rows: [row] }) => (row ? (JSON.parse(row.value) as BackupStatus) : NOTHING_YET),
)

export function rememberStatus(status: BackupStatus): Statement {
  return remember('backups', JSON.stringify(status))
}
