import type { PreparedImage } from '#features/images/image-type.ts'
import { checkDecodable, checkFileSize } from '#features/images/limits.ts'
import { withPhoton } from '#features/images/photon.ts'
import { type Pixels, turnUpright } from '#features/images/pixels.ts'
import { shrinkMiddle, straightenAlpha } from '#features/images/shrink.ts'
import { sniffImage } from '#features/images/sniff.ts'
import { stripMetadata } from '#features/images/strip.ts'
import { checkUnpacked } from '#features/images/unpacked.ts'
import { encodeWebp } from '#features/images/webp-encoder.ts'

export const AVATAR_SIDE = 256
const SIZE = { width: AVATAR_SIDE, height: AVATAR_SIDE }
const QUALITY = 82

/** The middle square of an image as WebP. */
export async function prepareAvatar(file: Uint8Array): Promise<PreparedImage> {
  checkFileSize(file)
  const header = sniffImage(file)
  checkDecodable(header)
  const { bytes, orientation } = stripMetadata(file, header.type, 'to decode')
  if (header.type === 'image/png') await checkUnpacked(bytes)
  const avatar: Pixels = { ...SIZE, data: new Uint8ClampedArray(4 * SIZE.width * SIZE.height) }
  turnUpright(smallSquare(bytes), orientation, avatar)
  return { ...SIZE, type: 'image/webp', bytes: encodeWebp(avatar, QUALITY, 'small') }
}

function smallSquare(file: Uint8Array): Pixels {
  return withPhoton((photon) => {
    const image = photon.decode(file)
    // The filter is slow: averaging blocks first leaves it at least twice the pixels it makes, and a fraction of the work.
    const side = Math.min(image.width, image.height)
    const block = Math.max(1, Math.floor(side / (2 * SIZE.width)))
    const square = photon.allocate({ width: Math.floor(side / block), height: Math.floor(side / block) })
    shrinkMiddle(photon.pixels(image), block, photon.pixels(square))
    photon.free(image)
    const { data } = photon.pixels(photon.resize(square, SIZE))
    return straightenAlpha({ ...SIZE, data: data.slice() })
  })
}
