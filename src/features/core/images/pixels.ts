import type { Orientation } from '#features/core/images/formats/exif.ts'
import { isRotated90 } from '#features/core/images/formats/exif.ts'
import type { Size } from '#features/core/images/image-type.ts'

/** A decoded image: red, green, blue and alpha of each pixel, row by row. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

export function uprightSize({ width, height }: Size, orientation: Orientation): Size {
  return isRotated90(orientation) ? { width: height, height: width } : { width, height }
}

/** Scales a size down to at most `most` pixels. Keeps the aspect ratio. */
export function fitted({ width, height }: Size, most: number): Size {
  const factor = Math.min(1, Math.sqrt(most / (width * height)))
  return { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
}

/** Applies the EXIF orientation and writes the upright image to `to`, which has the upright size. */
export function turnUpright({ data, width, height }: Pixels, orientation: Orientation, to: Pixels): void {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const turned = new Uint32Array(to.data.buffer, to.data.byteOffset, width * height)
  const { start, right, down } = STEPS[orientation](width, height)
  for (let y = 0, at = 0; y < to.height; y += 1) {
    let source = start + y * down
    for (let x = 0; x < to.width; x += 1, at += 1, source += right) turned[at] = from[source] ?? 0
  }
}

/** The index of the upper left pixel in the stored image, and the offsets to its right and lower neighbours. */
const STEPS: Record<Orientation, (width: number, height: number) => { start: number; right: number; down: number }> = {
  1: (w) => ({ start: 0, right: 1, down: w }),
  2: (w) => ({ start: w - 1, right: -1, down: w }),
  3: (w, h) => ({ start: w * h - 1, right: -1, down: -w }),
  4: (w, h) => ({ start: w * (h - 1), right: 1, down: -w }),
  5: (w) => ({ start: 0, right: w, down: 1 }),
  6: (w, h) => ({ start: w * (h - 1), right: -w, down: 1 }),
  7: (w, h) => ({ start: w * h - 1, right: -w, down: -1 }),
  8: (w) => ({ start: w - 1, right: w, down: -1 }),
}
