import { sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import { filesOf, newImageKey } from '#features/core/images/files.ts'
import { putVariants, sizesOf } from '#features/core/images/variants.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { withinQuota } from '#features/core/storage/quotas.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import type { Variants } from '#kernel/image-variants.ts'

type StoredImage = Pick<Image, 'id' | 'key' | 'type' | 'width' | 'height' | 'bytes'>

/** Checks the file of an image for a post, without its metadata. Refuses an invalid file. */
export async function postImageOf(compute: Compute, file: Uint8Array): Promise<PreparedImage> {
  const { bytes, ...image } = await compute.run('postImage', file, 'file')
  return { ...image, bytes: bytes ?? file }
}

/**
 * Without `variants`, they are not made yet.
 *
 * Writes the files first, then the row, because a row without a file is a broken image. If the
 * insert fails, the files stay: the row may have been written nevertheless. The clean-up deletes
 * files without a row.
 */
export async function storeImage(
  db: Database,
  bucket: R2Bucket,
  user: Pick<Viewer, 'uid' | 'exp' | 'role'>,
  purpose: Image['purpose'],
  { variants, ...image }: PreparedImage & { variants?: Variants },
  now: Date,
): Promise<StoredImage> {
  const [key, at] = [newImageKey(image.type), now.toISOString()]
  const sizes = variants ? sizesOf(variants) : null
  const variantBytes = sizes ? sizes.small + sizes.medium : 0
  const added = { images: 1, image_bytes: image.bytes.byteLength + variantBytes }
  await orUnavailable(() =>
    bucket.put(key, image.bytes, { httpMetadata: { contentType: image.type } }),
  )
  if (variants) await putVariants(bucket, key, variants)
  try {
    const [[stored]] = await withinQuota(db, user, added, (check) =>
      db.batch([
        sql<StoredImage>`
          INSERT INTO images (key, user_id, purpose, type, width, height, bytes, small_bytes, medium_bytes, created_at, unused_since)
          VALUES (${key}, ${user.uid}, ${purpose}, ${image.type}, ${image.width}, ${image.height}, ${image.bytes.byteLength},
            ${sizes?.small ?? null}, ${sizes?.medium ?? null}, ${at}, ${at})
          RETURNING id, key, type, width, height, bytes`,
        ...check,
      ]),
    )
    if (!stored) throw new AppError('internal')
    return stored
  } catch (error) {
    // This error refuses the batch as a whole, so the files certainly have no row.
    if (error instanceof AppError && error.code === 'quota_exceeded')
      await bucket.delete(filesOf(key))
    throw error
  }
}
