import type { Orientation } from '#compute/images/formats/jpeg.ts'
import {
  encodablePixels,
  type Photon,
  type PhotonImage,
  reducedImage,
  uprightImage,
  withPhoton,
} from '#compute/images/photon.ts'
import { fitted, uprightSize } from '#compute/images/pixels.ts'
import { toDecode } from '#compute/images/strip.ts'
import { encodeWebp } from '#compute/images/webp-encoder.ts'
import { AppError } from '#kernel/errors.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import { type ImagePurpose, type Variants, variantWidths } from '#kernel/image-variants.ts'

const QUALITY = 75

/**
 * Makes the variants of an image. None of them is larger than the file. An animation has no
 * variants, and neither has a file that cannot be decoded.
 */
export async function variantsOf(purpose: ImagePurpose, image: PreparedImage): Promise<Variants> {
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
