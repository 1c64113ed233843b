import { joined } from '#compute/images/formats/file.ts'
import { riff, webpChunk } from './make.ts'

/**
 * A lossless WebP of one colour with `groups` groups of prefix codes. All groups but the last are
 * unused and contain every symbol.
 */
export function webpOfCodes(width: number, height: number, groups: number): Uint8Array {
  const head = new BitWriter()
  head
    .write(0x2f, 8)
    .write(width - 1, 14)
    .write(height - 1, 14)
    .write(0, 4)
  return riff(webpChunk('VP8L', head.append(imageOfCodes(groups)).bytes()))
}

/**
 * The same image as the alpha channel of a lossy image. The chunk of the lossy image comes last.
 */
export function alphaOfCodes(
  lossy: Uint8Array,
  width: number,
  height: number,
  groups: number,
): Uint8Array {
  const alpha = joined([Uint8Array.of(1), new BitWriter().append(imageOfCodes(groups)).bytes()])
  const size = [width - 1, height - 1].flatMap((side) => [side & 0xff, side >> 8, 0])
  return riff(
    webpChunk('VP8X', Uint8Array.of(0x10, 0, 0, 0, ...size)),
    webpChunk('ALPH', alpha),
    lossy.subarray(12),
  )
}

function imageOfCodes(groups: number): BitWriter {
  const last = groups - 1
  const image = new BitWriter()
  // No transform, no colour cache. Blocks of 512 by 512 pixels, all in the last group.
  image.write(0, 1).write(0, 1).write(1, 1).write(7, 3).write(0, 1)
  oneSymbol(image, last & 0xff)
  oneSymbol(image, last >> 8)
  for (let code = 0; code < 3; code += 1) oneSymbol(image, 0)
  for (let group = 0; group < last; group += 1) {
    oneSymbol(image, 0)
    for (let code = 0; code < 3; code += 1) allSymbols(image)
    oneSymbol(image, 0)
  }
  for (let code = 0; code < 5; code += 1) oneSymbol(image, 0)
  return image.write(0, 8)
}

function oneSymbol(bits: BitWriter, symbol: number): void {
  bits.write(0b101, 3).write(symbol, 8)
}

/** 256 symbols of eight bits each: one code length and repeat codes. */
function allSymbols(bits: BitWriter): void {
  bits.write(0, 1).write(12 - 4, 4)
  // In the order of the specification: the length of the repeat code, then of the code for length
  // 8.
  for (let at = 0; at < 12; at += 1) bits.write(at === 8 || at === 11 ? 1 : 0, 3)
  bits.write(0, 2)
  for (let repeated = 0; repeated < 42; repeated += 1) bits.write(0b111, 3)
  bits.write(0b001, 3)
}

class BitWriter {
  private readonly written: number[] = []
  private held = 0
  private count = 0

  write(value: number, length: number): this {
    for (let bit = 0; bit < length; bit += 1) {
      this.held |= ((value >> bit) & 1) << this.count
      this.count += 1
      if (this.count === 8) this.flush()
    }
    return this
  }

  append(other: BitWriter): this {
    for (const byte of other.written) this.write(byte, 8)
    return this.write(other.held, other.count)
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.count > 0 ? [...this.written, this.held] : this.written)
  }

  private flush(): void {
    this.written.push(this.held)
    this.held = 0
    this.count = 0
  }
}
