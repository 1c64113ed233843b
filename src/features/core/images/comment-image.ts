import type { Orientation } from '#features/core/images/formats/exif.ts'
import type { PreparedImage } from '#features/core/images/image-type.ts'
import { brightnessOf, likeness, sampleOf } from '#features/core/images/likeness.ts'
import { checkDecodable, checkFileSize, checkPixels, ENCODED_PIXELS_MAX } from '#features/core/images/limits.ts'
import { type Photon, type PhotonImage, withPhoton } from '#features/core/images/photon.ts'
import { fitted, isOpaque, turnUpright, uprightSize } from '#features/core/images/pixels.ts'
import { shrinkAll, straightenAlpha } from '#features/core/images/shrink.ts'
import { sniffImage } from '#features/core/images/sniff.ts'
import { stripMetadata } from '#features/core/images/strip.ts'
import { checkUnpacked } from '#features/core/images/unpacked.ts'
import { encodeWebp, type Quality } from '#features/core/images/webp-encoder.ts'

interface CommentImage extends PreparedImage {
  /** Of the WebP file that a JPEG or PNG became; null for what kept its type. */
  quality: Quality | null
}

/** The search goes through these in five steps; the sixth encoding is that of the whole image. */
const QUALITIES = Array.from({ length: 24 }, (_, step) => 50 + 2 * step)
/** From here on memory comes before file size. */
const MANY_PIXELS = 600_000
/** From here on a reader does not see the difference at the size it is shown. */
const CLOSE_ENOUGH = 0.97

/** JPEG and PNG become WebP, as small as they can be while they still look the same; GIF and WebP are checked and stripped. */
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
    const care = width * height > MANY_PIXELS ? 'frugal' : 'small'
    const sample = sampleOf(photon.pixels(image))
    const brightness = brightnessOf(sample)
    const quality = lowest(QUALITIES, (candidate) => {
      const encoded = photon.decode(encodeWebp(sample, candidate, care))
      const alike = likeness(brightness, brightnessOf(photon.pixels(encoded)), sample.width)
      photon.free(encoded)
      return alike >= CLOSE_ENOUGH
    })
    return { type: 'image/webp', bytes: encodeWebp(photon.pixels(image), quality, care), width, height, quality }
  })
}

function uprightImage(photon: Photon, image: PhotonImage, orientation: Orientation): PhotonImage {
  if (orientation === 1) return image
  const upright = photon.allocate(uprightSize(image, orientation))
  turnUpright(photon.pixels(image), orientation, photon.pixels(upright))
  photon.free(image)
  return upright
}

/** The encoder has to fit beside Photon, whose memory never shrinks: a large image is made smaller first. */
function fitting(photon: Photon, image: PhotonImage): PhotonImage {
  const most = isOpaque(photon.pixels(image)) ? ENCODED_PIXELS_MAX.opaque : ENCODED_PIXELS_MAX.transparent
  if (image.width * image.height <= most) return image
  const smaller = photon.allocate(fitted(image, most))
  shrinkAll(photon.pixels(image), photon.pixels(smaller))
  straightenAlpha(photon.pixels(smaller))
  photon.free(image)
  return smaller
}

/** The first that will do, found by halving, or the last. */
function lowest(qualities: readonly Quality[], willDo: (quality: Quality) => boolean): Quality {
  let [low, high] = [0, qualities.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (willDo(qualities[middle] ?? 100)) high = middle
    else low = middle + 1
  }
  return qualities[Math.min(low, qualities.length - 1)] ?? 100
}
