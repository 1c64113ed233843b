import { imageLists } from '#features/operations/backups/copy-images.ts'
import { DROP_LONG_TEXTS, insertsOf } from '#features/operations/backups/inserts.ts'
import { type Contents, MANIFEST, manifestText } from '#features/operations/backups/manifest.ts'
import { mending } from '#features/operations/backups/mending.ts'
import { objectOf, writeStatements } from '#features/operations/backups/sql-files.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/** The end of the SQL, and the manifest, which is what makes a backup whole. Done twice it comes out the same. */
export async function closeBackup(bucket: R2Bucket, work: Unfinished): Promise<Contents> {
  const { files: images, missing } = await imageLists(bucket, work)
  const files = await writeStatements(bucket, work.id, work.files, lastStatements(work))
  const contents: Contents = {
    format: 1,
    taken_at: work.taken_at,
    bookmark: work.bookmark,
    ...(!work.isOfOneMoment && { paged: true }),
    migrations: work.migrations,
    tables: Object.fromEntries(work.tables.map(({ name, rows }) => [name, rows])),
    images: Object.keys(images).length,
    missing_images: missing,
    files: { ...files, ...images },
  }
  await bucket.put(objectOf(work.id, MANIFEST), await manifestText(contents))
  return contents
}

function lastStatements({ schema, references, sequence, tables, isOfOneMoment }: Unfinished): string[] {
  const made = (type: string) => schema.filter((part) => part.type === type).map(({ sql }) => sql)
  return [
    DROP_LONG_TEXTS,
    'DELETE FROM sqlite_sequence',
    ...insertsOf('sqlite_sequence', sequence),
    ...made('index'),
    ...made('view'),
    ...(isOfOneMoment
      ? []
      : mending(
          tables.map(({ name }) => name),
          references,
        )),
    ...made('trigger'),
  ]
}
