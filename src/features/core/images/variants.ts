import type { Image } from '#db/schema/core.ts'
import type { Orientation } from '#features/core/images/formats/exif.ts'
import type { PreparedImage } from '#features/core/images/image-type.ts'
import { checkDecodable, ENCODED_PIXELS_MAX } from '#features/core/images/limits.ts'
import { type Photon, type PhotonImage, uprightImage, withPhoton } from '#features/core/images/photon.ts'
import { fitted, isOpaque, uprightSize } from '#features/core/images/pixels.ts'
import { shrinkAll, straightenAlpha } from '#features/core/images/shrink.ts'
import { sniffImage } from '#features/core/images/sniff.ts'
import { stripMetadata } from '#features/core/images/strip.ts'
import { checkUnpacked } from '#features/core/images/unpacked.ts'
import { VARIANT_TYPE, type Variant, variantFile, variantWidths } from '#features/core/images/variant-files.ts'
import { encodeWebp } from '#features/core/images/webp-encoder.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'

export type Variants = Partial<Record<Variant, Uint8Array>>

const QUALITY = 75

/**
 * Decodes a stored image and makes its variants, none that is larger than the file. An animation has none, and neither has a file that
 * cannot be decoded.
 */
export async function variantsOf(purpose: Image['purpose'], image: PreparedImage): Promise<Variants> {
  const widths = variantWidths(purpose, image)
  if (widths.length === 0) return {}
  try {
    const still = decodable(image)
    if (still === null) return {}
    const { file, orientation } = still
    if (image.type === 'image/png') await checkUnpacked(file)
    return withPhoton((photon) => {
      const variants: Variants = {}
      let from: PhotonImage | null = null
      for (const [variant, width] of widths) {
        from = from
          ? reduced(photon, from, width)
          : uprightImage(photon, reduced(photon, photon.decode(file), width, orientation), orientation)
        const encoded = encodeWebp(photon.pixels(from), QUALITY, variant === 'small' ? 'size' : 'memory')
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
 * The file to decode, or null for an animation. Without a colour profile it is the stored file: a further copy of 5 MB would not fit
 * beside the decoder.
 */
function decodable({ type, bytes }: PreparedImage): { file: Uint8Array; orientation: Orientation } | null {
  checkDecodable(sniffImage(bytes))
  const stripped = stripMetadata(bytes, type, 'to decode')
  if (stripped.isAnimated) return null
  const { orientation } = stripped
  return { file: stripped.bytes.byteLength === bytes.byteLength ? bytes : stripped.bytes, orientation }
}

/** Scales an image down to this width after it is turned upright, or less if it is tall: the encoder needs memory beside Photon. */
function reduced(photon: Photon, image: PhotonImage, width: number, orientation: Orientation = 1): PhotonImage {
  const most = isOpaque(photon.pixels(image)) ? ENCODED_PIXELS_MAX.opaque : ENCODED_PIXELS_MAX.transparent
  const upright = uprightSize(image, orientation)
  const height = Math.max(1, Math.round((upright.height * width) / upright.width))
  const smaller = photon.allocate(uprightSize(fitted({ width, height }, most), orientation))
  shrinkAll(photon.pixels(image), photon.pixels(smaller))
  straightenAlpha(photon.pixels(smaller))
  photon.free(image)
  return smaller
}

export async function putVariants(bucket: R2Bucket, key: string, variants: Variants): Promise<void> {
  const files = Object.entries(variants) as [Variant, Uint8Array][]
  await Promise.all(
    files.map(([variant, bytes]) =>
      orUnavailable(() =>
        bucket.put(variantFile(key, variant), bytes, { httpMetadata: { contentType: VARIANT_TYPE } }),
      ),
    ),
  )
}

/** Bytes of the variants; 0 for one that does not exist. */
export function sizesOf({ small, medium }: Variants): Record<Variant, number> {
  return { small: small?.byteLength ?? 0, medium: medium?.byteLength ?? 0 }
}
