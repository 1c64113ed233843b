import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ascii, joined } from '#compute/images/formats/file.ts'
import { orientationOf } from '#compute/images/formats/jpeg.ts'
import { decode } from '#compute/images/photon.ts'
import { sniffImage, stripMetadata } from '#compute/images/strip.ts'
import { AppError } from '#kernel/errors.ts'
import {
  contains,
  corners,
  exif,
  GREEN,
  gif,
  gifExtension,
  jpeg,
  jpegSegment,
  jpegWith,
  paint,
  png,
  pngChunk,
  pngStart,
  RED,
  webpChunk,
} from './make.ts'
import { animatedWebp, webp, webpWith } from './make-webp.ts'

const pixels = corners(40, 30)
const strip = (file: Uint8Array) => stripMetadata(file, sniffImage(file).type).bytes
const TRAILING = ascii('and then some rubbish')

const plain = jpeg(pixels)
const withMetadata = jpegWith(
  plain,
  exif(1),
  jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret</x:xmpmeta>'),
  jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
  jpegSegment(0xed, 'Photoshop 3.0\x008BIM secret'),
  jpegSegment(0xe2, 'MPF\0secret'),
  jpegSegment(0xfe, 'a secret comment'),
)

test('a JPEG loses location, camera and comments and keeps its colour profile and pixels', () => {
  expect(contains(withMetadata, '52.5200N')).toBe(true)
  const stripped = strip(joined([withMetadata, TRAILING]))
  for (const words of ['52.5200N', 'Spy Camera', 'secret', 'Exif', 'rubbish'])
    expect(contains(stripped, words)).toBe(false)
  expect(contains(stripped, 'ICC_PROFILE')).toBe(true)
  expect(decode(stripped).data).toEqual(decode(plain).data)
})

test('a JPEG keeps only the orientation of its EXIF data', () => {
  const stripped = strip(jpegWith(plain, exif(6)))
  const at = new TextDecoder('latin1').decode(stripped).indexOf('Exif')
  expect(orientationOf(stripped.subarray(at + 6))).toBe(6)
  expect(contains(stripped, '52.5200N')).toBe(false)
  expect(strip(stripped)).toEqual(stripped)
})

test('a JPEG loses the thumbnail in its first segment', () => {
  const thumbnail = joined([
    Uint8Array.from([0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 2, 2]),
    ascii('rubbish pics'),
  ])
  const stripped = strip(jpegWith(plain, jpegSegment(0xe0, thumbnail)))
  expect(contains(stripped, 'rubbish')).toBe(false)
  expect(decode(stripped).width).toBe(40)
})

test('a JPEG with unreadable EXIF data counts as upright', () => {
  expect(strip(jpegWith(plain, jpegSegment(0xe1, 'Exif\0\0MM\0*\xff\xff\xff\xff')))).toEqual(
    strip(plain),
  )
})

test('a JPEG with a second frame header is refused, because the sizes could differ', () => {
  const frame = jpegSegment(0xc0, Uint8Array.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
  expect(() => strip(jpegWith(plain, frame))).toThrow('image_invalid')
})

test('a PNG loses texts, times and EXIF data and keeps its colour profile and pixels', async () => {
  const plain = await png(pixels)
  const withMetadata = await png(
    pixels,
    pngChunk('gAMA', '\0\0\xb1\x8f'),
    pngChunk('tEXt', 'Author\0secret'),
    pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0secret'),
    pngChunk('zTXt', 'Comment\0\0secret'),
    pngChunk('eXIf', 'MM\0*secret'),
    pngChunk('tIME', '\x07\xe9\x01\x01\x01\x01\x01'),
    pngChunk('prIv', 'secret'),
  )
  const stripped = strip(joined([withMetadata, TRAILING]))
  for (const words of ['secret', 'tEXt', 'tIME', 'eXIf', 'rubbish'])
    expect(contains(stripped, words)).toBe(false)
  expect(contains(stripped, 'gAMA')).toBe(true)
  expect(decode(stripped).data).toEqual(decode(plain).data)
  expect(strip(plain)).toEqual(plain)
})

test('a PNG with a wrong checksum or an unknown critical chunk is refused', async () => {
  const flipped = (await png(pixels)).slice()
  flipped[60] = (flipped[60] ?? 0) ^ 1
  expect(() => strip(flipped)).toThrow('image_invalid')
  const unknown = await png(pixels, pngChunk('ABCD', 'x'))
  expect(() => strip(unknown)).toThrow('image_invalid')
})

test('a GIF loses comments and application data and keeps its frames and loop', () => {
  const loop = gifExtension(0xff, 'NETSCAPE2.0')
  const withMetadata = gif(
    8,
    6,
    [RED, GREEN],
    loop,
    gifExtension(0xfe, 'a secret comment'),
    gifExtension(0xff, 'XMP DataXMPsecret'),
  )
  const stripped = strip(joined([withMetadata, TRAILING]))
  for (const words of ['secret', 'XMP', 'rubbish']) expect(contains(stripped, words)).toBe(false)
  expect(stripped).toEqual(gif(8, 6, [RED, GREEN], loop))
})

test('a GIF with a frame larger than the screen is refused', () => {
  const file = gif(8, 6, [RED])
  const small = file.slice()
  small[6] = 4
  expect(() => strip(small)).toThrow('image_invalid')
})

test('a WebP loses EXIF, XMP and unknown chunks with their flags and keeps its colour profile and pixels', () => {
  const plain = webp(pixels)
  const withMetadata = webpWith(
    plain,
    pixels,
    0b0010_1100,
    webpChunk('EXIF', 'secret!'),
    webpChunk('XMP ', 'secret'),
    webpChunk('SPY ', 'secret'),
  )
  const stripped = strip(joined([withMetadata, TRAILING]))
  for (const words of ['secret', 'EXIF', 'XMP', 'SPY', 'rubbish'])
    expect(contains(stripped, words)).toBe(false)
  expect(stripped[20]).toBe(0b0010_0000)
  expect(decode(stripped).data).toEqual(decode(plain).data)
  expect(strip(plain)).toEqual(plain)
})

test('a WebP keeps the frames of an animation', () => {
  const animation = animatedWebp(pixels, webp(pixels), webp(corners(40, 30), 50))
  expect(strip(animation)).toEqual(animation)
})

test('a WebP with chunks larger than the file size is refused', () => {
  const large = webp(corners(100, 75))
  const lying = webpWith(large, pixels, 0)
  expect(() => strip(lying)).toThrow('image_invalid')
  expect(() => strip(animatedWebp(pixels, large))).toThrow('image_invalid')
})

describe('a damaged file', async () => {
  const files = {
    jpeg: jpeg(pixels),
    png: await png(pixels),
    gif: gif(8, 6, [RED, GREEN]),
    webp: webp(pixels),
  }
  test.each(Object.entries(files))('%s truncated at any byte is refused', (_, file) => {
    for (
      let length = 0;
      length < file.length;
      length += Math.max(1, Math.floor(file.length / 200))
    ) {
      const cut = file.slice(0, length)
      expect(() => strip(cut), `cut at ${length} of ${file.length}`).toThrow(AppError)
    }
  })
  test.each(Object.entries(files))(
    '%s with changed bytes is accepted or refused, and never crashes',
    (_, file) => {
      const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
          const broken = file.slice()
          for (const [at, byte] of changes) broken[at] = byte
          try {
            expect(strip(broken).length).toBeLessThanOrEqual(file.length + 40)
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
          }
        }),
        { numRuns: 300 },
      )
    },
  )
})

const red = paint(37, 21, () => RED)
const refused = (file: Uint8Array | string) => {
  try {
    return sniffImage(typeof file === 'string' ? ascii(file) : file)
  } catch (error) {
    return error
  }
}

test('the type of an image is found from its first bytes', async () => {
  expect(sniffImage(jpeg(red))).toMatchObject({ type: 'image/jpeg', width: 37, height: 21 })
  expect(sniffImage(await png(red))).toMatchObject({ type: 'image/png', width: 37, height: 21 })
  expect(sniffImage(gif(37, 21, [RED]))).toMatchObject({ type: 'image/gif', width: 37, height: 21 })
  expect(sniffImage(webp(red))).toMatchObject({ type: 'image/webp', width: 37, height: 21 })
  expect(sniffImage(webpWith(webp(red), red, 0))).toMatchObject({
    type: 'image/webp',
    width: 37,
    height: 21,
  })
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an HTML page', '<!DOCTYPE html><script>alert(1)</script>'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['another RIFF file', 'RIFF\x24\0\0\0WAVEfmt '],
  ['an empty file', ''],
  ['a single byte', '\xff'],
])('%s is not a supported image type', (_, file) => {
  expect(refused(file)).toMatchObject({ code: 'unsupported_type' })
})

test('a truncated header or a width of zero makes an image invalid', () => {
  const truncated = [
    jpeg(red).subarray(0, 25),
    gif(37, 21, [RED]).subarray(0, 7),
    webp(red).subarray(0, 20),
  ]
  for (const file of [...truncated, pngStart(9, 5).subarray(0, 20), pngStart(0, 5), '\xff\xd8\xff'])
    expect(refused(file)).toMatchObject({ code: 'image_invalid' })
})
