import { joined } from '#features/images/formats/file.ts'
import { jpegSegment, pngChunk, pngStart } from './make.ts'

/** A progressive JPEG, full colour in every pixel, whose first scan says that all of it is grey, again and again. */
export function progressiveJpeg(width: number, height: number, scans: number, components = 3): Uint8Array {
  const ids = Array.from({ length: components }, (_, index) => index + 1)
  const [w, h] = [
    [width >> 8, width & 0xff],
    [height >> 8, height & 0xff],
  ]
  const frame = [8, ...h, ...w, components, ...ids.flatMap((id) => [id, 0x11, 0])]
  // One code of one bit: no difference to the block before.
  const table = [0, 1, ...new Array<number>(15).fill(0), 0]
  const first = scan([components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0x01], blocksOf(width, height) * components)
  // The next bit of each block, which is zero.
  const next = scan([components, ...ids.flatMap((id) => [id, 0]), 0, 0, 0x10], blocksOf(width, height) * components)
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

/** As progressive as it gets: scans that are over before they have said anything. */
export function emptyScans(width: number, height: number, scans: number): Uint8Array {
  const whole = progressiveJpeg(width, height, 1)
  const empty = jpegSegment(0xda, Uint8Array.of(1, 1, 0, 1, 63, 0))
  return joined([whole.subarray(0, -2), ...Array.from({ length: scans }, () => empty), whole.subarray(-2)])
}

/** A PNG whose packed pixels are these bytes over and over: far more than its header announces. */
export async function pngOf(width: number, height: number, rawBytes: number): Promise<Uint8Array> {
  const raw = new Blob(Array.from({ length: Math.ceil(rawBytes / 1e6) }, () => new Uint8Array(1e6))).slice(0, rawBytes)
  const packed = new Uint8Array(
    await new Response(raw.stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
  return joined([pngStart(width, height), pngChunk('IDAT', packed), pngChunk('IEND', '')])
}

function blocksOf(width: number, height: number): number {
  return Math.ceil(width / 8) * Math.ceil(height / 8)
}

function scan(header: number[], bits: number): Uint8Array {
  return joined([jpegSegment(0xda, Uint8Array.from(header)), new Uint8Array(Math.ceil(bits / 8))])
}
