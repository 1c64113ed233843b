import { sql } from 'drizzle-orm'
import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import { filesOf, VARIANT_TYPE, variantFile } from '#features/core/images/files.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'
import type { Variant, Variants } from '#kernel/image-variants.ts'

export async function putVariants(
  bucket: R2Bucket,
  key: string,
  variants: Variants,
): Promise<void> {
  const files = Object.entries(variants) as [Variant, Uint8Array][]
  await Promise.all(
    files.map(([variant, bytes]) =>
      orUnavailable(() =>
        bucket.put(variantFile(key, variant), bytes, {
          httpMetadata: { contentType: VARIANT_TYPE },
        }),
      ),
    ),
  )
}

/** Bytes of the variants; 0 for one that does not exist. */
export function sizesOf({ small, medium }: Variants): Record<Variant, number> {
  return { small: small?.byteLength ?? 0, medium: medium?.byteLength ?? 0 }
}

export type StoredSizes = Pick<Image, 'small_bytes' | 'medium_bytes'>

/**
 * Makes the variants of a stored image and returns their sizes, or null if there is no such image
 * or another request makes them. `seen` is the state in which the caller found the row: of
 * concurrent calls, only one finds it unchanged. The row says "no variants" before the file is
 * decoded, so that a file that ends the compute Worker is not decoded again. An outage restores
 * "not made yet".
 */
export async function makeVariants(
  db: Database,
  compute: Compute,
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
    const variants = await variantsOf(compute, image, bytes)
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
    await db.batch([
      sql`UPDATE images SET small_bytes = NULL, medium_bytes = NULL WHERE key = ${key}`,
    ])
    throw error
  }
}

/**
 * None for a file that takes too long, or whose job was sent and failed: the error of a compute
 * Worker that does not respond at all has no cause.
 */
async function variantsOf(
  compute: Compute,
  { purpose, ...facts }: Pick<Image, 'purpose' | 'type' | 'width' | 'height'>,
  bytes: Uint8Array,
): Promise<Variants> {
  try {
    return await compute.run('variants', { purpose, image: { ...facts, bytes } })
  } catch (error) {
    const isFault = error instanceof AppError && error.cause !== undefined
    if (isFault || (error instanceof AppError && error.code === 'too_complex')) return {}
    throw error
  }
}
