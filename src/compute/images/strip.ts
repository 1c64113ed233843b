import { FileView } from '#compute/images/formats/file.ts'
import { gifSize, isGif, stripGif } from '#compute/images/formats/gif.ts'
import {
  isJpeg,
  isRotated90,
  jpegSize,
  type Orientation,
  stripJpeg,
} from '#compute/images/formats/jpeg.ts'
import { checkUnpacked, isPng, pngSize, stripPng } from '#compute/images/formats/png.ts'
import { isWebp, stripWebp, webpSize } from '#compute/images/formats/webp.ts'
import {
  checkDecodable,
  checkFileSize,
  checkPixels,
  Tally,
  type Use,
} from '#compute/images/limits.ts'
import { AppError } from '#kernel/errors.ts'
import type { ImageSize, ImageType, PreparedImage } from '#kernel/image-types.ts'

interface Stripped {
  bytes: Uint8Array
  /**
   * The EXIF orientation of a JPEG. It stays in the file, and code that decodes the file must apply
   * it.
   */
  orientation: Orientation
  isAnimated: boolean
}

/**
 * Removes metadata: locations, cameras, times, texts and thumbnails. The pixels are unchanged. It
 * parses the whole file, so truncated files and files with too many parts are refused.
 */
export function stripMetadata(bytes: Uint8Array, type: ImageType, use: Use = 'as it is'): Stripped {
  const file = new FileView(bytes)
  const tally = new Tally(type, use)
  switch (type) {
    case 'image/jpeg':
      // The passes of a JPEG are scans of one image.
      return { ...stripJpeg(file, tally), isAnimated: false }
    case 'image/png':
      return withFrames(stripPng(file, tally), tally)
    case 'image/gif':
      return withFrames(stripGif(file, tally), tally)
    case 'image/webp':
      return withFrames(stripWebp(file, tally), tally)
  }
}

function withFrames(bytes: Uint8Array, tally: Tally): Stripped {
  return { bytes, orientation: 1, isAnimated: tally.hasFrames }
}

/**
 * Detects the type by the first bytes and reads the dimensions from the header, without decoding.
 */
export function sniffImage(bytes: Uint8Array): ImageSize & { type: ImageType } {
  const file = new FileView(bytes)
  if (isJpeg(file)) return { type: 'image/jpeg', ...jpegSize(file) }
  if (isPng(file)) return { type: 'image/png', ...pngSize(file) }
  if (isGif(file)) return { type: 'image/gif', isDeep: false, ...gifSize(file) }
  if (isWebp(file)) return { type: 'image/webp', isDeep: false, ...webpSize(file) }
  throw new AppError('unsupported_type')
}

/**
 * Prepares the file of an image for a decoder: without metadata and colour profile. Throws if the
 * file is damaged or takes too much work to decode.
 */
export async function toDecode(file: Uint8Array): Promise<Stripped> {
  const header = sniffImage(file)
  checkDecodable(header)
  const stripped = stripMetadata(file, header.type, 'to decode')
  if (header.type === 'image/png') await checkUnpacked(stripped.bytes)
  return stripped
}

/**
 * Checks an image for a post and strips its metadata; the pixels are unchanged. Width and height
 * are those that browsers display.
 */
export function preparePostImage(file: Uint8Array): PreparedImage {
  checkFileSize(file)
  const { type, width, height } = sniffImage(file)
  checkPixels({ width, height })
  const { bytes, orientation } = stripMetadata(file, type)
  return isRotated90(orientation)
    ? { type, bytes, width: height, height: width }
    : { type, bytes, width, height }
}
