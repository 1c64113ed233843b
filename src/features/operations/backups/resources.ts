import { type Database, openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'

/** The database and the buckets of a backup. */
export interface BackupResources {
  db: Database
  /** The D1 Time Travel bookmark of the last read. */
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
}

/** Uses a separate D1 session, so that its bookmark identifies the snapshot of the backup. */
export function backupResources({
  DB,
  IMAGES,
  BACKUPS,
}: {
  DB: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
}): BackupResources {
  const session = DB.withSession('first-primary')
  const bookmark = () => session.getBookmark()
  return { db: openDb(session, new Meter()), bookmark, images: IMAGES, backups: BACKUPS }
}

/** Limits of one run: a Worker has limited memory, CPU time and subrequests. */
export interface Limits {
  /** Bytes of the first page of each table. About forty first pages are in memory together. */
  firstPage: number
  /** Bytes of one page of a table. */
  page: number
  /** A step costs at most about 100 subrequests (images) or 100 ms of CPU time (a page of rows). */
  steps: number
}

export const RUN_LIMITS: Limits = { firstPage: 250_000, page: 1_000_000, steps: 60 }
