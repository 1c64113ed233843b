import { damaged, FileView } from '#features/core/images/formats/file.ts'
import { pngChunks } from '#features/core/images/formats/png.ts'
import { Tally } from '#features/core/images/limits.ts'
import { streamOf } from '#kernel/pause.ts'

/**
 * Refuses a PNG whose pixel data do not decompress to the size in its header. The decoder would decompress all of it, and 5 MB can
 * become 5 GB, which takes many seconds.
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

/** Some programs write a little more than the image needs. */
const SPARE = 65_536

/** Small, because a whole piece is decompressed before its output can be counted. */
const PIECE = 4_096

async function* packedPieces(file: FileView): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const { type, start, end } of pngChunks(file, new Tally('image/png'))) {
    if (type !== 'IDAT') continue
    for (let at = start + 8; at < end - 4; at += PIECE) yield file.piece(at, Math.min(at + PIECE, end - 4)).slice()
  }
}

function unpackedBytes(file: FileView): number {
  const [width, height] = [file.uint32(16), file.uint32(20)]
  const bits = file.byte(24) * (CHANNELS[file.byte(25)] ?? damaged())
  const rows = (columns: number, count: number) => (columns === 0 ? 0 : count * (1 + Math.ceil((columns * bits) / 8)))
  if (file.byte(28) === 0) return rows(width, height)
  return PASSES.reduce((sum, [left, top, across, down]) => {
    return sum + rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down))
  }, 0)
}

/** The number of channels of each colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The Adam7 passes of an interlaced image: left, top, and the horizontal and vertical distance of the pixels. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
