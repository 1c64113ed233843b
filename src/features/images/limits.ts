import type { Size } from '#features/images/image-type.ts'
import { AppError } from '#kernel/errors.ts'
import { FILE_BYTES_MAX } from '#kernel/sizes.ts'

export const MAX_PIXELS = 50_000_000
/** Decoding needs 4 bytes a pixel several times over, and an isolate has 128 MB. */
export const MAX_DECODED_SIDE = 2_048

export function checkFileSize(bytes: Uint8Array): void {
  if (bytes.byteLength > FILE_BYTES_MAX) throw new AppError('file_too_large')
}

export function checkPixels({ width, height }: Size): void {
  if (width * height > MAX_PIXELS) throw new AppError('image_too_many_pixels')
}

export function checkDecodable({ width, height }: Size): void {
  if (width > MAX_DECODED_SIDE || height > MAX_DECODED_SIDE) throw new AppError('image_too_many_pixels')
}
