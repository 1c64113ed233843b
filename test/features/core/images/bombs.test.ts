import { describe, expect, test } from 'vitest'
import { prepareCommentImage } from '#compute/images/comment-image.ts'
import { joined } from '#compute/images/formats/file.ts'
import { DEEP_PIXELS_MAX } from '#compute/images/limits.ts'
import type { Pixels } from '#compute/images/pixels.ts'
import { prepareAvatar, squareOf } from '#compute/images/square.ts'
import { isLong, LONG } from '#test/long.ts'
import { endlessGif, pngOfZeros, progressiveJpeg } from './hostile.ts'
import { alphaOfCodes, webpOfCodes } from './hostile-webp.ts'
import { corners, type PngKind, paint } from './make.ts'
import { losslessWebp, webp } from './make-webp.ts'

/**
 * Both functions decode a file. The tests use the one for posts where they can, because the
 * encoding of an avatar takes longer than all checks.
 */
const USES = [prepareAvatar, prepareCommentImage]
const KINDS: Record<string, PngKind> = {
  'with RGBA pixels': [8, 6, 0],
  'with 16 bits per channel': [16, 6, 0],
  'in greyscale': [8, 0, 0],
  'in greyscale with alpha': [8, 4, 0],
  'with a palette': [8, 3, 0],
  'with one bit per pixel': [1, 3, 0],
  'with 16 bits per channel, interlaced': [16, 2, 1],
  'with a palette, interlaced': [2, 3, 1],
  'with RGBA pixels, interlaced': [8, 6, 1],
}
const SIZES = [
  [1, 1],
  [3, 5],
  [8, 8],
  [9, 2],
  [30, 17],
] as const

/** The short form has the first and the last of these. */
const kinds = Object.entries(KINDS).filter((_, n, all) => isLong || n === 0 || n === all.length - 1)

describe.each(kinds)('a PNG %s', (_, kind) => {
  test('a PNG whose pixel data match the header is accepted', LONG, async () => {
    for (const [width, height] of SIZES) {
      const file = await pngOfZeros(width, height, kind, unpacked(width, height, kind))
      expect(await squareOf(file, 4)).toMatchObject({ width: 4 })
    }
    const file = await pngOfZeros(3, 5, kind, unpacked(3, 5, kind))
    expect(await prepareCommentImage(file)).toMatchObject({ type: 'image/webp' })
  })
  test(
    'a PNG is refused with one byte less or far too many bytes of pixel data',
    LONG,
    async () => {
      for (const bytes of [unpacked(30, 17, kind) - 1, 50_000_000]) {
        const file = await pngOfZeros(30, 17, kind, bytes)
        for (const prepare of USES) await expect(prepare(file)).rejects.toThrow('image_invalid')
      }
    },
  )
})

test('a GIF is not decompressed beyond its pixel count', async () => {
  // All the data are ten billion pixels: decoding them exceeds the test timeout.
  expect(await squareOf(endlessGif(64, 64, 4_000_000), 4)).toMatchObject({ width: 4 })
})

test('a lossless WebP is refused if its prefix codes need too much memory', async () => {
  // Each takes 16 MB when decoded. A file of 4 MB takes 849 MB.
  const files = [webpOfCodes(64, 64, 1_300), alphaOfCodes(webp(corners(64, 64)), 64, 64, 1_300)]
  for (const file of files) await expect(prepareAvatar(file)).rejects.toThrow('image_invalid')
})

test('a lossless WebP is accepted with many prefix codes', async () => {
  expect(await squareOf(webpOfCodes(64, 64, 300), 4)).toMatchObject({ width: 4 })
  expect(await squareOf(alphaOfCodes(webp(corners(64, 64)), 64, 64, 300), 4)).toMatchObject({
    width: 4,
  })
})

test('a lossless WebP is accepted as written by libwebp', async () => {
  const images = [
    photograph(300, 200),
    corners(90, 60),
    fewColours(90, 60, 3),
    fewColours(91, 63, 16),
  ]
  for (const image of images)
    expect(await squareOf(losslessWebp(image), 4)).toMatchObject({ width: 4 })
})

test('a lossless WebP is refused if it is truncated', async () => {
  const file = webpOfCodes(64, 64, 300)
  const header = file.slice(0, 20)
  const half = file.length >> 1
  const cut = joined([header, file.subarray(20, half - (half % 2))])
  new DataView(cut.buffer).setUint32(4, cut.length - 8, true)
  new DataView(cut.buffer).setUint32(16, cut.length - 20, true)
  await expect(prepareAvatar(cut)).rejects.toThrow('image_invalid')
})

test('a CMYK JPEG or 16-bit PNG is refused above the lower pixel limit', async () => {
  const side = Math.ceil(Math.sqrt(DEEP_PIXELS_MAX + 1))
  const deep = [
    progressiveJpeg(side, side, 2, 4),
    await pngOfZeros(side, side, [16, 6, 0], side * (8 * side + 1)),
  ]
  for (const file of deep) {
    for (const prepare of USES) await expect(prepare(file)).rejects.toThrow('image_too_many_pixels')
  }
})

test('a CMYK JPEG or 16-bit PNG is accepted below the limit', async () => {
  expect(await prepareCommentImage(progressiveJpeg(60, 40, 2, 4))).toMatchObject({ width: 60 })
})

/**
 * Smooth in some blocks and noisy in others, so that the encoder writes separate codes for them.
 */
function photograph(width: number, height: number): Pixels {
  let seed = 1
  const noise = (most: number) => {
    seed = (seed * 48_271) % 0x7fffffff
    return (seed % 1_000) * (most / 1_000)
  }
  return paint(width, height, (x, y) => [
    x + noise(x / 4),
    128 + 100 * Math.sin(y / 9),
    y + noise(20),
    255,
  ])
}

function fewColours(width: number, height: number, colours: number): Pixels {
  return paint(width, height, (x, y) => [((x * y) % colours) * 10, 80, 0, 255])
}

/** The expected size of the pixel data, counted pixel by pixel. */
function unpacked(width: number, height: number, [depth, colour, interlace]: PngKind): number {
  const bits = depth * ({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colour] ?? 0)
  const rows = new Map<string, number>()
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const row = `${interlace ? PASSES[y % 8]?.[x % 8] : 0} ${y}`
      rows.set(row, (rows.get(row) ?? 0) + bits)
    }
  }
  return [...rows.values()].reduce((sum, row) => sum + 1 + Math.ceil(row / 8), 0)
}

/** The Adam7 pass of each pixel in a block of 8 by 8, as in the PNG specification. */
const PASSES = [
  '16462646',
  '77777777',
  '56565656',
  '77777777',
  '36463646',
  '77777777',
  '56565656',
  '77777777',
]
