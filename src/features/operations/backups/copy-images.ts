import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type FileMark, imageFile, sha256Of } from '#features/operations/backups/manifest.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/** Each image may need one GET and one PUT. */
const IMAGES_A_STEP = 40

/** A part of the image list of a backup, stored in the bucket until the manifest is written. */
interface ImageList {
  files: Record<string, FileMark>
  missing: string[]
}

/**
 * Copies the next images, in the order of their keys. The backup bucket stores each image once for all backups: an image never
 * changes under its key, so existing copies are skipped.
 */
export async function copyImages(
  db: Database,
  from: R2Bucket,
  to: R2Bucket,
  work: Unfinished,
): Promise<Unfinished['images']> {
  const { after, upTo, lists } = work.images
  const rows = await db.all(sql<{ key: string }>`
    SELECT key FROM images WHERE key > ${after ?? ''} AND id <= ${upTo} ORDER BY key LIMIT ${IMAGES_A_STEP}`)
  const last = rows.at(-1)?.key
  if (last === undefined) return { ...work.images, isDone: true }
  const known = await marksOf(to, after, last)
  const list: ImageList = { files: {}, missing: [] }
  for (const { key } of rows) {
    const name = imageFile(key)
    const mark = known.get(name) ?? (await copyImage(from, to, key))
    if (mark) list.files[name] = mark
    else list.missing.push(key)
  }
  await to.put(listName(work.id, lists), JSON.stringify(list))
  return { after: last, upTo, lists: lists + 1, isDone: rows.length < IMAGES_A_STEP }
}

export async function imageLists(bucket: R2Bucket, { id, images }: Unfinished): Promise<ImageList> {
  const whole: ImageList = { files: {}, missing: [] }
  for (let n = 0; n < images.lists; n++) {
    const list = await (await bucket.get(listName(id, n)))?.json<ImageList>()
    if (!list) throw new Error(`${listName(id, n)} is missing from the backup bucket`)
    Object.assign(whole.files, list.files)
    whole.missing.push(...list.missing)
  }
  return whole
}

export const listName = (id: string, n: number) => `${id}/unfinished/${n}.json`

async function copyImage(from: R2Bucket, to: R2Bucket, key: string): Promise<FileMark | null> {
  const object = await from.get(key)
  if (!object) return null
  const bytes = await object.arrayBuffer()
  const sha256 = await sha256Of(bytes)
  await to.put(imageFile(key), bytes, { customMetadata: { sha256 } })
  return { bytes: bytes.byteLength, sha256 }
}

/** Size and hash of images that are already in the backup bucket, in a range of keys. The bucket and the database sort keys the same way. */
async function marksOf(bucket: R2Bucket, after: string | null, last: string): Promise<Map<string, FileMark>> {
  const marks = new Map<string, FileMark>()
  let startAfter = imageFile(after ?? '')
  for (;;) {
    const page = await bucket.list({ prefix: imageFile(''), startAfter, include: ['customMetadata'] })
    for (const { key, size, customMetadata } of page.objects) {
      if (customMetadata?.sha256) marks.set(key, { bytes: size, sha256: customMetadata.sha256 })
    }
    startAfter = page.objects.at(-1)?.key ?? imageFile(last)
    if (!page.truncated || startAfter >= imageFile(last)) return marks
  }
}
