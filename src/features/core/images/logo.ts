import type { PreparedImage } from '#features/core/images/image-type.ts'
import { withPhoton } from '#features/core/images/photon.ts'
import { prepareAvatar, squareOf } from '#features/core/images/square.ts'

export const LOGO_SIDE = 512

/** The middle square of an image in two versions: a small WebP for pages, and a large PNG for home screens and feeds. */
export async function prepareLogo(file: Uint8Array): Promise<{ small: PreparedImage; large: PreparedImage }> {
  const small = await prepareAvatar(file)
  const pixels = await squareOf(file, LOGO_SIDE)
  const bytes = withPhoton((photon) => photon.png(pixels))
  return { small, large: { width: LOGO_SIDE, height: LOGO_SIDE, type: 'image/png', bytes } }
}
