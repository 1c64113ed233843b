import type { Pixels } from '#compute/images/pixels.ts'

/** A sample of a large image has TILES × TILES tiles. */
const TILES = 8
/** In pixels: four macroblocks of WebP. */
const TILE_SIDE = 64
const SAMPLE_SIDE_MAX = TILES * TILE_SIDE

/**
 * A sample of a large image: tiles that are spread over the whole image. The search of a quality
 * takes a fraction of the time and memory with the sample, and finds the same quality. A small
 * image is its own sample. The result is always a copy.
 */
export function sampleOf({ data, width: across, height: down }: Pixels): Pixels {
  const [width, height] = [Math.min(across, SAMPLE_SIDE_MAX), Math.min(down, SAMPLE_SIDE_MAX)]
  const sample = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y += 1) {
    const row = positionIn(y, down) * across
    for (let x = 0; x < width; x += TILE_SIDE) {
      const from = 4 * (row + positionIn(x, across))
      const tile = data.subarray(from, from + 4 * Math.min(TILE_SIDE, width - x))
      sample.set(tile, 4 * (y * width + x))
    }
  }
  return { data: sample, width, height }
}

/**
 * Maps a row or column of the sample to the image. The tiles are spread evenly over a `length` that
 * is longer than the sample.
 */
function positionIn(index: number, length: number): number {
  if (length <= SAMPLE_SIDE_MAX) return index
  const tile = Math.floor(index / TILE_SIDE)
  return Math.floor((tile * (length - TILE_SIDE)) / (TILES - 1)) + (index % TILE_SIDE)
}

/** The same colours without transparency, which takes an encoder most of its time. */
export function opaque({ data, width, height }: Pixels): Pixels {
  const copy = data.slice()
  for (let at = 3; at < copy.length; at += 4) copy[at] = 255
  return { data: copy, width, height }
}

/**
 * The brightness of each pixel on a white background. `alphaOf` is the image whose transparency
 * counts.
 */
export function brightnessOf(
  { data, width, height }: Pixels,
  alphaOf: Pick<Pixels, 'data'> = { data },
): Uint8ClampedArray {
  const brightness = new Uint8ClampedArray(width * height)
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel += 1) {
    const luma = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0)
    const alpha = (alphaOf.data[at + 3] ?? 0) / 255
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
