import type { PreparedImage } from '#features/core/images/image-type.ts'
import { squareOf } from '#features/core/images/square.ts'
import { encodeWebp } from '#features/core/images/webp-encoder.ts'

export const AVATAR_SIDE = 256
const SIZE = { width: AVATAR_SIDE, height: AVATAR_SIDE }
const QUALITY = 82

/** The middle square of an image as WebP. */
export async function prepareAvatar(file: Uint8Array): Promise<PreparedImage> {
  const avatar = await squareOf(file, AVATAR_SIDE)
  return { ...SIZE, type: 'image/webp', bytes: encodeWebp(avatar, QUALITY, 'small') }
}
