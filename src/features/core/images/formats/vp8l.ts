import { damaged, type FileView } from '#features/core/images/formats/file.ts'
import { Bits, PrefixCode, readLengths } from '#features/core/images/formats/prefix-code.ts'
import type { Size } from '#features/core/images/image-type.ts'
import type { Tally } from '#features/core/images/limits.ts'

/**
 * Counts the symbols of all codes that a lossless image is written in. An image may have its own five codes for every few pixels, 65,536
 * times five in all, each some 20 bytes long and 4 KB once it is read: four megabytes took 849, and a minute. Ends where the pixels begin.
 */
export function countSymbols(file: FileView, start: number, end: number, size: Size, tally: Tally): void {
  const bits = new Bits(file, start, end)
  const { width, height } = afterTransforms(bits, size)
  const alphabets = alphabetsOf(readCache(bits))
  const groups = bits.read(1) === 1 ? 1 + readBlocks(bits, { width, height }) : 1
  for (let group = 0; group < groups; group += 1) {
    for (const symbols of alphabets) tally.symbols(used(readLengths(bits, symbols)))
  }
}

function used(lengths: Uint8Array): number {
  let count = 0
  for (const length of lengths) if (length > 0) count += 1
  return count
}

/** Green with lengths of copies and the cache, red, blue, alpha, distances of copies. */
const alphabetsOf = (cache: number) => [COPIES + 24 + cache, 256, 256, 256, 40]
const COPIES = 256

const TRANSFORMS = { predictor: 0, colour: 1, green: 2, palette: 3 } as const

/** The size of what is left to read after the transforms, each of which may come once. */
function afterTransforms(bits: Bits, size: Size): Size {
  let { width } = size
  const seen = new Set<number>()
  while (bits.read(1) === 1) {
    const transform = bits.read(2)
    if (seen.has(transform)) damaged()
    seen.add(transform)
    if (transform === TRANSFORMS.palette) {
      const colours = 1 + bits.read(8)
      readImage(bits, { width: colours, height: 1 })
      // Of few colours several pixels are written as one.
      width = Math.ceil(width / (colours <= 2 ? 8 : colours <= 4 ? 4 : colours <= 16 ? 2 : 1))
    } else if (transform !== TRANSFORMS.green) readBlocks(bits, { ...size, width })
  }
  return { ...size, width }
}

/** A small image with a pixel for each block of the large one. */
function readBlocks(bits: Bits, { width, height }: Size): number {
  const side = 2 ** (2 + bits.read(3))
  return readImage(bits, { width: Math.ceil(width / side), height: Math.ceil(height / side) })
}

/** Reads over an image, and gives the highest number that its red and green make. Copies repeat what was there. */
function readImage(bits: Bits, { width, height }: Size): number {
  const alphabets = alphabetsOf(readCache(bits))
  const [green, red, blue, alpha, distance] = alphabets.map((symbols) => new PrefixCode(readLengths(bits, symbols)))
  if (!green || !red || !blue || !alpha || !distance) return damaged()
  // There is nothing to copy yet.
  if (green.only !== null && green.only >= COPIES) damaged()
  // All pixels are alike, and take no bits.
  if (green.only !== null && red.only !== null && blue.only !== null && alpha.only !== null)
    return (red.only << 8) | green.only
  let highest = 0
  let left = width * height
  while (left > 0) {
    const symbol = green.read(bits)
    if (symbol < COPIES) {
      highest = Math.max(highest, (red.read(bits) << 8) | symbol)
      blue.read(bits)
      alpha.read(bits)
      left -= 1
    } else if (symbol < COPIES + 24) {
      left -= readNumber(bits, symbol - COPIES)
      readNumber(bits, distance.read(bits))
    } else left -= 1
  }
  return left === 0 ? highest : damaged()
}

/** How many colours are kept to be named again. */
function readCache(bits: Bits): number {
  if (bits.read(1) === 0) return 0
  const size = bits.read(4)
  return size >= 1 && size <= 11 ? 2 ** size : damaged()
}

/** A length or a distance: small ones are symbols, larger ones have more bits behind the symbol. */
function readNumber(bits: Bits, symbol: number): number {
  if (symbol < 4) return symbol + 1
  const extra = (symbol - 2) >> 1
  return ((2 + (symbol & 1)) << extra) + bits.read(extra) + 1
}
