import { damaged, type FileView } from '#compute/images/formats/file.ts'
import type { Tally } from '#compute/images/limits.ts'
import type { Size } from '#kernel/image-types.ts'

/**
 * Counts the symbols of all prefix codes of a lossless image, up to the start of the pixels. An
 * image may have 65,536 groups of five codes. Each code takes about 20 bytes in the file and 4 KB
 * when decoded: a file of 4 MB took 849 MB and a minute to decode.
 */
export function countSymbols(
  file: FileView,
  start: number,
  end: number,
  size: Size,
  tally: Tally,
): void {
  const bits = new Bits(file, start, end)
  const { width, height } = afterTransforms(bits, size)
  const alphabets = alphabetsOf(readCache(bits))
  const groups = bits.read(1) === 1 ? 1 + readBlocks(bits, { width, height }) : 1
  for (let group = 0; group < groups; group += 1) {
    for (const symbols of alphabets) tally.symbols(used(readLengths(bits, symbols)))
  }
}

/** In an image with few colours, several pixels are packed into one. */
function pixelsInOne(colours: number): number {
  if (colours <= 2) return 8
  if (colours <= 4) return 4
  return colours <= 16 ? 2 : 1
}

function used(lengths: Uint8Array): number {
  let count = 0
  for (const length of lengths) if (length > 0) count += 1
  return count
}

/**
 * Alphabet sizes of the five codes: green (with copy lengths and colour cache), red, blue, alpha,
 * copy distances.
 */
const alphabetsOf = (cache: number) => [COPIES + 24 + cache, 256, 256, 256, 40]
const COPIES = 256

const TRANSFORMS = { predictor: 0, colour: 1, green: 2, palette: 3 } as const

/** Reads the transforms, each at most once, and returns the size of the image that follows. */
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
      width = Math.ceil(width / pixelsInOne(colours))
    } else if (transform !== TRANSFORMS.green) readBlocks(bits, { ...size, width })
  }
  return { ...size, width }
}

/** Reads a sub-image with one pixel per block of the main image. */
function readBlocks(bits: Bits, { width, height }: Size): number {
  const side = 2 ** (2 + bits.read(3))
  return readImage(bits, { width: Math.ceil(width / side), height: Math.ceil(height / side) })
}

/**
 * Skips a sub-image and returns its highest value of red and green as a 16-bit number. Copies add
 * no new values.
 */
function readImage(bits: Bits, { width, height }: Size): number {
  const alphabets = alphabetsOf(readCache(bits))
  const [green, red, blue, alpha, distance] = alphabets.map(
    (symbols) => new PrefixCode(readLengths(bits, symbols)),
  )
  if (!green || !red || !blue || !alpha || !distance) return damaged()
  // The first pixel cannot be a copy.
  if (green.only !== null && green.only >= COPIES) damaged()
  // Each code has one symbol: all pixels are equal and take no bits.
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

/** The number of colours in the colour cache; 0 if the image has none. */
function readCache(bits: Bits): number {
  if (bits.read(1) === 0) return 0
  const size = bits.read(4)
  return size >= 1 && size <= 11 ? 2 ** size : damaged()
}

/**
 * Decodes a length or a distance. For small values, the symbol is the value; for larger ones, extra
 * bits follow the symbol.
 */
function readNumber(bits: Bits, symbol: number): number {
  if (symbol < 4) return symbol + 1
  const extra = (symbol - 2) >> 1
  return ((2 + (symbol & 1)) << extra) + bits.read(extra) + 1
}

/** Reads numbers of a few bits, lowest bit first. */
class Bits {
  private readonly file: FileView
  private readonly end: number
  private at: number
  private held = 0
  private count = 0

  constructor(file: FileView, start: number, end: number) {
    this.file = file
    this.at = start
    this.end = end
  }

  read(length: number): number {
    for (; this.count < length; this.count += 8) {
      if (this.at >= this.end) damaged()
      this.held |= this.file.byte(this.at) << this.count
      this.at += 1
    }
    const value = this.held & ((1 << length) - 1)
    this.held >>>= length
    this.count -= length
    return value
  }
}

/**
 * A canonical prefix code, built from the code lengths of the symbols. Symbols with length 0 are
 * not in the code.
 */
class PrefixCode {
  private readonly counts = new Uint16Array(LENGTH_MAX + 1)
  private readonly symbols: number[] = []

  constructor(lengths: Uint8Array) {
    for (let length = 1; length <= LENGTH_MAX; length += 1) {
      for (
        let symbol = lengths.indexOf(length);
        symbol !== -1;
        symbol = lengths.indexOf(length, symbol + 1)
      ) {
        this.symbols.push(symbol)
        this.counts[length] = (this.counts[length] ?? 0) + 1
      }
    }
    if (this.symbols.length === 0) damaged()
  }

  /** The symbol of a code with one symbol, which takes no bits. Otherwise null. */
  get only(): number | null {
    return this.symbols.length === 1 ? (this.symbols[0] ?? null) : null
  }

  read(bits: Bits): number {
    if (this.only !== null) return this.only
    let [code, first, index] = [0, 0, 0]
    for (let length = 1; length <= LENGTH_MAX; length += 1) {
      code |= bits.read(1)
      const count = this.counts[length] ?? 0
      if (code - first < count) return this.symbols[index + code - first] ?? damaged()
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return damaged()
  }
}

const LENGTH_MAX = 15

/** Reads the code lengths of the next code. The result is valid until the next call. */
function readLengths(bits: Bits, symbols: number): Uint8Array {
  const lengths = ROOM.subarray(0, symbols).fill(0)
  if (bits.read(1) === 1) readFewLengths(bits, lengths)
  else readManyLengths(bits, lengths)
  return lengths
}

const ROOM = new Uint8Array(256 + 24 + 2_048)

/** Reads a simple code, which has one or two symbols. */
function readFewLengths(bits: Bits, lengths: Uint8Array): void {
  const isPair = bits.read(1) === 1
  const first = bits.read(bits.read(1) === 1 ? 8 : 1)
  const second = isPair ? bits.read(8) : first
  // A pair of equal symbols is refused, because decoders disagree about its meaning.
  if (Math.max(first, second) >= lengths.length || (isPair && first === second)) damaged()
  lengths[first] = 1
  lengths[second] = 1
}

/** Reads code lengths that are themselves prefix coded, with codes for repetitions. */
function readManyLengths(bits: Bits, lengths: Uint8Array): void {
  const written = new Uint8Array(LENGTH_ORDER.length)
  const count = 4 + bits.read(4)
  for (const symbol of LENGTH_ORDER.slice(0, count)) written[symbol] = bits.read(3)
  const code = new PrefixCode(written)
  let left = bits.read(1) === 1 ? 2 + bits.read(2 + 2 * bits.read(3)) : lengths.length
  if (left > lengths.length) damaged()
  let previous = 8
  for (let at = 0; at < lengths.length && left > 0; left -= 1) {
    const sign = code.read(bits)
    const { extra, least } = REPETITIONS[sign] ?? { extra: 0, least: 1 }
    const times = least + bits.read(extra)
    if (at + times > lengths.length) damaged()
    if (sign > 0 && sign <= LENGTH_MAX) previous = sign
    const own = sign <= LENGTH_MAX ? sign : 0
    lengths.fill(sign === REPEAT ? previous : own, at, at + times)
    at += times
  }
}

const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
const REPEAT = 16
/** The codes that repeat a length: one repeats the previous length, the others repeat zero. */
const REPETITIONS: Readonly<Record<number, { extra: number; least: number }>> = {
  [REPEAT]: { extra: 2, least: 3 },
  17: { extra: 3, least: 3 },
  18: { extra: 7, least: 11 },
}
