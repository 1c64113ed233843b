import type { Orientation } from '#features/images/formats/exif.ts'
import { liesOnItsSide } from '#features/images/formats/exif.ts'
import type { Size } from '#features/images/image-type.ts'

/** A decoded image: red, green, blue and alpha of each pixel, row by row. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

/** As it looks with the camera held upright. */
export function upright(pixels: Pixels, orientation: Orientation): Pixels {
  if (orientation === 1) return pixels
  const { width, height } = pixels
  const turned = liesOnItsSide(orientation) ? { width: height, height: width } : { width, height }
  const from = new Uint32Array(pixels.data.buffer)
  const to = new Uint32Array(from.length)
  const { start, right, down } = STEPS[orientation](width, height)
  for (let y = 0, at = 0; y < turned.height; y += 1) {
    let source = start + y * down
    for (let x = 0; x < turned.width; x += 1, at += 1, source += right) to[at] = from[source] ?? 0
  }
  return { ...turned, data: new Uint8ClampedArray(to.buffer) }
}

/** Where the upper left pixel lies in the stored image, and how far on lie its neighbours to the right and below. */
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
