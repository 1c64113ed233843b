import { PhotonImage } from '@cf-wasm/photon'
import { ascii, joined } from '#compute/images/formats/file.ts'
import type { Pixels } from '#compute/images/pixels.ts'
import { crc32 } from '#kernel/formats/crc32.ts'

export type Colour = readonly [red: number, green: number, blue: number, alpha?: number]

/** An image from a function that returns the colour of each pixel. */
export function paint(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const colour = colourAt(x, y)
      data[at] = colour[0]
      data[at + 1] = colour[1]
      data[at + 2] = colour[2]
      data[at + 3] = colour[3] ?? 255
    }
  }
  return { data, width, height }
}

export const RED: Colour = [220, 20, 20]
export const GREEN: Colour = [20, 200, 20]
export const BLUE: Colour = [20, 20, 220]
export const WHITE: Colour = [250, 250, 250]

/** A different colour in each corner, so that a rotation is visible. */
export function corners(width: number, height: number): Pixels {
  return paint(width, height, (x, y) => {
    const isLeft = x < width / 2
    if (y < height / 2) return isLeft ? RED : GREEN
    return isLeft ? BLUE : WHITE
  })
}

/** Soft shapes with noise, like a photograph. */
export function photograph(width: number, height: number): Pixels {
  let seed = 1
  const grain = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return ((seed >> 16) % 9) - 4
  }
  return paint(width, height, (x, y) => {
    const light = 128 + 60 * Math.sin(x / 37) + 50 * Math.cos(y / 23 + x / 91)
    return [light + grain(), light * 0.8 + 30 + grain(), 200 - light * 0.5 + grain()]
  })
}

/** The colour of one pixel as red, green and blue. */
export function colourAt({ data, width }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

export function jpeg(pixels: Pixels, quality = 90): Uint8Array {
  const image = new PhotonImage(new Uint8Array(pixels.data.buffer), pixels.width, pixels.height)
  try {
    return image.get_bytes_jpeg(quality)
  } finally {
    image.free()
  }
}

/** A JPEG with these segments inserted after the start marker. */
export function jpegWith(file: Uint8Array, ...segments: Uint8Array[]): Uint8Array {
  return joined([file.subarray(0, 2), ...segments, file.subarray(2)])
}

export function jpegSegment(marker: number, content: string | Uint8Array): Uint8Array {
  const data = typeof content === 'string' ? ascii(content) : content
  return joined([
    Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff),
    data,
  ])
}

/**
 * EXIF as a camera writes it: orientation, maker and location. Little-endian, like most cameras.
 */
export function exif(orientation: number): Uint8Array {
  const maker = 'Spy Camera Co.\0'
  const gps = '52.5200N 13.4050E\0'
  const u16 = (value: number) => [value & 0xff, value >> 8]
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)]
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...value,
  ]
  const valuesAt = 8 + 2 + 3 * 12 + 4
  const tiff = [
    0x49,
    0x49,
    42,
    0,
    ...u32(8),
    ...u16(3),
    ...entry(0x010f, 2, maker.length, u32(valuesAt)),
    ...entry(0x0112, 3, 1, [...u16(orientation), 0, 0]),
    ...entry(0x8825, 4, 1, u32(valuesAt + maker.length)),
    ...u32(0),
    ...ascii(maker + gps),
  ]
  return jpegSegment(0xe1, joined([ascii('Exif\0\0'), Uint8Array.from(tiff)]))
}

export async function png(pixels: Pixels, ...extra: Uint8Array[]): Promise<Uint8Array> {
  const rows: Uint8Array[] = []
  for (let y = 0; y < pixels.height; y += 1) {
    const start = y * pixels.width * 4
    rows.push(Uint8Array.of(0), new Uint8Array(pixels.data.buffer, start, pixels.width * 4))
  }
  const deflated = new Response(joined(rows)).body?.pipeThrough(new CompressionStream('deflate'))
  const data = new Uint8Array(await new Response(deflated ?? null).arrayBuffer())
  return joined([
    pngStart(pixels.width, pixels.height),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', ''),
  ])
}

/** Pixel format of a PNG: bit depth, colour type, interlace method. */
export type PngKind = readonly [depth: number, colour: number, interlace: 0 | 1]

/** The signature and header alone. */
export function pngStart(
  width: number,
  height: number,
  [depth, colour, interlace]: PngKind = [8, 6, 0],
): Uint8Array {
  const header = joined([
    uint32(width),
    uint32(height),
    Uint8Array.of(depth, colour, 0, 0, interlace),
  ])
  return joined([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', header),
  ])
}

export function pngChunk(type: string, content: string | Uint8Array): Uint8Array {
  const data = typeof content === 'string' ? ascii(content) : content
  const body = joined([ascii(type), data])
  return joined([uint32(data.length), body, uint32(crc32(body))])
}

/** An animation: each frame fills the screen with one colour. */
export function gif(
  width: number,
  height: number,
  colours: readonly Colour[],
  ...extra: Uint8Array[]
): Uint8Array {
  const u16 = (value: number) => [value & 0xff, value >> 8]
  const palette = Array.from({ length: 4 }, (_, index) =>
    (colours[index] ?? WHITE).slice(0, 3),
  ).flat()
  const frames = colours.flatMap((_, index) => [
    Uint8Array.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0),
    Uint8Array.from([
      0x2c,
      0,
      0,
      0,
      0,
      ...u16(width),
      ...u16(height),
      0,
      2,
      ...subBlocks(evenPixels(index, width * height)),
      0,
    ]),
  ])
  const screen = Uint8Array.from([
    ...ascii('GIF89a'),
    ...u16(width),
    ...u16(height),
    0x91,
    0,
    0,
    ...palette,
  ])
  return joined([screen, ...extra, ...frames, Uint8Array.of(0x3b)])
}

/** An extension block of a GIF. */
export function gifExtension(label: number, content: string): Uint8Array {
  return Uint8Array.from([0x21, label, ...subBlocks(ascii(content)), 0])
}

/** Codes of three bits. The table is cleared before longer codes are needed. */
function evenPixels(colour: number, count: number): Uint8Array {
  const [clear, end] = [4, 5]
  const codes: number[] = []
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (pixel % 2 === 0) codes.push(clear)
    codes.push(colour)
  }
  codes.push(end)
  const bytes = new Uint8Array(Math.ceil((codes.length * 3) / 8))
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const position = index * 3 + bit
      bytes[position >> 3] = (bytes[position >> 3] ?? 0) | (((code >> bit) & 1) << (position & 7))
    }
  })
  return bytes
}

export function subBlocks(data: Uint8Array): number[] {
  const blocks: number[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255)
    blocks.push(part.length, ...part)
  }
  return blocks
}

export function uint32(value: number, littleEndian = false): Uint8Array {
  const bytes = Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
  return littleEndian ? bytes.reverse() : bytes
}

/** Whether a file contains this text. */
export function contains(file: Uint8Array, words: string): boolean {
  return new TextDecoder('latin1').decode(file).includes(words)
}

/** A WebP file of these chunks. */
export function riff(...chunks: Uint8Array[]): Uint8Array {
  const content = joined([ascii('WEBP'), ...chunks])
  return joined([ascii('RIFF'), uint32(content.length, true), content])
}

export function webpChunk(type: string, content: string | Uint8Array): Uint8Array {
  const data = typeof content === 'string' ? ascii(content) : content
  return joined([ascii(type), uint32(data.length, true), data, new Uint8Array(data.length % 2)])
}
