import type { FileMark } from '#features/operations/backups/manifest.ts'
import type { Made, Reference } from '#features/operations/backups/schema.ts'
import type { Table } from '#features/operations/backups/table-reading.ts'

/** How far a backup has come. It is kept in the bucket after every step, so that the next run goes on where one was cut. */
export interface Unfinished {
  id: string
  taken_at: string
  bookmark: string | null
  migrations: string[]
  /** As it was when the backup began. */
  schema: Made[]
  references: Reference[]
  /** Where ids go on: rows of sqlite_sequence. */
  sequence: string[][]
  tables: Table[]
  /** Whether all rows were read at once, so that they are of one moment. */
  isOfOneMoment: boolean
  files: Record<string, FileMark>
  /** The key of the last image that was looked at, null before the first; and the lists of images that are kept aside. */
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

/** Null for the second of two runs that go on with the same backup. */
export async function saveProgress(bucket: R2Bucket, work: Unfinished, etag: string | null): Promise<Progress | null> {
  const onlyIf = etag === null ? { etagDoesNotMatch: '*' } : { etagMatches: etag }
  const saved = await bucket.put(NAME, JSON.stringify(work), { onlyIf })
  return saved && { work, etag: saved.etag }
}

export async function forgetProgress(bucket: R2Bucket): Promise<void> {
  await bucket.delete(NAME)
}
