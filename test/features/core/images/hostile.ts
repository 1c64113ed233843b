import { joined } from '#compute/images/formats/file.ts'
import { gif, jpegSegment, type PngKind, pngChunk, pngStart, RED, subBlocks } from './make.ts'

/** A progressive JPEG without chroma subsampling, whose first scan (all grey) is repeated. */
export function progressiveJpeg(
  width: number,
  height: number,
  scans: number,
  components = 3,
): Uint8Array {
  const ids = Array.from({ length: components }, (_, index) => index + 1)
  const [w, h] = [
    [width >> 8, width & 0xff],
    [height >> 8, height & 0xff],
  ]
  const frame = [8, ...h, ...w, components, ...ids.flatMap((id) => [id, 0x11, 0])]
  // One code of one bit: the same value as the block before.
  const table = [0, 1, ...new Array<number>(15).fill(0), 0]
  const first = scan(
    [components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0x01],
    blocksOf(width, height) * components,
  )
  // The next bit of each block is zero.
  const next = scan(
    [components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0x10],
    blocksOf(width, height) * components,
  )
  return joined([
    Uint8Array.of(0xff, 0xd8),
    jpegSegment(0xdb, Uint8Array.from([0, ...new Array<number>(64).fill(1)])),
    jpegSegment(0xc2, Uint8Array.from(frame)),
    jpegSegment(0xc4, Uint8Array.from(table)),
    first,
    ...Array.from({ length: scans - 1 }, () => next),
    Uint8Array.of(0xff, 0xd9),
  ])
}

/** A progressive JPEG with empty scans. */
export function emptyScans(width: number, height: number, scans: number): Uint8Array {
  const whole = progressiveJpeg(width, height, 1)
  const empty = jpegSegment(0xda, Uint8Array.of(1, 1, 0, 1, 63, 0))
  return joined([
    whole.subarray(0, -2),
    ...Array.from({ length: scans }, () => empty),
    whole.subarray(-2),
  ])
}

/** A PNG whose pixel data decompress to `unpacked` zeros, independent of its header. */
export async function pngOfZeros(
  width: number,
  height: number,
  kind: PngKind,
  unpacked: number,
): Promise<Uint8Array> {
  const packed = packedZeros.get(unpacked) ?? (await packZeros(unpacked))
  packedZeros.set(unpacked, packed)
  return pngFile(width, height, kind, packed)
}

/** Tests use the same sizes for many kinds of PNG, and 50 MB take 0.2 s to compress. */
const packedZeros = new Map<number, Uint8Array>()

async function packZeros(unpacked: number): Promise<Uint8Array> {
  const zeros = new Uint8Array(1_000_000)
  let left = unpacked
  const raw = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(zeros.subarray(0, Math.min(left, zeros.length)))
      left -= Math.min(left, zeros.length)
      if (left === 0) controller.close()
    },
  })
  const deflated = new Response(raw).body?.pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(deflated ?? null).arrayBuffer())
}

export function pngFile(width: number, height: number, kind: PngKind, packed: Uint8Array) {
  return joined([
    pngStart(width, height, kind),
    ...(kind[1] === 3 ? [pngChunk('PLTE', new Uint8Array(6))] : []),
    pngChunk('IDAT', packed),
    pngChunk('IEND', ''),
  ])
}

/**
 * A GIF with `packed` bytes of pixel data after the code table is full. Each code stands for about
 * 4,000 pixels.
 */
export function endlessGif(width: number, height: number, packed: number): Uint8Array {
  const data: number[] = []
  let [bits, held] = [0, 0]
  const put = (code: number, length: number) => {
    bits |= code << held
    for (held += length; held >= 8; held -= 8, bits >>>= 8) data.push(bits & 0xff)
  }
  put(4, 3)
  put(0, 3)
  for (let next = 6, length = 3; next < 4_096; ) {
    put(next, length)
    next += 1
    if (next === 1 << length && length < 12) length += 1
  }
  // The last code again and again is a row of ones, and so is the length of a full block.
  data.push(bits | ((0xff << held) & 0xff))
  const rest = new Uint8Array(256 * Math.ceil(packed / 255)).fill(0xff)
  // Up to the header of the only frame, and one more byte.
  const start = gif(width, height, [RED]).subarray(0, 44)
  return joined([
    start,
    Uint8Array.from(subBlocks(Uint8Array.from(data))),
    rest,
    Uint8Array.of(0, 0x3b),
  ])
}

function blocksOf(width: number, height: number): number {
  return Math.ceil(width / 8) * Math.ceil(height / 8)
}

function scan(header: number[], bits: number): Uint8Array {
  return joined([jpegSegment(0xda, Uint8Array.from(header)), new Uint8Array(Math.ceil(bits / 8))])
}
