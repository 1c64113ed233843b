import type { Pixels } from '#compute/images/pixels.ts'

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

/** A pixel that differs more than this from its left neighbour belongs to a detail. */
const DETAIL = 3

/**
 * How much larger the brightness is than its errors in `other`, in decibels (peak signal-to-noise
 * ratio): infinite for equal images, about 30 for visible errors, 40 for invisible ones. Counts
 * only details, otherwise the empty areas of a screenshot would hide damaged text.
 */
export function signalToNoise(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let [errors, pixels] = [0, 0]
  for (let at = 1; at < one.length; at += 1) {
    const value = one[at] ?? 0
    if (Math.abs(value - (one[at - 1] ?? 0)) < DETAIL) continue
    errors += (value - (other[at] ?? 0)) ** 2
    pixels += 1
  }
  return errors === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 ** 2 * pixels) / errors)
}
