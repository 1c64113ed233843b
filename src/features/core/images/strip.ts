import type { Orientation } from '#features/core/images/formats/exif.ts'
import { FileView } from '#features/core/images/formats/file.ts'
import { stripGif } from '#features/core/images/formats/gif.ts'
import { stripJpeg } from '#features/core/images/formats/jpeg.ts'
import { stripPng } from '#features/core/images/formats/png.ts'
import { stripWebp } from '#features/core/images/formats/webp.ts'
import type { ImageType } from '#features/core/images/image-type.ts'
import { Tally, type Use } from '#features/core/images/limits.ts'

interface Stripped {
  bytes: Uint8Array
  /** The EXIF orientation of a JPEG. It stays in the file, and code that decodes the file must apply it. */
  orientation: Orientation
  isAnimated: boolean
}

/**
 * Removes metadata: locations, cameras, times, texts and thumbnails. The pixels are unchanged. Parses the whole file, so truncated
 * files and files with too many parts are refused.
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
