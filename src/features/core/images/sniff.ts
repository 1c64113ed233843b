import { FileView } from '#features/core/images/formats/file.ts'
import { gifSize, isGif } from '#features/core/images/formats/gif.ts'
import { isJpeg, jpegSize } from '#features/core/images/formats/jpeg.ts'
import { isPng, pngSize } from '#features/core/images/formats/png.ts'
import { isWebp, webpSize } from '#features/core/images/formats/webp.ts'
import type { ImageSize, ImageType } from '#features/core/images/image-type.ts'
import { AppError } from '#kernel/errors.ts'

interface ImageHeader extends ImageSize {
  type: ImageType
}

/** Detects the type by the first bytes and reads the dimensions from the header, without decoding. */
export function sniffImage(bytes: Uint8Array): ImageHeader {
  const file = new FileView(bytes)
  if (isJpeg(file)) return { type: 'image/jpeg', ...jpegSize(file) }
  if (isPng(file)) return { type: 'image/png', ...pngSize(file) }
  if (isGif(file)) return { type: 'image/gif', isDeep: false, ...gifSize(file) }
  if (isWebp(file)) return { type: 'image/webp', isDeep: false, ...webpSize(file) }
  throw new AppError('unsupported_type')
}
