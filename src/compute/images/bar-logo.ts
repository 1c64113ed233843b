import { checkFileSize } from '#compute/images/limits.ts'
import { reducedImage, uprightImage, withPhoton } from '#compute/images/photon.ts'
import { uprightSize } from '#compute/images/pixels.ts'
import { toDecode } from '#compute/images/strip.ts'
import { encodeWebp } from '#compute/images/webp-encoder.ts'
import type { PreparedImage, Size } from '#kernel/image-types.ts'
import { BAR_LOGO } from '#kernel/image-widths.ts'

/** Letters need sharp edges. */
const QUALITY = 92

/** A logo for the bar as WebP: upright, scaled down to fit, and not cropped. */
export async function prepareBarLogo(file: Uint8Array): Promise<PreparedImage> {
  checkFileSize(file)
  const { bytes, orientation } = await toDecode(file)
  return withPhoton((photon) => {
    const decoded = photon.decode(bytes)
    const size = fittingSize(uprightSize(decoded, orientation))
    const small = reducedImage(photon, decoded, uprightSize(size, orientation))
    const image = uprightImage(photon, small, orientation)
    const { width, height } = image
    const encoded = encodeWebp(photon.pixels(image), QUALITY, 'size')
    return { type: 'image/webp', bytes: encoded, width, height }
  })
}

function fittingSize({ width, height }: Size): Size {
  const scale = Math.min(1, BAR_LOGO.width / width, BAR_LOGO.height / height)
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}
