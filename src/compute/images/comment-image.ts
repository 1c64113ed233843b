import type { Orientation } from '#compute/images/formats/jpeg.ts'
import { checkFileSize, checkPixels } from '#compute/images/limits.ts'
import {
  encodablePixels,
  type Photon,
  type PhotonImage,
  reducedImage,
  uprightImage,
  withPhoton,
} from '#compute/images/photon.ts'
import { fitted } from '#compute/images/pixels.ts'
import { brightnessOf, sampleOf, signalToNoise } from '#compute/images/similarity.ts'
import { sniffImage, stripMetadata, toDecode } from '#compute/images/strip.ts'
import { encodeWebp, type Quality } from '#compute/images/webp-encoder.ts'
import type { PreparedImage } from '#kernel/image-types.ts'

interface CommentImage extends PreparedImage {
  /** The quality of a converted JPEG or PNG. Null for files that keep their type. */
  quality: Quality | null
}

/**
 * The qualities to try. The binary search needs five encodings of the sample. The sixth encoding is
 * that of the whole image.
 */
const QUALITIES = Array.from({ length: 24 }, (_, step) => 50 + 2 * step)
/**
 * Images above this size are encoded with less memory, although the file is then a little larger.
 */
const MANY_PIXELS = 600_000
/**
 * The minimum ratio of the signal to the noise, in decibels. Above it, the difference is invisible
 * at the size at which comments show images. Photographs get a quality of 50 to 65, screenshots
 * with text about 80.
 */
const SIGNAL_TO_NOISE_MIN = 35

/**
 * Converts JPEG and PNG to the smallest WebP that looks the same. GIF and WebP keep their type:
 * they are checked and stripped of metadata.
 */
export async function prepareCommentImage(file: Uint8Array): Promise<CommentImage> {
  checkFileSize(file)
  const { type, width, height } = sniffImage(file)
  if (type === 'image/gif' || type === 'image/webp') {
    checkPixels({ width, height })
    return { type, bytes: stripMetadata(file, type).bytes, width, height, quality: null }
  }
  const { bytes, orientation } = await toDecode(file)
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
      const ratio = signalToNoise(brightness, brightnessOf(photon.pixels(encoded)))
      photon.free(encoded)
      return ratio >= SIGNAL_TO_NOISE_MIN
    })
    return {
      type: 'image/webp',
      bytes: encodeWebp(photon.pixels(image), quality, priority),
      width,
      height,
      quality,
    }
  })
}

/**
 * Scales a large image down, because the encoder needs memory in addition to Photon, whose memory
 * never shrinks.
 */
function fitting(photon: Photon, image: PhotonImage): PhotonImage {
  const most = encodablePixels(photon, image)
  return image.width * image.height <= most
    ? image
    : reducedImage(photon, image, fitted(image, most))
}

/**
 * Binary search for the lowest sufficient quality. Returns the highest quality if none is
 * sufficient.
 */
function lowest(
  qualities: readonly Quality[],
  isSufficient: (quality: Quality) => boolean,
): Quality {
  let [low, high] = [0, qualities.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSufficient(qualities[middle] ?? 100)) high = middle
    else low = middle + 1
  }
  return qualities[Math.min(low, qualities.length - 1)] ?? 100
}
