import { sql } from 'drizzle-orm'
import { type Database, type Group, group } from '#db/client.ts'
import { type Format, firstPagesOf } from '#features/pages/exports/data.ts'
import { ARCHIVE_IMAGES_MAX, nextStep, type Progress, type Step, startOf } from '#features/pages/exports/steps.ts'

/** Contract: an account with more posts or more text is large. The text is measured as its JSON file. */
export const SMALL_EXPORT_POSTS_MAX = 200
export const SMALL_EXPORT_BYTES_MAX = 5 * 1024 * 1024
/** A ZIP also has the images, whose checksums cost CPU time. */
export const SMALL_EXPORT_IMAGE_BYTES_MAX = 50 * 1024 * 1024

/** Whether the account is large by its rows. Its text is measured while the file is written. */
export function isLarge({ uid }: { uid: number }, format: Format): Group<boolean> {
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

/** The file of a small account, or null if the account has more text. Only the data are in memory; the files of a ZIP are streamed. */
export async function smallExport(
  db: Database,
  images: R2Bucket,
  { uid }: { uid: number },
  format: Format,
  origin: string,
  now: Date,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>> | null> {
  const lines: Uint8Array<ArrayBuffer>[] = []
  const sources = { db, images, uid, first: await firstPagesOf(db, uid, format), directory: () => joined(lines) }
  const take = async (progress: Progress): Promise<Step> => {
    const step = await nextStep(sources, progress)
    lines.push(...step.directory)
    return step
  }
  const beginning: Uint8Array<ArrayBuffer>[] = []
  let progress: Progress | null = startOf(format, origin, now)
  for (let bytes = 0; progress?.phase === 'data'; ) {
    const step: Step = await take(progress)
    beginning.push(...step.pieces)
    bytes += step.dataBytes
    if (bytes > SMALL_EXPORT_BYTES_MAX) return null
    progress = step.next
  }
  return (async function* () {
    yield* beginning
    while (progress !== null) {
      const step: Step = await take(progress)
      yield await joined(step.pieces)
      progress = step.next
    }
  })()
}

async function joined(pieces: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
