import type { PreparedImage } from '#features/images/image-type.ts'
import { brightnessOf, likeness } from '#features/images/likeness.ts'
import { checkDecodable, checkFileSize, checkPixels } from '#features/images/limits.ts'
import { decode } from '#features/images/photon.ts'
import { type Pixels, upright } from '#features/images/pixels.ts'
import { sampleOf } from '#features/images/sample.ts'
import { sniffImage } from '#features/images/sniff.ts'
import { stripMetadata } from '#features/images/strip.ts'
import { openWebpEncoder, type Quality } from '#features/images/webp-encoder.ts'

export interface CommentImage extends PreparedImage {
  /** Of the WebP file that a JPEG or PNG became; null for what kept its type. */
  quality: Quality | null
}

/** The search goes through these in five steps; the sixth encoding is that of the whole image. */
const QUALITIES = Array.from({ length: 24 }, (_, step) => 50 + 2 * step)
/** From here on a reader does not see the difference at the size it is shown. */
const CLOSE_ENOUGH = 0.97

/** JPEG and PNG become WebP, as small as they can be while they still look the same; GIF and WebP are checked and stripped. */
export function prepareCommentImage(file: Uint8Array): CommentImage {
  checkFileSize(file)
  const { type, width, height } = sniffImage(file)
  if (type === 'image/gif' || type === 'image/webp') {
    checkPixels({ width, height })
    return { type, bytes: stripMetadata(file, type).bytes, width, height, quality: null }
  }
  checkDecodable({ width, height })
  const { bytes, orientation } = stripMetadata(file, type, { keepProfile: false })
  return asWebp(upright(decode(bytes), orientation))
}

function asWebp(pixels: Pixels): CommentImage {
  const encode = openWebpEncoder()
  const sample = sampleOf(pixels)
  const brightness = brightnessOf(sample)
  const isCloseAt = (quality: Quality) =>
    likeness(brightness, brightnessOf(decode(encode(sample, quality))), sample.width) >= CLOSE_ENOUGH
  const quality = lowest(QUALITIES, isCloseAt)
  return { type: 'image/webp', bytes: encode(pixels, quality), width: pixels.width, height: pixels.height, quality }
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
