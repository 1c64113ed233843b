import { type Database, Meter, openDb } from '#db/client.ts'
import type { Reference, SchemaObject, Table } from '#features/operations/backups/dump.ts'
import type { Encryption } from '#features/operations/backups/encryption.ts'
import {
  AGE,
  bytesOf,
  type FileMark,
  objectOf,
  sqlFileName,
  sqlFiles,
} from '#features/operations/backups/format.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { randomId } from '#kernel/ids.ts'

/** The database and the buckets of a backup. */
export interface BackupResources {
  db: Database
  /** The D1 Time Travel bookmark of the last read. Null outside Cloudflare. */
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
  /** The public keys for which backups are encrypted. Missing or empty for unencrypted backups. */
  recipients?: string
}

/** The bucket that a backup is written to. */
export interface Target {
  bucket: R2Bucket
  encryption: Encryption | null
}

/** Opens a D1 session of its own, so that its bookmark identifies the snapshot of the backup. */
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

/** The limits of one run, because a Worker has limited memory, CPU time and subrequests. */
export interface Limits {
  /**
   * The bytes of all rows in the first batch. A local site answers no request while the batch runs.
   */
  snapshot: number
  /**
   * The bytes of one page of a table. A local site answers no request while a page is read or
   * packed.
   */
  page: number
  /**
   * The number of steps. A step costs at most about 50 subrequests (images) or 50 ms of CPU time (a
   * page of rows).
   */
  steps: number
}

export const RUN_LIMITS: Limits = { snapshot: 1_000_000, page: 500_000, steps: 120 }

/** The characters of one SQL file: a page of rows, and the SQL around them. */
const FILE = 600_000

/** The files of a backup by name. */
type Files = Record<string, FileMark>

/**
 * Writes statements to the next gzip files of a backup and adds them to `files`. Size and hash are
 * those of the uncompressed SQL, or of the encrypted file. File names contain a random id, so
 * concurrent runs cannot overwrite each other's files.
 */
export async function writeStatements(
  { bucket, encryption }: Target,
  id: string,
  files: Files,
  statements: Iterable<string>,
): Promise<Files> {
  const written = { ...files }
  for await (const text of sqlFiles(statements, FILE)) {
    const name = sqlFileName(written, `-${randomId()}`)
    const bytes = bytesOf(text)
    if (encryption) {
      const stored = await encryption.encrypt(await packed(bytes))
      await bucket.put(objectOf(id, `${name}.gz${AGE}`), stored)
      written[`${name}.gz${AGE}`] = { bytes: stored.length, sha256: await hashOf(stored) }
    } else {
      await bucket.put(objectOf(id, name), await packed(bytes))
      written[name] = { bytes: bytes.length, sha256: await hashOf(bytes) }
    }
  }
  return written
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * The progress of a backup. It is saved in the bucket after every step, so that the next run can
 * resume it.
 */
export interface Unfinished {
  id: string
  taken_at: string
  bookmark: string | null
  migrations: string[]
  /** The indexes, views and triggers at the start of the backup. The tables are written already. */
  schema: SchemaObject[]
  references: Reference[]
  /** The rows of sqlite_sequence (the AUTOINCREMENT counters) as SQL literals. */
  sequence: string[][]
  tables: Table[]
  /** Whether one batch read all rows, so that they are one consistent snapshot. */
  isOfOneMoment: boolean
  /** The public keys of its encryption. Missing or empty if the backup is not encrypted. */
  recipients?: string
  files: Record<string, FileMark>
  /**
   * `after` is the key of the last processed image, and null before the first one. Images with an
   * id above `upTo` are newer than the backup. `lists` is the number of stored image lists.
   */
  images: { after: string | null; upTo: number; lists: number; isDone: boolean }
}

export interface Progress {
  work: Unfinished
  /** The version of the stored object, so that only one of several concurrent runs continues. */
  etag: string
}

const NAME = 'unfinished.json'

export async function unfinishedIn(bucket: R2Bucket): Promise<Progress | null> {
  const object = await bucket.get(NAME)
  return object && { work: await object.json<Unfinished>(), etag: object.etag }
}

/** Null if a concurrent run has saved its progress first. The caller must then stop. */
export async function saveProgress(
  bucket: R2Bucket,
  work: Unfinished,
  etag: string | null,
): Promise<Progress | null> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
  const saved = await bucket.put(NAME, JSON.stringify(work), { onlyIf })
  return saved && { work, etag: saved.etag }
}

export async function forgetProgress(bucket: R2Bucket): Promise<void> {
  await bucket.delete(NAME)
}
