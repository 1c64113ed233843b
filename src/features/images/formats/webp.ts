import { ascii, damaged, type FileView, joined } from '#features/images/formats/file.ts'
import type { Size } from '#features/images/image-type.ts'

export function isWebp(file: FileView): boolean {
  return file.text(0, 4) === 'RIFF' && file.text(8, 4) === 'WEBP'
}

export function webpSize(file: FileView): Size {
  const [first] = chunksOf(file, 12, Math.min(endOfRiff(file), file.length))
  if (first === undefined) return damaged()
  return first.type === 'VP8X' ? canvasSize(file, first) : bitstreamSize(file, first)
}

/** Keeps pixels, transparency, animation and the colour profile; EXIF, XMP, unknown chunks and whatever follows the end go. */
export function stripWebp(file: FileView): Uint8Array {
  const size = webpSize(file)
  const end = endOfRiff(file)
  if (end > file.length) damaged()
  const pieces: Uint8Array[] = []
  let frames = 0
  for (const chunk of chunksOf(file, 12, end)) {
    if (chunk.type === 'VP8X') pieces.push(withoutMetadataFlags(file, chunk))
    else if (chunk.type === 'ANMF') pieces.push(...strippedFrame(file, chunk, size))
    else if (KEPT.has(chunk.type)) pieces.push(...whole(file, chunk))
    if (BITSTREAMS.has(chunk.type)) checkSize(bitstreamSize(file, chunk), size)
    if (BITSTREAMS.has(chunk.type) || chunk.type === 'ANMF') frames += 1
  }
  if (frames === 0) damaged()
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 4)
  return joined([ascii('RIFF'), uint32(length), ascii('WEBP'), ...pieces])
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

function* chunksOf(file: FileView, from: number, end: number): Generator<Chunk> {
  let at = from
  while (at + 8 <= end) {
    const chunk = { type: file.text(at, 4), data: at + 8, length: file.uint32(at + 4, true) }
    if (chunk.data + chunk.length > end) damaged()
    yield chunk
    at = chunk.data + chunk.length + (chunk.length % 2)
  }
}

function canvasSize(file: FileView, { data, length }: Chunk): Size {
  return length >= 10 ? { width: file.uint24(data + 4) + 1, height: file.uint24(data + 7) + 1 } : damaged()
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
    return bits >>> 29 === 0 ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : damaged()
  }
  return damaged()
}

/** What is decoded must be what was measured. */
function checkSize(found: Size, expected: Size): void {
  if (found.width !== expected.width || found.height !== expected.height) damaged()
}

function withoutMetadataFlags(file: FileView, { data, length }: Chunk): Uint8Array {
  const [flags, rest] = [file.byte(data) & ~EXIF_AND_XMP_FLAGS, file.piece(data + 1, data + 10)]
  return joined([ascii('VP8X'), uint32(10), Uint8Array.of(flags), length >= 10 ? rest : damaged()])
}

/** A frame of an animation is a header and chunks of its own. */
function strippedFrame(file: FileView, { data, length }: Chunk, canvas: Size): Uint8Array[] {
  if (length < FRAME_HEADER) damaged()
  const [left, top] = [2 * file.uint24(data), 2 * file.uint24(data + 3)]
  const size = { width: file.uint24(data + 6) + 1, height: file.uint24(data + 9) + 1 }
  if (left + size.width > canvas.width || top + size.height > canvas.height) damaged()
  const chunks = [...chunksOf(file, data + FRAME_HEADER, data + length)]
  const bitstreams = chunks.filter(({ type }) => BITSTREAMS.has(type))
  if (bitstreams.length !== 1) damaged()
  for (const bitstream of bitstreams) checkSize(bitstreamSize(file, bitstream), size)
  const pieces = chunks.filter(({ type }) => KEPT_IN_FRAMES.has(type)).flatMap((chunk) => whole(file, chunk))
  const inside = joined([file.piece(data, data + FRAME_HEADER), ...pieces])
  return [ascii('ANMF'), uint32(inside.byteLength), inside]
}

/** Chunks begin at even places. */
function whole(file: FileView, { data, length }: Chunk): Uint8Array[] {
  const chunk = file.piece(data - 8, data + length)
  return length % 2 === 0 ? [chunk] : [chunk, Uint8Array.of(0)]
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24)
}
