import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import { filesOf, type Variant } from '#features/core/images/variant-files.ts'
import { putVariants, sizesOf, variantsOf } from '#features/core/images/variants.ts'
import { orUnavailable } from '#kernel/errors.ts'

export type StoredSizes = Pick<Image, 'small_bytes' | 'medium_bytes'>

/**
 * Makes the variants of a stored image and returns their sizes. `seen` is the state in which the caller found the image: of concurrent
 * calls, one finds it unchanged. The row says "no variants" before the file is decoded, so a file that ends the isolate is not
 * decoded again. An outage restores "not made yet".
 */
export async function makeVariants(
  db: Database,
  bucket: R2Bucket,
  key: string,
  seen: StoredSizes,
): Promise<Record<Variant, number> | null> {
  const [[image]] = await db.batch([
    sql<Pick<Image, 'purpose' | 'type' | 'width' | 'height'>>`
      UPDATE images SET small_bytes = 0, medium_bytes = 0
      WHERE key = ${key} AND small_bytes IS ${seen.small_bytes} AND medium_bytes IS ${seen.medium_bytes}
      RETURNING purpose, type, width, height`,
  ])
  if (!image) return null
  try {
    const file = await orUnavailable(() => bucket.get(key))
    if (file === null) return sizesOf({})
    const bytes = new Uint8Array(await file.arrayBuffer())
    const variants = await variantsOf(image.purpose, { ...image, bytes })
    const { small, medium } = sizesOf(variants)
    if (small + medium === 0) return { small, medium }
    await putVariants(bucket, key, variants)
    const [[row]] = await db.batch([
      sql<{
        id: number
      }>`UPDATE images SET small_bytes = ${small}, medium_bytes = ${medium} WHERE key = ${key} RETURNING id`,
    ])
    if (row) return { small, medium }
    // The image was deleted meanwhile.
    await bucket.delete(filesOf(key))
    return null
  } catch (error) {
    await db.batch([sql`UPDATE images SET small_bytes = NULL, medium_bytes = NULL WHERE key = ${key}`])
    throw error
  }
}
