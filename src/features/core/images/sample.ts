import type { Pixels } from '#features/core/images/pixels.ts'

/** A sample of a large image is a mosaic of this many tiles each way. */
const TILES = 8
/** Four of the blocks that WebP works in. */
const TILE_SIDE = 64
const SAMPLE_SIDE = TILES * TILE_SIDE

/**
 * What is measured instead of a large image: tiles from all over it. Encoding it takes a fraction of the time and the memory, and
 * tells as well which quality will do. A small image is its own sample. It is a copy in either case.
 */
export function sampleOf({ data, width, height }: Pixels): Pixels {
  if (width < SAMPLE_SIDE || height < SAMPLE_SIDE) return { data: data.slice(), width, height }
  const mosaic = new Uint8ClampedArray(SAMPLE_SIDE * SAMPLE_SIDE * 4)
  for (let y = 0; y < SAMPLE_SIDE; y += 1) {
    const row = positionIn(y, height) * width
    for (let tile = 0; tile < TILES; tile += 1) {
      const from = (row + positionIn(tile * TILE_SIDE, width)) * 4
      mosaic.set(data.subarray(from, from + TILE_SIDE * 4), (y * SAMPLE_SIDE + tile * TILE_SIDE) * 4)
    }
  }
  return { data: mosaic, width: SAMPLE_SIDE, height: SAMPLE_SIDE }
}

/** Where a row or column of the sample lies in an image that is `length` long: the tiles are spread evenly. */
function positionIn(index: number, length: number): number {
  const tile = Math.floor(index / TILE_SIDE)
  return Math.floor((tile * (length - TILE_SIDE)) / (TILES - 1)) + (index % TILE_SIDE)
}
