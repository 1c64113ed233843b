import type { Reference, SchemaObject } from '#features/operations/backups/dump.ts'
import type { FileMark } from '#features/operations/backups/format.ts'
import type { Table } from '#features/operations/backups/table-reading.ts'

/** The progress of a backup. It is saved in the bucket after every step, so that the next run can resume it. */
export interface Unfinished {
  id: string
  taken_at: string
  bookmark: string | null
  migrations: string[]
  /** The schema at the start of the backup. */
  schema: SchemaObject[]
  references: Reference[]
  /** The rows of sqlite_sequence (AUTOINCREMENT counters). */
  sequence: string[][]
  tables: Table[]
  /** Whether one batch read all rows, so that they are one consistent snapshot. */
  isOfOneMoment: boolean
  /** The public keys of its encryption; missing or empty if it is not encrypted. */
  recipients?: string
  files: Record<string, FileMark>
  /** `after` is the key of the last processed image, null before the first. `lists` counts the stored image lists. */
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
export async function saveProgress(bucket: R2Bucket, work: Unfinished, etag: string | null): Promise<Progress | null> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
  const saved = await bucket.put(NAME, JSON.stringify(work), { onlyIf })
  return saved && { work, etag: saved.etag }
}

export async function forgetProgress(bucket: R2Bucket): Promise<void> {
  await bucket.delete(NAME)
}
