import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { AGE, type FileMark, imageFile, sha256Of } from '#features/operations/backups/format.ts'
import type { Target } from '#features/operations/backups/resources.ts'
import type { Unfinished } from '#features/operations/backups/unfinished.ts'

/** Each image may need one GET and one PUT. */
const IMAGES_A_STEP = 20
/** Bytes. Encryption takes about 10 ms of CPU time per million bytes. */
const ENCRYPTED_A_STEP = 5_000_000

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
  { bucket: to, encryption }: Target,
  work: Unfinished,
): Promise<Unfinished['images']> {
  const { after, upTo, lists } = work.images
  const rows = await db.all(sql<{ key: string }>`
    SELECT key FROM images WHERE key > ${after ?? ''} AND id <= ${upTo} ORDER BY key LIMIT ${IMAGES_A_STEP}`)
  let last = rows.at(-1)?.key
  if (last === undefined) return { ...work.images, isDone: true }
  const known = await marksOf(to, after, last)
  const list: ImageList = { files: {}, missing: [] }
  let encrypted = 0
  for (const { key } of rows) {
    const name = imageFile(key) + (encryption ? AGE : '')
    const mark = known.get(name) ?? (await copyImage(from, key, name, { bucket: to, encryption }))
    if (mark) list.files[name] = mark
    else list.missing.push(key)
    last = key
    if (encryption && !known.has(name)) encrypted += mark?.bytes ?? 0
    if (encrypted >= ENCRYPTED_A_STEP) break
  }
  await to.put(listName(work.id, lists), JSON.stringify(list))
  const isDone = rows.length < IMAGES_A_STEP && last === rows.at(-1)?.key
  return { after: last, upTo, lists: lists + 1, isDone }
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

async function copyImage(from: R2Bucket, key: string, name: string, to: Target): Promise<FileMark | null> {
  const object = await from.get(key)
  if (!object) return null
  const image = new Uint8Array(await object.arrayBuffer())
  const bytes = to.encryption ? await to.encryption.encrypt(image) : image
  const sha256 = await sha256Of(bytes)
  // Encryption gives other bytes each time, and older manifests have the hash of the stored ones: never overwrite them.
  const onlyIf = to.encryption ? { onlyIf: { etagDoesNotMatch: '*' } } : {}
  const put = await to.bucket.put(name, bytes, { customMetadata: { sha256 }, ...onlyIf })
  if (put) return { bytes: bytes.length, sha256 }
  const stored = await to.bucket.head(name)
  return stored?.customMetadata?.sha256 ? { bytes: stored.size, sha256: stored.customMetadata.sha256 } : null
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
