import { describe, expect, test } from 'vitest'
import { prepareAvatar } from '#features/images/avatar.ts'
import { prepareCommentImage } from '#features/images/comment-image.ts'
import { DEEP_PIXELS_MAX } from '#features/images/limits.ts'
import { endlessGif, type PngKind, pngOfZeros, progressiveJpeg } from './hostile.ts'

const USES = [prepareAvatar, prepareCommentImage]
const KINDS: Record<string, PngKind> = {
  'in full colour': [8, 6, 0],
  'of 16 bits': [16, 6, 0],
  'in grey': [8, 0, 0],
  'in grey with alpha': [8, 4, 0],
  'of a palette': [8, 3, 0],
  'of one bit': [1, 3, 0],
  'of 16 bits, interlaced': [16, 2, 1],
  'of a palette, interlaced': [2, 3, 1],
  'in full colour, interlaced': [8, 6, 1],
}
const SIZES = [
  [1, 1],
  [3, 5],
  [8, 8],
  [9, 2],
  [30, 17],
] as const

describe.each(Object.entries(KINDS))('a PNG %s', (_, kind) => {
  test('is taken with as many pixels as it announces', async () => {
    for (const [width, height] of SIZES) {
      const file = await pngOfZeros(width, height, kind, unpacked(width, height, kind))
      for (const prepare of USES) expect(await prepare(file)).toMatchObject({ type: 'image/webp' })
    }
  })
  test('is refused with one byte less, and with far more', async () => {
    for (const bytes of [unpacked(30, 17, kind) - 1, 50_000_000]) {
      const file = await pngOfZeros(30, 17, kind, bytes)
      for (const prepare of USES) await expect(prepare(file)).rejects.toThrow('image_invalid')
    }
  })
})

test('a GIF is not unpacked beyond its pixels', async () => {
  // All of it would be ten thousand million pixels: more than the time limit of any test.
  expect(await prepareAvatar(endlessGif(64, 64, 4_000_000))).toMatchObject({ width: 256 })
})

describe('what takes most memory to decode', () => {
  test('is refused above fewer pixels', async () => {
    const side = Math.ceil(Math.sqrt(DEEP_PIXELS_MAX + 1))
    const deep = [progressiveJpeg(side, side, 2, 4), await pngOfZeros(side, side, [16, 6, 0], side * (8 * side + 1))]
    for (const file of deep) {
      for (const prepare of USES) await expect(prepare(file)).rejects.toThrow('image_too_many_pixels')
    }
  })
  test('is taken below', async () => {
    expect(await prepareCommentImage(progressiveJpeg(300, 200, 2, 4))).toMatchObject({ width: 300 })
  })
})

/** Counted pixel by pixel. */
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

/** The pass that each pixel of eight by eight comes with, as the standard draws it. */
const PASSES = ['16462646', '77777777', '56565656', '77777777', '36463646', '77777777', '56565656', '77777777']
