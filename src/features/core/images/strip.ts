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
  /** How a JPEG's camera was held: stays in the file, and matters to whoever decodes it. */
  orientation: Orientation
}

/**
 * The same image without anything that tells of its maker: places, cameras, times, texts, thumbnails. The pixels are not touched.
 * Reads the file to its end, so that one that was cut short, or that is made of too much, is refused here.
 */
export function stripMetadata(bytes: Uint8Array, type: ImageType, use: Use = 'as it is'): Stripped {
  const file = new FileView(bytes)
  const tally = new Tally(type, use)
  switch (type) {
    case 'image/jpeg':
      return stripJpeg(file, tally)
    case 'image/png':
      return { bytes: stripPng(file, tally), orientation: 1 }
    case 'image/gif':
      return { bytes: stripGif(file, tally), orientation: 1 }
    case 'image/webp':
      return { bytes: stripWebp(file, tally), orientation: 1 }
  }
}
