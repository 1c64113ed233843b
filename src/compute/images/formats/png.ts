import { damaged, Excerpt, FileView } from '#compute/images/formats/file.ts'
import { PROFILE_BYTES_MAX, Tally } from '#compute/images/limits.ts'
import { crc32 } from '#kernel/formats/crc32.ts'
import type { ImageSize, Size } from '#kernel/image-types.ts'
import { streamOf } from '#kernel/pause.ts'

export function isPng(file: FileView): boolean {
  return file.text(0, 8) === '\x89PNG\r\n\x1a\n'
}

export function pngSize(file: FileView): ImageSize {
  const isSound =
    file.uint32(8) === 13 &&
    file.text(12, 4) === 'IHDR' &&
    crc32(file.piece(12, 29)) === file.uint32(29)
  const width = file.uint32(16)
  const height = file.uint32(20)
  const [depth, colour, compression, filter, interlace] = [24, 25, 26, 27, 28].map((at) =>
    file.byte(at),
  )
  const depths = DEPTHS[colour ?? -1] ?? []
  const isKnown =
    depths.includes(depth ?? -1) &&
    compression === 0 &&
    filter === 0 &&
    (interlace === 0 || interlace === 1)
  return isSound && isKnown && width > 0 && height > 0
    ? { width, height, isDeep: depth === 16 }
    : damaged()
}

/**
 * Keeps pixels, palette, transparency, colour space and animation. Removes texts, times, EXIF and
 * trailing bytes.
 */
export function stripPng(file: FileView, tally: Tally): Uint8Array {
  const canvas = pngSize(file)
  const output = new Excerpt(file)
  output.keep(0, 8)
  let hasPixels = false
  for (const { type, start, end } of pngChunks(file, tally)) {
    if (type === 'IHDR' && start !== 8) damaged()
    if (type === 'IDAT' && !hasPixels) {
      hasPixels = true
      tally.pass(canvas)
    }
    if (type === 'fcTL') tally.pass(frameSize(file, start + 8, canvas))
    if (type === 'iCCP' && end - start > PROFILE_BYTES_MAX) damaged()
    if (KEPT.has(type)) {
      if (crc32(file.piece(start + 4, end - 4)) !== file.uint32(end - 4)) damaged()
      if (tally.use === 'as it is' || type !== 'iCCP') output.keep(start, end)
    }
    // An upper-case first letter marks a critical chunk.
    else if (/^[A-Z]/.test(type)) damaged()
  }
  return hasPixels ? output.bytes() : damaged()
}

interface PngChunk {
  type: string
  /**
   * Offsets of the length field and after the checksum. The data are between `start + 8` and `end -
   * 4`.
   */
  start: number
  end: number
}

export function* pngChunks(file: FileView, tally: Tally): Generator<PngChunk> {
  for (let start = 8; ; ) {
    tally.part()
    const chunk = { type: file.text(start + 4, 4), start, end: start + 12 + file.uint32(start) }
    if (chunk.end > file.length) damaged()
    yield chunk
    if (chunk.type === 'IEND') return
    start = chunk.end
  }
}

/** The size of an animation frame, which must lie inside the image. */
function frameSize(file: FileView, data: number, canvas: Size): Size {
  const [width, height, left, top] = [4, 8, 12, 16].map((offset) => file.uint32(data + offset))
  if (!width || !height || left === undefined || top === undefined) return damaged()
  return left + width <= canvas.width && top + height <= canvas.height
    ? { width, height }
    : damaged()
}

/** The valid bit depths of each colour type. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
)

/**
 * Refuses a PNG whose pixel data does not decompress to the size in its header. The decoder would
 * decompress all of it, and 5 MB can become 5 GB, which takes many seconds.
 */
export async function checkUnpacked(png: Uint8Array): Promise<void> {
  const file = new FileView(png)
  const expected = unpackedBytes(file)
  let unpacked = 0
  try {
    const stream = streamOf(packedPieces(file)).pipeThrough(new DecompressionStream('deflate'))
    for await (const piece of stream) {
      unpacked += piece.length
      if (unpacked > expected + SPARE) break
    }
  } catch {
    damaged()
  }
  if (unpacked < expected || unpacked > expected + SPARE) damaged()
}

/** Some programs write a little more data than the image needs. */
const SPARE = 65_536

/**
 * Bytes that are decompressed at a time. A piece is small, because all of it is decompressed before
 * its output can be counted.
 */
const PIECE = 4_096

async function* packedPieces(file: FileView): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const { type, start, end } of pngChunks(file, new Tally('image/png'))) {
    if (type !== 'IDAT') continue
    for (let at = start + 8; at < end - 4; at += PIECE)
      yield file.piece(at, Math.min(at + PIECE, end - 4)).slice()
  }
}

function unpackedBytes(file: FileView): number {
  const [width, height] = [file.uint32(16), file.uint32(20)]
  const bits = file.byte(24) * (CHANNELS[file.byte(25)] ?? damaged())
  const rows = (columns: number, count: number) =>
    columns === 0 ? 0 : count * (1 + Math.ceil((columns * bits) / 8))
  if (file.byte(28) === 0) return rows(width, height)
  return PASSES.reduce((sum, [left, top, across, down]) => {
    return sum + rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down))
  }, 0)
}

/** The number of channels of each colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * The Adam7 passes of an interlaced image: left, top, and the horizontal and vertical distance of
 * the pixels.
 */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
