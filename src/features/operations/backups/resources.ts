import { type Database, Meter, openDb } from '#db/client.ts'
import type { Reference, SchemaObject, Table } from '#features/operations/backups/dump.ts'
import {
  AGE,
  bytesOf,
  type Encryption,
  type FileMark,
  objectOf,
  sqlFileName,
  sqlFiles,
} from '#features/operations/backups/format.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { randomId } from '#kernel/ids.ts'

export interface BackupResources {
  db: Database
  bookmark(): string | null
  images: R2Bucket
  backups: R2Bucket
  /** The public keys for which backups are encrypted; none or empty for unencrypted backups. */
  recipients?: string
}

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
  /**
   * Bytes of one page of a table. A local site answers no request while a page is read or packed.
   */
  page: number
  /** A step costs at most about 50 subrequests (images) or 50 ms of CPU time (a page of rows). */
  steps: number
}

export const RUN_LIMITS: Limits = { snapshot: 1_000_000, page: 500_000, steps: 120 }

/** Characters of one SQL file: a page of rows, and what SQL adds to it. */
const FILE = 600_000

type Files = Record<string, FileMark>

/**
 * Size and hash are those of the uncompressed SQL, or of the encrypted file. Names have a random
 * id: concurrent runs overwrite no files.
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
  schema: SchemaObject[]
  references: Reference[]
  sequence: string[][]
  tables: Table[]
  /** Whether one batch read all rows, so that they are one consistent snapshot. */
  isOfOneMoment: boolean
  /** The public keys of its encryption; missing or empty if it is not encrypted. */
  recipients?: string
  files: Record<string, FileMark>
  /**
   * `after` is the key of the last processed image, null before the first. `lists` counts the
   * stored image lists.
   */
  images: { after: string | null; upTo: number; lists: number; isDone: boolean }
}

export interface Progress {
  work: Unfinished
  etag: string
}

const NAME = 'unfinished.json'

export async function unfinishedIn(bucket: R2Bucket): Promise<Progress | null> {
  const object = await bucket.get(NAME)
  return object && { work: await object.json<Unfinished>(), etag: object.etag }
}

/** Null if a concurrent run has saved progress first: the caller must stop. */
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
