import { liesOnItsSide } from '#features/images/formats/exif.ts'
import type { PreparedImage } from '#features/images/image-type.ts'
import { checkFileSize, checkPixels } from '#features/images/limits.ts'
import { sniffImage } from '#features/images/sniff.ts'
import { stripMetadata } from '#features/images/strip.ts'

/** An image for a post: checked and stripped, its pixels as they were. Width and height are as a browser shows it. */
export function preparePostImage(file: Uint8Array): PreparedImage {
  checkFileSize(file)
  const { type, width, height } = sniffImage(file)
  checkPixels({ width, height })
  const { bytes, orientation } = stripMetadata(file, type)
  return liesOnItsSide(orientation) ? { type, bytes, width: height, height: width } : { type, bytes, width, height }
}
