import type { ImageSize, ImageType, Size } from '#features/core/images/image-type.ts'
import { AppError } from '#kernel/errors.ts'
import { DECODED_SIDE_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'

const PIXELS_MAX = 50_000_000
/** Of a JPEG in four colours or a PNG of 16 bits a channel, which take a third more memory. Browsers write neither. */
export const DEEP_PIXELS_MAX = 3_000_000
/** A comment image of more is made smaller before it is encoded. Transparency costs the encoder three times the memory. */
export const ENCODED_PIXELS_MAX = { opaque: 1_000_000, transparent: 400_000 }
/** Of a PNG's colour profile, which is packed and may unpack to a thousand times as much. Ordinary ones have 3 KB. */
export const PROFILE_BYTES_MAX = 256 * 1024

/**
 * How many parts a file may have: segments, chunks or blocks, and among them passes, which are scans of a JPEG and frames of an
 * animation. Ordinary files have some ten scans and some hundred of the rest; 5 MB could hold a million.
 */
export const PARTS: Record<ImageType, { parts: number; passes: number }> = {
  'image/jpeg': { parts: 1_000, passes: 50 },
  'image/png': { parts: 5_000, passes: 1_000 },
  'image/gif': { parts: 5_000, passes: 1_000 },
  'image/webp': { parts: 5_000, passes: 1_000 },
}

/** Of the codes that a lossless WebP is written in; a decoder takes 16 bytes for each. Ordinary files have some thousand. */
const SYMBOLS_MAX = 300_000

/** Pixels of all passes together: what a reader's browser has to paint, and what we do where we decode. */
const PAINTED_PIXELS_MAX = 1_000_000_000
const DECODED_PIXELS_MAX = 100_000_000

/** What is to be decoded needs no colour profile, and must be cheap to decode. */
export type Use = 'as it is' | 'to decode'

export function checkFileSize(bytes: Uint8Array): void {
  if (bytes.byteLength > FILE_BYTES_MAX) throw new AppError('file_too_large')
}

export function checkPixels({ width, height }: Size): void {
  if (width * height > PIXELS_MAX) throw new AppError('image_too_many_pixels')
}

export function checkDecodable({ width, height, isDeep }: ImageSize): void {
  const isTooLarge =
    width > DECODED_SIDE_MAX || height > DECODED_SIDE_MAX || (isDeep && width * height > DEEP_PIXELS_MAX)
  if (isTooLarge) throw new AppError('image_too_many_pixels')
}

/** Counts what a file is made of while it is read, and refuses it at the first part too many. */
export class Tally {
  private parts = 0
  private passes = 0
  private pixels = 0
  private written = 0
  private readonly max: { parts: number; passes: number; pixels: number }
  readonly use: Use

  constructor(type: ImageType, use: Use = 'as it is') {
    this.max = { ...PARTS[type], pixels: use === 'to decode' ? DECODED_PIXELS_MAX : PAINTED_PIXELS_MAX }
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

  /** Whether there was anything to see. */
  get isEmpty(): boolean {
    return this.passes === 0
  }
}
