import { AppError } from '#kernel/errors.ts'
import type { ImageSize, ImageType, Size } from '#kernel/image-types.ts'
import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

const PIXELS_MAX = 50_000_000
/**
 * Maximum pixels of CMYK JPEGs and 16-bit PNGs, which need a third more memory. Browsers write
 * neither of them.
 */
export const DEEP_PIXELS_MAX = 3_000_000
/**
 * Images in comments with more pixels are scaled down before they are encoded. For transparency,
 * the encoder needs three times the memory.
 */
export const ENCODED_PIXELS_MAX = { opaque: 1_000_000, transparent: 400_000 }
/**
 * Maximum size of the compressed colour profile of a PNG, which can decompress to a thousand times
 * its size. Ordinary profiles have 3 KB.
 */
export const PROFILE_BYTES_MAX = 256 * 1024

/**
 * The maximum number of parts (segments, chunks or blocks) and of passes (scans of a JPEG, frames
 * of an animation) of a file. Ordinary files have a few hundred parts and about ten scans; 5 MB
 * could contain a million parts.
 */
export const PARTS: Record<ImageType, { parts: number; passes: number }> = {
  'image/jpeg': { parts: 1_000, passes: 50 },
  'image/png': { parts: 5_000, passes: 1_000 },
  'image/gif': { parts: 5_000, passes: 1_000 },
  'image/webp': { parts: 5_000, passes: 1_000 },
}

/**
 * Maximum number of prefix code symbols of a lossless WebP. A decoder needs 16 bytes for each of
 * them. Ordinary files have a few thousand.
 */
const SYMBOLS_MAX = 300_000

/**
 * Maximum pixels of all passes together: this limit is for files that browsers display, the lower
 * limit below for files that the site decodes.
 */
const PAINTED_PIXELS_MAX = 1_000_000_000
const DECODED_PIXELS_MAX = 100_000_000

/** What happens to a file. Files 'to decode' lose their colour profile and have lower limits. */
export type Use = 'as it is' | 'to decode'

export function checkFileSize(bytes: Uint8Array): void {
  if (bytes.byteLength > FILE_BYTES_MAX) throw new AppError('file_too_large')
}

export function checkPixels({ width, height }: Size): void {
  if (width * height > PIXELS_MAX) throw new AppError('image_too_many_pixels')
}

export function checkDecodable({ width, height, isDeep }: ImageSize): void {
  const isTooLarge =
    width > DECODED_SIDE_MAX ||
    height > DECODED_SIDE_MAX ||
    (isDeep && width * height > DEEP_PIXELS_MAX)
  if (isTooLarge) throw new AppError('image_too_many_pixels')
}

/** Counts the parts of a file during parsing and throws when a limit is exceeded. */
export class Tally {
  private parts = 0
  private passes = 0
  private pixels = 0
  private written = 0
  private readonly max: { parts: number; passes: number; pixels: number }
  readonly use: Use

  constructor(type: ImageType, use: Use = 'as it is') {
    this.max = {
      ...PARTS[type],
      pixels: use === 'to decode' ? DECODED_PIXELS_MAX : PAINTED_PIXELS_MAX,
    }
    this.use = use
  }

  part(): void {
    this.parts += 1
    if (this.parts > this.max.parts) throw new AppError('image_invalid')
  }

  pass({ width, height }: Size): void {
    this.passes += 1
    this.pixels += width * height
    if (this.passes > this.max.passes) throw new AppError('image_invalid')
    if (this.pixels > this.max.pixels) throw new AppError('image_too_many_pixels')
  }

  symbols(count: number): void {
    this.written += count
    if (this.written > SYMBOLS_MAX) throw new AppError('image_invalid')
  }

  /** Whether the file had no scan or frame. */
  get isEmpty(): boolean {
    return this.passes === 0
  }

  /** Whether a PNG, GIF or WebP is animated. */
  get hasFrames(): boolean {
    return this.passes > 1
  }
}
