import { joined } from '#compute/images/formats/file.ts'
import type { Pixels } from '#compute/images/pixels.ts'
import { encodeWebp, encodeWith } from '#compute/images/webp-encoder.ts'
import { riff, webpChunk } from './make.ts'

export function webp(pixels: Pixels, quality = 90): Uint8Array {
  return encodeWebp(pixels, quality, 'size')
}

/** As libwebp writes it, with transforms and separate prefix codes for blocks of the image. */
export function losslessWebp(pixels: Pixels): Uint8Array {
  return encodeWith(pixels, { lossless: 1, exact: 1 })
}

/** A simple WebP as extended WebP, with chunks before and after the image. */
export function webpWith(
  file: Uint8Array,
  { width, height }: Pixels,
  flags: number,
  ...after: Uint8Array[]
) {
  const u24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16]
  const header = webpChunk(
    'VP8X',
    Uint8Array.from([flags, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]),
  )
  return riff(header, file.subarray(12), ...after)
}

/** An animation whose frames are the given files. */
export function animatedWebp(
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  ...files: Uint8Array[]
): Uint8Array {
  const u24 = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16]
  const frame = Uint8Array.from([
    ...u24(0),
    ...u24(0),
    ...u24(width - 1),
    ...u24(height - 1),
    ...u24(100),
    0,
  ])
  return riff(
    webpChunk('VP8X', Uint8Array.from([2, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)])),
    webpChunk('ANIM', Uint8Array.of(0, 0, 0, 0, 0, 0)),
    ...files.map((file) => webpChunk('ANMF', joined([frame, file.subarray(12)]))),
  )
}
