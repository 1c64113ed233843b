import { type Database, Meter, openDb } from '#db/client.ts'
import type { Encryption } from '#features/operations/backups/encryption.ts'

/** The database and the buckets of a backup. */
export interface BackupResources {
  db: Database
  /** The D1 Time Travel bookmark of the last read. */
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
  /** The public keys for which backups are encrypted; none or empty for unencrypted backups. */
  recipients?: string
}

/** The bucket that a backup is written to. */
export interface Target {
  bucket: R2Bucket
  encryption: Encryption | null
}

/** Uses a separate D1 session, so that its bookmark identifies the snapshot of the backup. */
export function backupResources({
  DB,
  IMAGES,
  BACKUPS,
  JOULE_BACKUP_RECIPIENT = '',
}: {
  DB: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
  JOULE_BACKUP_RECIPIENT?: string
}): BackupResources {
  const session = DB.withSession('first-primary')
  const bookmark = () => session.getBookmark()
  const db = openDb(session, new Meter(), { paced: true })
  return { db, bookmark, images: IMAGES, backups: BACKUPS, recipients: JOULE_BACKUP_RECIPIENT }
}

/** Limits of one run: a Worker has limited memory, CPU time and subrequests. */
export interface Limits {
  /** Bytes of all rows in the first batch. A local site answers no request while it runs. */
  snapshot: number
  /** Bytes of one page of a table. A local site answers no request while a page is read or packed. */
  page: number
  /** A step costs at most about 50 subrequests (images) or 50 ms of CPU time (a page of rows). */
  steps: number
}

export const RUN_LIMITS: Limits = { snapshot: 1_000_000, page: 500_000, steps: 120 }
