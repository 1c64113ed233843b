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
import { brightnessOf, opaque, sampleOf, signalToNoise } from '#compute/images/similarity.ts'
import { sniffImage, stripMetadata, toDecode } from '#compute/images/strip.ts'
import { encodeWebp, type Quality } from '#compute/images/webp-encoder.ts'
import type { PreparedImage } from '#kernel/image-types.ts'

interface CommentImage extends PreparedImage {
  /** The quality of a converted JPEG or PNG. Null for files that keep their type. */
  quality: Quality | null
}

/**
 * The qualities that are always tried, in this order, until one is sufficient. Most images need no
 * more than the first. At most one quality between two of them is tried too.
 */
const TRIED = [50, 80, 96]
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
 * Below this ratio at the first quality, an image is noise: only the highest quality comes near a
 * sufficient ratio, so no other is tried. A trial of noise takes as long as the result. Random
 * pixels have 13, photographs and screenshots with text much more.
 */
const NOISE_RATIO = 20
/** Higher ratios, which may be infinite, count as this one. */
const RATIO_MAX = 60

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
    // Transparency is stored without loss, so it does not change the ratio.
    const colours = opaque(sample)
    const quality = sufficientQuality((candidate) => {
      const encoded = photon.decode(encodeWebp(colours, candidate, priority))
      const ratio = signalToNoise(brightness, brightnessOf(photon.pixels(encoded), sample))
      photon.free(encoded)
      return Math.min(ratio, RATIO_MAX)
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

/** How similar an image is to the original at a quality. */
interface Trial {
  quality: Quality
  ratio: number
}

/**
 * The lowest quality with a sufficient ratio, about: between two tried qualities the ratio is
 * interpolated. The highest quality if none is sufficient.
 */
function sufficientQuality(ratioAt: (quality: Quality) => number): Quality {
  const tried = (quality: Quality): Trial => ({ quality, ratio: ratioAt(quality) })
  let low: Trial | null = null
  for (const quality of TRIED) {
    const high = tried(quality)
    if (high.ratio < NOISE_RATIO) break
    if (high.ratio < SIGNAL_TO_NOISE_MIN) {
      low = high
      continue
    }
    if (low === null) return quality
    const between = interpolated(low, high)
    if (between === high.quality) return between
    const middle = tried(between)
    return middle.ratio < SIGNAL_TO_NOISE_MIN
      ? interpolated(middle, high)
      : interpolated(low, middle)
  }
  return TRIED.at(-1) ?? 100
}

/** The quality at which the ratio is sufficient if it grows evenly between the two. */
function interpolated(low: Trial, high: Trial): Quality {
  const share = (SIGNAL_TO_NOISE_MIN - low.ratio) / (high.ratio - low.ratio)
  return Math.ceil(low.quality + share * (high.quality - low.quality))
}
