import { checkFileSize } from '#compute/images/limits.ts'
import { withPhoton } from '#compute/images/photon.ts'
import { type Pixels, shrink, straightenAlpha, turnUpright } from '#compute/images/pixels.ts'
import { toDecode } from '#compute/images/strip.ts'
import { encodeWebp } from '#compute/images/webp-encoder.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import { AVATAR_SIDE, LOGO_SIDE } from '#kernel/image-widths.ts'

/**
 * The middle square of an uploaded image, upright and scaled to `side`. Throws if the file is not a
 * valid image.
 */
export async function squareOf(file: Uint8Array, side: number): Promise<Pixels> {
  checkFileSize(file)
  const { bytes, orientation } = await toDecode(file)
  const square: Pixels = { width: side, height: side, data: new Uint8ClampedArray(4 * side * side) }
  turnUpright(smallSquare(bytes, side), orientation, square)
  return square
}

function smallSquare(file: Uint8Array, side: number): Pixels {
  const size = { width: side, height: side }
  return withPhoton((photon) => {
    const image = photon.decode(file)
    // The Lanczos filter is slow. Averaging blocks first reduces its input to about twice the
    // output size.
    const shortest = Math.min(image.width, image.height)
    const block = Math.max(1, Math.floor(shortest / (2 * side)))
    const [small, used] = [Math.floor(shortest / block), shortest - (shortest % block)]
    const square = photon.allocate({ width: small, height: small })
    const [left, top] = [image.width, image.height].map((length) =>
      Math.floor((length - used) / 2),
    ) as [number, number]
    shrink(photon.pixels(image), photon.pixels(square), { left, top, width: used, height: used })
    photon.free(image)
    const { data } = photon.pixels(photon.resize(square, size))
    return straightenAlpha({ ...size, data: data.slice() })
  })
}

const SIZE = { width: AVATAR_SIDE, height: AVATAR_SIDE }
const QUALITY = 82

/** The middle square of an image as WebP. */
export async function prepareAvatar(file: Uint8Array): Promise<PreparedImage> {
  const avatar = await squareOf(file, AVATAR_SIDE)
  return { ...SIZE, type: 'image/webp', bytes: encodeWebp(avatar, QUALITY, 'size') }
}

/**
 * The middle square of an image in two versions: a small WebP for pages, and a large PNG for home
 * screens and feeds.
 */
export async function prepareLogo(
  file: Uint8Array,
): Promise<{ small: PreparedImage; large: PreparedImage }> {
  const small = await prepareAvatar(file)
  const pixels = await squareOf(file, LOGO_SIDE)
  const bytes = withPhoton((photon) => photon.png(pixels))
  return { small, large: { width: LOGO_SIDE, height: LOGO_SIDE, type: 'image/png', bytes } }
}
