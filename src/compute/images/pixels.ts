import { isRotated90, type Orientation } from '#compute/images/formats/jpeg.ts'
import type { Size } from '#kernel/image-types.ts'

/** A decoded image: red, green, blue and alpha of each pixel, row by row. */
export interface Pixels extends Size {
  data: Uint8ClampedArray<ArrayBuffer>
}

export function isOpaque({ data, width, height }: Pixels): boolean {
  // A pixel is a little-endian number, whose highest byte is alpha.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  for (let at = 0; at < pixels.length; at += 1) if ((pixels[at] ?? 0) < 0xff000000) return false
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
 * alpha, so that transparent pixels do not colour the edges. Each row of the image is scaled
 * across once and then added to its new rows, because an image has millions of pixels.
 */
export function shrink(
  { data, width, height }: Pixels,
  to: Pixels,
  area = { left: 0, top: 0, width, height },
): void {
  const columns = partsOf(area.width, to.width)
  const scaled = new Float64Array(4 * to.width)
  const sums = new Float64Array(4 * to.width)
  const pixels = (area.width / to.width) * (area.height / to.height)
  for (const [y, rows] of partsOf(area.height, to.height).entries()) {
    sums.fill(0)
    for (let row = rows.first; row <= rows.last; row += 1) {
      // The last row of one new row may be the first row of the next one.
      if (y === 0 || row > rows.first || rows.firstShare === 1)
        scaleAcross(data, (area.top + row) * width + area.left, columns, scaled)
      const share = shareOf(row, rows)
      for (let at = 0; at < sums.length; at += 1)
        sums[at] = (sums[at] as number) + (scaled[at] as number) * share
    }
    for (let from = 0, at = 4 * y * to.width; from < sums.length; from += 4, at += 4) {
      to.data[at] = (sums[from] as number) / (255 * pixels)
      to.data[at + 1] = (sums[from + 1] as number) / (255 * pixels)
      to.data[at + 2] = (sums[from + 2] as number) / (255 * pixels)
      to.data[at + 3] = (sums[from + 3] as number) / pixels
    }
  }
}

/** The columns or rows of which a new column or row is the average. */
interface Part {
  first: number
  last: number
  /** How much of the first and of the last one belongs to the part. */
  firstShare: number
  lastShare: number
}

/** Divides a length into `count` equal parts, each at least one pixel long. */
function partsOf(length: number, count: number): Part[] {
  return Array.from({ length: count }, (_, n) => {
    const [start, end] = [(n * length) / count, ((n + 1) * length) / count]
    const [first, last] = [Math.floor(start), Math.ceil(end) - 1]
    return { first, last, firstShare: Math.min(first + 1, end) - start, lastShare: end - last }
  })
}

function shareOf(index: number, { first, last, firstShare, lastShare }: Part): number {
  if (index === first) return firstShare
  return index === last ? lastShare : 1
}

/** Sums the pixels of one row by column: colours times alpha, and alpha. */
function scaleAcross(
  data: Uint8ClampedArray,
  start: number,
  columns: readonly Part[],
  sums: Float64Array,
): void {
  let at = 0
  for (const { first, last, firstShare, lastShare } of columns) {
    const begin = 4 * (start + first)
    const end = 4 * (start + last)
    // Destructuring an array would make one for each pixel.
    let red = 0
    let green = 0
    let blue = 0
    let alpha = 0
    for (let from = begin; from <= end; from += 4) {
      let weight = data[from + 3] as number
      if (from === begin) weight *= firstShare
      else if (from === end) weight *= lastShare
      red += (data[from] as number) * weight
      green += (data[from + 1] as number) * weight
      blue += (data[from + 2] as number) * weight
      alpha += weight
    }
    sums[at] = red
    sums[at + 1] = green
    sums[at + 2] = blue
    sums[at + 3] = alpha
    at += 4
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
