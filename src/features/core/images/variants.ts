import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import {
  filesOf,
  type PreparedImage,
  VARIANT_TYPE,
  type Variant,
  variantFile,
  variantWidths,
} from '#features/core/images/files.ts'
import type { Orientation } from '#features/core/images/formats/jpeg.ts'
import {
  encodablePixels,
  type Photon,
  type PhotonImage,
  reducedImage,
  uprightImage,
  withPhoton,
} from '#features/core/images/photon.ts'
import { fitted, uprightSize } from '#features/core/images/pixels.ts'
import { toDecode } from '#features/core/images/strip.ts'
import { encodeWebp } from '#features/core/images/webp-encoder.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'

export type Variants = Partial<Record<Variant, Uint8Array>>

const QUALITY = 75

/**
 * Makes the variants of an image. None of them is larger than the file. An animation has no
 * variants, and neither has a file that cannot be decoded.
 */
export async function variantsOf(
  purpose: Image['purpose'],
  image: PreparedImage,
): Promise<Variants> {
  const widths = variantWidths(purpose, image)
  if (widths.length === 0) return {}
  try {
    const still = await decodable(image)
    if (still === null) return {}
    const { file, orientation } = still
    return withPhoton((photon) => {
      const variants: Variants = {}
      let from: PhotonImage | null = null
      for (const [variant, width] of widths) {
        from = from
          ? reduced(photon, from, width)
          : uprightImage(
              photon,
              reduced(photon, photon.decode(file), width, orientation),
              orientation,
            )
        const encoded = encodeWebp(
          photon.pixels(from),
          QUALITY,
          variant === 'small' ? 'size' : 'memory',
        )
        if (encoded.byteLength < image.bytes.byteLength) variants[variant] = encoded
      }
      return variants
    })
  } catch (error) {
    if (!(error instanceof AppError))
      console.error(JSON.stringify({ level: 'error', job: 'variants', error: String(error) }))
    return {}
  }
}

/**
 * The file to decode, or null for an animation. If the file has no metadata and no colour profile
 * to remove, it is the given file itself, not a copy: a copy of 5 MB would not fit into the memory
 * beside the decoder.
 */
async function decodable({
  bytes,
}: PreparedImage): Promise<{ file: Uint8Array; orientation: Orientation } | null> {
  const { bytes: stripped, orientation, isAnimated } = await toDecode(bytes)
  return isAnimated
    ? null
    : { file: stripped.byteLength === bytes.byteLength ? bytes : stripped, orientation }
}

/**
 * Scales an image down to this width, which is its width after it is turned upright. A tall image
 * gets a smaller width, so that it can be encoded.
 */
function reduced(
  photon: Photon,
  image: PhotonImage,
  width: number,
  orientation: Orientation = 1,
): PhotonImage {
  const upright = uprightSize(image, orientation)
  const height = Math.max(1, Math.round((upright.height * width) / upright.width))
  const size = fitted({ width, height }, encodablePixels(photon, image))
  return reducedImage(photon, image, uprightSize(size, orientation))
}

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
 * decoded, so that a file that ends the isolate is not decoded again. An outage restores "not made
 * yet".
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
    await db.batch([
      sql`UPDATE images SET small_bytes = NULL, medium_bytes = NULL WHERE key = ${key}`,
    ])
    throw error
  }
}
