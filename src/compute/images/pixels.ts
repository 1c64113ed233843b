import { isRotated90, type Orientation } from '#compute/images/formats/jpeg.ts'
import type { Size } from '#kernel/image-types.ts'

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
  return {
    width: Math.max(1, Math.floor(width * factor)),
    height: Math.max(1, Math.floor(height * factor)),
  }
}

/**
 * Applies the EXIF orientation and writes the upright image to `to`, which has the upright size.
 */
export function turnUpright(
  { data, width, height }: Pixels,
  orientation: Orientation,
  to: Pixels,
): void {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const turned = new Uint32Array(to.data.buffer, to.data.byteOffset, width * height)
  const { start, right, down } = STEPS[orientation](width, height)
  for (let y = 0, at = 0; y < to.height; y += 1) {
    let source = start + y * down
    for (let x = 0; x < to.width; x += 1, at += 1, source += right) turned[at] = from[source] ?? 0
  }
}

/**
 * The index of the upper left pixel in the stored image, and the offsets to its right and lower
 * neighbours.
 */
const STEPS: Record<
  Orientation,
  (width: number, height: number) => { start: number; right: number; down: number }
> = {
  1: (w) => ({ start: 0, right: 1, down: w }),
  2: (w) => ({ start: w - 1, right: -1, down: w }),
  3: (w, h) => ({ start: w * h - 1, right: -1, down: -w }),
  4: (w, h) => ({ start: w * (h - 1), right: 1, down: -w }),
  5: (w) => ({ start: 0, right: w, down: 1 }),
  6: (w, h) => ({ start: w * (h - 1), right: -w, down: 1 }),
  7: (w, h) => ({ start: w * h - 1, right: -w, down: -1 }),
  8: (w) => ({ start: w - 1, right: w, down: -1 }),
}

/**
 * Scales an image down. Each new pixel is the average of a part of the image, premultiplied by
 * alpha, so that transparent pixels do not colour the edges.
 */
export function shrink(
  { data, width, height }: Pixels,
  to: Pixels,
  area = { left: 0, top: 0, width, height },
): void {
  const [across, down] = [area.width / to.width, area.height / to.height]
  for (let y = 0, at = 0; y < to.height; y += 1) {
    const [top, bottom] = [area.top + y * down, area.top + Math.min((y + 1) * down, area.height)]
    for (let x = 0; x < to.width; x += 1, at += 4) {
      const [left, right] = [
        area.left + x * across,
        area.left + Math.min((x + 1) * across, area.width),
      ]
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = Math.floor(top); row < bottom; row += 1) {
        const tall = Math.min(row + 1, bottom) - Math.max(row, top)
        for (let column = Math.floor(left); column < right; column += 1) {
          const from = (row * width + column) * 4
          const weight =
            (data[from + 3] ?? 0) * tall * (Math.min(column + 1, right) - Math.max(column, left))
          red += (data[from] ?? 0) * weight
          green += (data[from + 1] ?? 0) * weight
          blue += (data[from + 2] ?? 0) * weight
          alpha += weight
        }
      }
      const pixels = (bottom - top) * (right - left)
      to.data[at] = red / (255 * pixels)
      to.data[at + 1] = green / (255 * pixels)
      to.data[at + 2] = blue / (255 * pixels)
      to.data[at + 3] = alpha / pixels
    }
  }
}

/** Converts premultiplied colours back, in place. */
export function straightenAlpha(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = ((data[channel] ?? 0) * 255) / alpha
  }
  return pixels
}
