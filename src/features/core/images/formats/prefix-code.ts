import { damaged, type FileView } from '#features/core/images/formats/file.ts'

/** Numbers of any few bits, the lowest bit first, as a lossless WebP writes them. */
export class Bits {
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

/** A code in which frequent symbols are short. The lengths of all symbols tell it; those of length 0 are not in it. */
export class PrefixCode {
  private readonly counts = new Uint16Array(LENGTH_MAX + 1)
  private readonly symbols: number[] = []

  constructor(lengths: Uint8Array) {
    for (let length = 1; length <= LENGTH_MAX; length += 1) {
      for (let symbol = lengths.indexOf(length); symbol !== -1; symbol = lengths.indexOf(length, symbol + 1)) {
        this.symbols.push(symbol)
        this.counts[length] = (this.counts[length] ?? 0) + 1
      }
    }
    if (this.symbols.length === 0) damaged()
  }

  /** The symbol, if there is one alone: it is not written at all. */
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

/** The lengths of the next code of so many symbols. Good until the next call. */
export function readLengths(bits: Bits, symbols: number): Uint8Array {
  const lengths = ROOM.subarray(0, symbols).fill(0)
  if (bits.read(1) === 1) readFewLengths(bits, lengths)
  else readManyLengths(bits, lengths)
  return lengths
}

const ROOM = new Uint8Array(256 + 24 + 2_048)

/** One symbol or two. */
function readFewLengths(bits: Bits, lengths: Uint8Array): void {
  const isPair = bits.read(1) === 1
  const first = bits.read(bits.read(1) === 1 ? 8 : 1)
  const second = isPair ? bits.read(8) : first
  // Decoders do not agree on what a pair of the same would be.
  if (Math.max(first, second) >= lengths.length || (isPair && first === second)) damaged()
  lengths[first] = 1
  lengths[second] = 1
}

/** In a code of their own, with signs for repetitions. */
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
    lengths.fill(sign === REPEAT ? previous : sign <= LENGTH_MAX ? sign : 0, at, at + times)
    at += times
  }
}

const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
const REPEAT = 16
/** Of the length before, and of nothing. */
const REPETITIONS: Readonly<Record<number, { extra: number; least: number }>> = {
  [REPEAT]: { extra: 2, least: 3 },
  17: { extra: 3, least: 3 },
  18: { extra: 7, least: 11 },
}
