import type { PreparedImage } from '#features/images/image-type.ts'
import { checkDecodable, checkFileSize } from '#features/images/limits.ts'
import { decode, resize } from '#features/images/photon.ts'
import { type Pixels, upright } from '#features/images/pixels.ts'
import { sniffImage } from '#features/images/sniff.ts'
import { stripMetadata } from '#features/images/strip.ts'
import { openWebpEncoder } from '#features/images/webp-encoder.ts'

export const AVATAR_SIDE = 256
const AVATAR_QUALITY = 82

/** The middle square of an image, 256 pixels wide, as WebP. */
export function prepareAvatar(file: Uint8Array): PreparedImage {
  checkFileSize(file)
  const header = sniffImage(file)
  checkDecodable(header)
  const { bytes, orientation } = stripMetadata(file, header.type, { keepProfile: false })
  const square = middleSquare(decode(bytes))
  const small = withStraightAlpha(resize(square, { width: AVATAR_SIDE, height: AVATAR_SIDE }))
  const encode = openWebpEncoder()
  return {
    type: 'image/webp',
    width: AVATAR_SIDE,
    height: AVATAR_SIDE,
    bytes: encode(upright(small, orientation), AVATAR_QUALITY),
  }
}

/**
 * Each pixel is the average of a block of the original: as large as leaves the last step, which is slow, at least twice the pixels
 * it needs. Colours are multiplied by alpha, so that what cannot be seen does not shine through at the edges.
 */
function middleSquare({ data, width, height }: Pixels): Pixels {
  const side = Math.min(width, height)
  const block = Math.max(1, Math.floor(side / (2 * AVATAR_SIDE)))
  const small = Math.floor(side / block)
  const left = Math.floor((width - small * block) / 2)
  const top = Math.floor((height - small * block) / 2)
  const square = new Uint8ClampedArray(small * small * 4)
  for (let y = 0, at = 0; y < small; y += 1) {
    for (let x = 0; x < small; x += 1, at += 4) {
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = 0; row < block; row += 1) {
        let from = ((top + y * block + row) * width + left + x * block) * 4
        for (let column = 0; column < block; column += 1, from += 4) {
          const weight = data[from + 3] ?? 0
          red += (data[from] ?? 0) * weight
          green += (data[from + 1] ?? 0) * weight
          blue += (data[from + 2] ?? 0) * weight
          alpha += weight
        }
      }
      const pixels = block * block
      square[at] = red / (255 * pixels)
      square[at + 1] = green / (255 * pixels)
      square[at + 2] = blue / (255 * pixels)
      square[at + 3] = alpha / pixels
    }
  }
  return { data: square, width: small, height: small }
}

function withStraightAlpha({ data, width, height }: Pixels): Pixels {
  const straight = data.map((value, at) => {
    const alpha = data[at | 3] ?? 255
    return (at & 3) === 3 || alpha === 0 ? value : (value * 255) / alpha
  })
  return { data: straight, width, height }
}
