import { ascii, damaged, Excerpt, type FileView } from '#compute/images/formats/file.ts'
import { countSymbols } from '#compute/images/formats/vp8l.ts'
import { Tally } from '#compute/images/limits.ts'
import type { Size } from '#kernel/image-types.ts'

export function isWebp(file: FileView): boolean {
  return file.text(0, 4) === 'RIFF' && file.text(8, 4) === 'WEBP'
}

export function webpSize(file: FileView): Size {
  const [first] = chunksOf(
    file,
    12,
    Math.min(endOfRiff(file), file.length),
    new Tally('image/webp'),
  )
  if (first === undefined) return damaged()
  return first.type === 'VP8X' ? canvasSize(file, first) : bitstreamSize(file, first)
}

/**
 * Keeps pixels, transparency, animation and colour profile. Removes EXIF, XMP, unknown chunks and
 * trailing bytes.
 */
export function stripWebp(file: FileView, tally: Tally): Uint8Array {
  const size = webpSize(file)
  const end = endOfRiff(file)
  if (end > file.length) damaged()
  const output = new Excerpt(file, 1)
  output.keep(0, 12)
  for (const chunk of chunksOf(file, 12, end, tally)) {
    if (chunk.type === 'VP8X') keepWithoutMetadataFlags(file, chunk, output)
    else if (chunk.type === 'ANMF') keepFrame(file, chunk, size, output, tally)
    else if (KEPT.has(chunk.type)) keepWhole(chunk, output)
    countLossless(file, chunk, size, tally)
    if (BITSTREAMS.has(chunk.type)) tally.pass(checkSize(bitstreamSize(file, chunk), size))
  }
  if (tally.isEmpty) damaged()
  output.patch(4, uint32(output.length - 8))
  return output.bytes()
}

interface Chunk {
  type: string
  data: number
  length: number
}

const BITSTREAMS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L'])
const KEPT: ReadonlySet<string> = new Set([...BITSTREAMS, 'ALPH', 'ANIM', 'ICCP'])
const KEPT_IN_FRAMES: ReadonlySet<string> = new Set([...BITSTREAMS, 'ALPH'])
const EXIF_AND_XMP_FLAGS = 0b0000_1100
const FRAME_HEADER = 16

function endOfRiff(file: FileView): number {
  return 8 + file.uint32(4, true)
}

function* chunksOf(file: FileView, from: number, end: number, tally: Tally): Generator<Chunk> {
  let at = from
  while (at + 8 <= end) {
    tally.part()
    const chunk = { type: file.text(at, 4), data: at + 8, length: file.uint32(at + 4, true) }
    if (chunk.data + chunk.length > end) damaged()
    yield chunk
    at = chunk.data + chunk.length + (chunk.length % 2)
  }
}

function canvasSize(file: FileView, { data, length }: Chunk): Size {
  return length >= 10
    ? { width: file.uint24(data + 4) + 1, height: file.uint24(data + 7) + 1 }
    : damaged()
}

function bitstreamSize(file: FileView, { type, data, length }: Chunk): Size {
  if (type === 'VP8 ' && length > 10) {
    const isKeyFrame = (file.byte(data) & 1) === 0 && file.text(data + 3, 3) === '\x9d\x01\x2a'
    const isComplete = file.uint24(data) >> 5 <= length - 10
    const width = file.uint16(data + 6, true) & 0x3fff
    const height = file.uint16(data + 8, true) & 0x3fff
    return isKeyFrame && isComplete && width > 0 && height > 0 ? { width, height } : damaged()
  }
  if (type === 'VP8L' && length > 5 && file.byte(data) === 0x2f) {
    const bits = file.uint32(data + 1, true)
    return bits >>> 29 === 0
      ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      : damaged()
  }
  return damaged()
}

/** Refuses an image whose bitstream has a different size than the checked header. */
function checkSize(found: Size, expected: Size): Size {
  return found.width === expected.width && found.height === expected.height ? found : damaged()
}

function keepWithoutMetadataFlags(file: FileView, { data, length }: Chunk, output: Excerpt): void {
  if (length < 10) damaged()
  output.add(ascii('VP8X'))
  output.add(uint32(10))
  output.add(Uint8Array.of(file.byte(data) & ~EXIF_AND_XMP_FLAGS))
  output.keep(data + 1, data + 10)
}

/** An animation frame has a header and its own chunks. */
function keepFrame(
  file: FileView,
  { data, length }: Chunk,
  canvas: Size,
  output: Excerpt,
  tally: Tally,
): void {
  if (length < FRAME_HEADER) damaged()
  const [left, top] = [2 * file.uint24(data), 2 * file.uint24(data + 3)]
  const size = { width: file.uint24(data + 6) + 1, height: file.uint24(data + 9) + 1 }
  if (left + size.width > canvas.width || top + size.height > canvas.height) damaged()
  tally.pass(size)
  const start = output.length
  output.keep(data - 8, data + FRAME_HEADER)
  let bitstreams = 0
  for (const chunk of chunksOf(file, data + FRAME_HEADER, data + length, tally)) {
    if (KEPT_IN_FRAMES.has(chunk.type)) keepWhole(chunk, output)
    countLossless(file, chunk, size, tally)
    if (!BITSTREAMS.has(chunk.type)) continue
    checkSize(bitstreamSize(file, chunk), size)
    bitstreams += 1
  }
  if (bitstreams !== 1) damaged()
  output.patch(start + 4, uint32(output.length - start - 8))
}

/** Counts the symbols of lossless data: an image, or the alpha channel of a lossy image. */
function countLossless(
  file: FileView,
  { type, data, length }: Chunk,
  size: Size,
  tally: Tally,
): void {
  if (tally.use === 'as it is') return
  if (type === 'VP8L') countSymbols(file, data + 5, data + length, size, tally)
  if (type === 'ALPH' && (file.byte(data) & 0b11) === 1)
    countSymbols(file, data + 1, data + length, size, tally)
}

/** Chunks are padded to an even length. */
function keepWhole({ data, length }: Chunk, output: Excerpt): void {
  output.keep(data - 8, data + length)
  if (length % 2 === 1) output.add(Uint8Array.of(0))
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}
