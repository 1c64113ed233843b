import type { PreparedImage } from '#features/core/images/files.ts'
import type { Orientation } from '#features/core/images/formats/jpeg.ts'
import { checkUnpacked } from '#features/core/images/formats/png.ts'
import { checkDecodable, checkFileSize, checkPixels, ENCODED_PIXELS_MAX } from '#features/core/images/limits.ts'
import { type Photon, type PhotonImage, uprightImage, withPhoton } from '#features/core/images/photon.ts'
import { fitted, isOpaque, shrink, straightenAlpha } from '#features/core/images/pixels.ts'
import { brightnessOf, sampleOf, structuralSimilarity } from '#features/core/images/similarity.ts'
import { sniffImage, stripMetadata } from '#features/core/images/strip.ts'
import { encodeWebp, type Quality } from '#features/core/images/webp-encoder.ts'

interface CommentImage extends PreparedImage {
  /** The quality of a converted JPEG or PNG. Null for files that keep their type. */
  quality: Quality | null
}

/** Binary search needs five encodings of the sample. The sixth encoding is the whole image. */
const QUALITIES = Array.from({ length: 24 }, (_, step) => 50 + 2 * step)
/** Larger images are encoded with less memory instead of the smallest file. */
const MANY_PIXELS = 600_000
/** Minimum similarity: above it, the difference is invisible at display size. */
const SIMILARITY_MIN = 0.97

/** Converts JPEG and PNG to the smallest WebP that looks the same. GIF and WebP are checked and stripped of metadata. */
export async function prepareCommentImage(file: Uint8Array): Promise<CommentImage> {
  checkFileSize(file)
  const header = sniffImage(file)
  const { type, width, height } = header
  if (type === 'image/gif' || type === 'image/webp') {
    checkPixels({ width, height })
    return { type, bytes: stripMetadata(file, type).bytes, width, height, quality: null }
  }
  checkDecodable(header)
  const { bytes, orientation } = stripMetadata(file, type, 'to decode')
  if (type === 'image/png') await checkUnpacked(bytes)
  return asWebp(bytes, orientation)
}

function asWebp(file: Uint8Array, orientation: Orientation): CommentImage {
  return withPhoton((photon) => {
    const image = uprightImage(photon, fitting(photon, photon.decode(file)), orientation)
    const { width, height } = image
    const priority = width * height > MANY_PIXELS ? 'memory' : 'size'
    const sample = sampleOf(photon.pixels(image))
    const brightness = brightnessOf(sample)
    const quality = lowest(QUALITIES, (candidate) => {
      const encoded = photon.decode(encodeWebp(sample, candidate, priority))
      const alike = structuralSimilarity(brightness, brightnessOf(photon.pixels(encoded)), sample.width)
      photon.free(encoded)
      return alike >= SIMILARITY_MIN
    })
    return { type: 'image/webp', bytes: encodeWebp(photon.pixels(image), quality, priority), width, height, quality }
  })
}

/** Scales a large image down: the encoder needs memory in addition to Photon, whose memory never shrinks. */
function fitting(photon: Photon, image: PhotonImage): PhotonImage {
  const most = isOpaque(photon.pixels(image)) ? ENCODED_PIXELS_MAX.opaque : ENCODED_PIXELS_MAX.transparent
  if (image.width * image.height <= most) return image
  const smaller = photon.allocate(fitted(image, most))
  shrink(photon.pixels(image), photon.pixels(smaller))
  straightenAlpha(photon.pixels(smaller))
  photon.free(image)
  return smaller
}

/** Binary search for the lowest sufficient quality. Returns the highest quality if none is sufficient. */
function lowest(qualities: readonly Quality[], isSufficient: (quality: Quality) => boolean): Quality {
  let [low, high] = [0, qualities.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSufficient(qualities[middle] ?? 100)) high = middle
    else low = middle + 1
  }
  return qualities[Math.min(low, qualities.length - 1)] ?? 100
}
