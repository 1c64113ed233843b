import type { Orientation } from '#features/images/formats/exif.ts'
import { FileView } from '#features/images/formats/file.ts'
import { stripGif } from '#features/images/formats/gif.ts'
import { stripJpeg } from '#features/images/formats/jpeg.ts'
import { stripPng } from '#features/images/formats/png.ts'
import { stripWebp } from '#features/images/formats/webp.ts'
import type { ImageType } from '#features/images/image-type.ts'
import { DECODED_PIXELS_MAX, PAINTED_PIXELS_MAX, Tally } from '#features/images/limits.ts'

export interface Stripped {
  bytes: Uint8Array
  /** How a JPEG's camera was held: stays in the file, and matters to whoever decodes it. */
  orientation: Orientation
}

/** What is to be decoded needs no colour profile, and must be cheap to decode. */
export type Use = 'as it is' | 'to decode'

/**
 * The same image without anything that tells of its maker: places, cameras, times, texts, thumbnails. The pixels are not touched.
 * Reads the file to its end, so that one that was cut short, or that is made of too much, is refused here.
 */
export function stripMetadata(bytes: Uint8Array, type: ImageType, use: Use = 'as it is'): Stripped {
  const file = new FileView(bytes)
  const tally = new Tally(type, use === 'to decode' ? DECODED_PIXELS_MAX : PAINTED_PIXELS_MAX)
  switch (type) {
    case 'image/jpeg':
      return stripJpeg(file, tally)
    case 'image/png':
      return { bytes: stripPng(file, use === 'as it is', tally), orientation: 1 }
    case 'image/gif':
      return { bytes: stripGif(file, tally), orientation: 1 }
    case 'image/webp':
      return { bytes: stripWebp(file, tally), orientation: 1 }
  }
}
