import { expect, test } from 'vitest'
import { prepareCommentImage } from '#compute/images/comment-image.ts'
import { joined } from '#compute/images/formats/file.ts'
import { PARTS } from '#compute/images/limits.ts'
import { prepareAvatar } from '#compute/images/square.ts'
import { preparePostImage, sniffImage, stripMetadata } from '#compute/images/strip.ts'
import type { ImageType } from '#kernel/image-types.ts'
import { emptyScans, progressiveJpeg } from './hostile.ts'
import {
  type Colour,
  corners,
  exif,
  gif,
  gifExtension,
  jpeg,
  jpegSegment,
  jpegWith,
  png,
  pngChunk,
  pngStart,
  RED,
  webpChunk,
} from './make.ts'
import { animatedWebp, webp, webpWith } from './make-webp.ts'

const pixels = corners(8, 8)
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const strip = (file: Uint8Array) => stripMetadata(file, sniffImage(file).type).bytes

test('a progressive JPEG is refused if scans times pixels exceed the limit to decode or to display', async () => {
  for (const prepare of [prepareAvatar, prepareCommentImage]) {
    await expect(async () => prepare(progressiveJpeg(2_048, 2_048, 24))).rejects.toThrow(
      'image_too_many_pixels',
    )
  }
  expect(preparePostImage(progressiveJpeg(2_048, 2_048, 24))).toMatchObject({ width: 2_048 })
  expect(() => preparePostImage(emptyScans(7_000, 7_000, 21))).toThrow('image_too_many_pixels')
})

test('a progressive JPEG is accepted with an ordinary number of scans', async () => {
  expect(await prepareCommentImage(progressiveJpeg(200, 100, 11))).toMatchObject({
    width: 200,
    height: 100,
  })
})

/** A file with `count` additional parts, or with `count` passes. */
type Make = (count: number) => Promise<Uint8Array> | Uint8Array
const FILES: Record<ImageType, { parts: Make; passes: Make }> = {
  'image/jpeg': {
    parts: (count) => jpegWith(jpeg(pixels), ...times(count, () => jpegSegment(0xfe, ''))),
    passes: (count) => emptyScans(8, 8, count - 1),
  },
  'image/png': {
    parts: (count) => png(pixels, ...times(count, () => pngChunk('tEXt', ''))),
    passes: (count) => png(pixels, ...times(count - 1, () => pngChunk('fcTL', frameControl(8, 8)))),
  },
  'image/gif': {
    parts: (count) => gif(8, 8, [RED], ...times(count, () => gifExtension(0xfe, 'x'))),
    passes: (count) => gif(1, 1, Array<Colour>(count).fill(RED)),
  },
  'image/webp': {
    parts: (count) =>
      webpWith(webp(pixels), pixels, 0, ...times(count, () => webpChunk('NONE', ''))),
    passes: (count) => animatedWebp(pixels, ...Array<Uint8Array>(count).fill(webp(pixels))),
  },
}

test.each(Object.entries(FILES))(
  '%s: an image with too many parts or passes is refused',
  async (type, { parts, passes }) => {
    const limit = PARTS[type as ImageType]
    for (const file of [await parts(limit.parts - 20), await passes(limit.passes)])
      expect(strip(file).length).toBeGreaterThan(0)
    for (const file of [await parts(limit.parts), await passes(limit.passes + 1)])
      expect(() => strip(file)).toThrow('image_invalid')
  },
)

test('a GIF is refused if frames times pixels exceed the limit', () => {
  const file = gif(1, 1, [RED])
  const header = new DataView(file.buffer)
  for (const at of [6, 8, 38, 40]) header.setUint16(at, 1_200, true)
  // The file header with four colours, then the timing and the header of a frame.
  const [screen, frame] = [file.subarray(0, 25), file.subarray(25, 44)]
  const frames = times(700, () => joined([frame, Uint8Array.of(0)]))
  const animation = joined([screen, ...frames, file.subarray(-1)])
  expect(() => preparePostImage(animation)).toThrow('image_too_many_pixels')
})

test('a PNG is refused if frames times pixels exceed the limit, or if a frame is outside the image', async () => {
  const frames = times(500, () => pngChunk('fcTL', frameControl(1_500, 1_500)))
  const file = joined([
    pngStart(1_500, 1_500),
    ...frames,
    pngChunk('IDAT', ''),
    pngChunk('IEND', ''),
  ])
  expect(() => preparePostImage(file)).toThrow('image_too_many_pixels')
  const outside = await png(pixels, pngChunk('fcTL', frameControl(8, 9)))
  expect(() => preparePostImage(outside)).toThrow('image_invalid')
})

test('a WebP is refused if frames times pixels exceed the limit', () => {
  const [width, height] = [1_010, 1_000]
  // A small frame with a large size in its VP8 header: the frames are not decoded.
  const frame = webp(pixels).slice()
  new DataView(frame.buffer).setUint16(26, width, true)
  new DataView(frame.buffer).setUint16(28, height, true)
  const animation = (frames: number) =>
    animatedWebp({ width, height }, ...times(frames, () => frame))
  expect(preparePostImage(animation(2))).toMatchObject({ width, height })
  expect(() => preparePostImage(animation(1_000))).toThrow('image_too_many_pixels')
})

test('a PNG with a large colour profile is refused', async () => {
  const file = await png(pixels, pngChunk('iCCP', new Uint8Array(300_000)))
  expect(() => preparePostImage(file)).toThrow('image_invalid')
})

function frameControl(width: number, height: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(26))
  data.setUint32(4, width)
  data.setUint32(8, height)
  return new Uint8Array(data.buffer)
}

test('an image for a post keeps its type and has the dimensions that a browser displays', () => {
  const image = preparePostImage(jpegWith(jpeg(corners(40, 30)), exif(8)))
  expect(image).toMatchObject({ type: 'image/jpeg', width: 30, height: 40 })
})

test('an image for a post has at most fifty megapixels', () => {
  const rest = joined([pngChunk('IDAT', ''), pngChunk('IEND', '')])
  expect(preparePostImage(joined([pngStart(10_000, 5_000), rest]))).toMatchObject({
    width: 10_000,
    height: 5_000,
  })
  expect(() => preparePostImage(joined([pngStart(10_001, 5_000), rest]))).toThrow(
    'image_too_many_pixels',
  )
  expect(() => preparePostImage(joined([pngStart(20_000, 20_000), new Uint8Array(960)]))).toThrow(
    'image_too_many_pixels',
  )
})

test('an image for a post has at most five megabytes', () => {
  const file = jpegWith(
    jpeg(corners(40, 30)),
    ...Array.from({ length: 80 }, () => jpegSegment(0xfe, new Uint8Array(65_000))),
  )
  const padded = new Uint8Array(5 * 1024 * 1024)
  padded.set(file)
  expect(preparePostImage(padded).width).toBe(40)
  expect(() => preparePostImage(joined([padded, Uint8Array.of(0)]))).toThrow('file_too_large')
})
