import { isRotated90 } from '#features/core/images/formats/exif.ts'
import type { PreparedImage } from '#features/core/images/image-type.ts'
import { checkFileSize, checkPixels } from '#features/core/images/limits.ts'
import { sniffImage } from '#features/core/images/sniff.ts'
import { stripMetadata } from '#features/core/images/strip.ts'

/** An image for a post: checked and stripped of metadata, with unchanged pixels. Width and height are those that browsers display. */
export function preparePostImage(file: Uint8Array): PreparedImage {
  checkFileSize(file)
  const { type, width, height } = sniffImage(file)
  checkPixels({ width, height })
  const { bytes, orientation } = stripMetadata(file, type)
  return isRotated90(orientation) ? { type, bytes, width: height, height: width } : { type, bytes, width, height }
}
