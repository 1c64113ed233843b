import type { Pixels } from '#features/core/images/pixels.ts'

/** A sample of a large image has TILES × TILES tiles. */
const TILES = 8
/** In pixels: four macroblocks of WebP. */
const TILE_SIDE = 64
const SAMPLE_SIDE = TILES * TILE_SIDE

/**
 * A sample of a large image: tiles that are spread over the whole image. The search of a quality
 * takes a fraction of the time and memory with the sample, and finds the same quality. A small
 * image is its own sample. The result is always a copy.
 */
export function sampleOf({ data, width, height }: Pixels): Pixels {
  if (width < SAMPLE_SIDE || height < SAMPLE_SIDE) return { data: data.slice(), width, height }
  const mosaic = new Uint8ClampedArray(SAMPLE_SIDE * SAMPLE_SIDE * 4)
  for (let y = 0; y < SAMPLE_SIDE; y += 1) {
    const row = positionIn(y, height) * width
    for (let tile = 0; tile < TILES; tile += 1) {
      const from = (row + positionIn(tile * TILE_SIDE, width)) * 4
      mosaic.set(
        data.subarray(from, from + TILE_SIDE * 4),
        (y * SAMPLE_SIDE + tile * TILE_SIDE) * 4,
      )
    }
  }
  return { data: mosaic, width: SAMPLE_SIDE, height: SAMPLE_SIDE }
}

/** Maps a row or column of the sample to the image. The tiles are spread evenly over `length`. */
function positionIn(index: number, length: number): number {
  const tile = Math.floor(index / TILE_SIDE)
  return Math.floor((tile * (length - TILE_SIDE)) / (TILES - 1)) + (index % TILE_SIDE)
}

const WINDOW = 8
// The SSIM constants for values up to 255.
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2
/** Windows with a higher variance contain detail. */
const DETAIL = 25

/** The brightness of each pixel on a white background. */
export function brightnessOf({ data, width, height }: Pixels): Uint8ClampedArray {
  const brightness = new Uint8ClampedArray(width * height)
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel += 1) {
    const luma = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    const alpha = (data[at + 3] ?? 0) / 255
    brightness[pixel] = luma * alpha + 255 * (1 - alpha)
  }
  return brightness
}

/**
 * Structural similarity (SSIM), 1 for equal images. The lower of two means: over all windows of 8 ×
 * 8 pixels, and over the windows with detail. Otherwise the empty areas of a screenshot would hide
 * damaged text.
 */
export function structuralSimilarity(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  width: number,
): number {
  const height = one.length / width
  const all = { sum: 0, windows: 0 }
  const detailed = { sum: 0, windows: 0 }
  for (let top = 0; top < height; top += WINDOW) {
    for (let left = 0; left < width; left += WINDOW) {
      const area = {
        left,
        top,
        right: Math.min(left + WINDOW, width),
        bottom: Math.min(top + WINDOW, height),
      }
      const { similarity, variance } = compare(one, other, width, area)
      for (const mean of variance > DETAIL ? [all, detailed] : [all]) {
        mean.sum += similarity
        mean.windows += 1
      }
    }
  }
  return Math.min(...[all, detailed].map(({ sum, windows }) => (windows === 0 ? 1 : sum / windows)))
}

interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

function compare(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  width: number,
  { left, top, right, bottom }: Area,
) {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const x = one[at] ?? 0
      const z = other[at] ?? 0
      a += x
      b += z
      aa += x * x
      bb += z * z
      ab += x * z
    }
  }
  const pixels = (right - left) * (bottom - top)
  const [meanA, meanB] = [a / pixels, b / pixels]
  const variance = aa / pixels - meanA ** 2
  const spread = variance + bb / pixels - meanB ** 2
  const together = ab / pixels - meanA * meanB
  const brightness = (2 * meanA * meanB + C1) / (meanA ** 2 + meanB ** 2 + C1)
  return { similarity: (brightness * (2 * together + C2)) / (spread + C2), variance }
}
