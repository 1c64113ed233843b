import { expect, test } from 'vitest'
import { joined } from '#compute/images/formats/file.ts'
import { decode } from '#compute/images/photon.ts'
import { prepareAvatar, squareOf } from '#compute/images/square.ts'
import { sniffImage } from '#compute/images/strip.ts'
import { AppError } from '#kernel/errors.ts'
import { pngOfZeros } from './hostile.ts'
import {
  BLUE,
  type Colour,
  colourAt,
  corners,
  exif,
  GREEN,
  gif,
  jpeg,
  jpegWith,
  paint,
  photograph,
  png,
  pngStart,
  RED,
  WHITE,
} from './make.ts'
import { animatedWebp, webp } from './make-webp.ts'

const near = ([red, green, blue]: Colour) =>
  [red, green, blue].map((value) => expect.closeTo(value, -1.5))
/** The pixels of an avatar before they are encoded, which takes longer than all other steps. */
const show = (file: Uint8Array) => squareOf(file, 256)

test('an avatar is a WebP of 256 by 256 pixels for every source type', async () => {
  const pixels = corners(80, 80)
  for (const file of [jpeg(pixels), await png(pixels), webp(pixels), gif(80, 80, [RED])]) {
    const avatar = await prepareAvatar(file)
    expect(avatar).toMatchObject({ type: 'image/webp', width: 256, height: 256 })
    expect(sniffImage(avatar.bytes)).toMatchObject({ type: 'image/webp', width: 256, height: 256 })
  }
})

test('an avatar is the middle square of a wide or tall image', async () => {
  const third = (at: number) => [RED, GREEN, BLUE][Math.floor(at / 300)] ?? BLUE
  const wide = paint(900, 300, (x) => third(x))
  const tall = paint(300, 900, (_, y) => third(y))
  for (const file of [jpeg(wide), await png(tall)]) {
    const shown = await show(file)
    for (const [x, y] of [
      [10, 10],
      [245, 10],
      [128, 128],
      [10, 245],
      [245, 245],
    ] as const) {
      expect(colourAt(shown, x, y)).toEqual(near(GREEN))
    }
  }
})

test('an avatar is the enlarged image if the source is tiny', async () => {
  expect(colourAt(await show(await png(paint(1, 1, () => RED))), 128, 128)).toEqual(near(RED))
  expect(colourAt(await show(await png(paint(3, 2, () => BLUE))), 0, 255)).toEqual(near(BLUE))
})

test.each([
  [1, [RED, GREEN, BLUE, WHITE]],
  [2, [GREEN, RED, WHITE, BLUE]],
  [3, [WHITE, BLUE, GREEN, RED]],
  [4, [BLUE, WHITE, RED, GREEN]],
  [5, [RED, BLUE, GREEN, WHITE]],
  [6, [BLUE, RED, WHITE, GREEN]],
  [7, [WHITE, GREEN, BLUE, RED]],
  [8, [GREEN, WHITE, RED, BLUE]],
] as const)('an avatar is upright for EXIF orientation %i', async (orientation, expected) => {
  const shown = await show(jpegWith(jpeg(corners(200, 200)), exif(orientation)))
  const found = [
    colourAt(shown, 60, 60),
    colourAt(shown, 195, 60),
    colourAt(shown, 60, 195),
    colourAt(shown, 195, 195),
  ]
  expect(found).toEqual(expected.map(near))
})

test('an avatar is the first frame of an animation', async () => {
  expect(colourAt(await show(gif(64, 64, [GREEN, RED, BLUE])), 128, 128)).toEqual(near(GREEN))
  const first = paint(64, 64, () => BLUE)
  expect(
    colourAt(
      await show(animatedWebp(first, webp(first), webp(paint(64, 64, () => RED)))),
      128,
      128,
    ),
  ).toEqual(near(BLUE))
})

test('an avatar keeps transparency without a dark edge', async () => {
  const disc = paint(400, 400, (x, y) =>
    (x - 200) ** 2 + (y - 200) ** 2 < 150 ** 2 ? WHITE : [0, 0, 0, 0],
  )
  const shown = decode((await prepareAvatar(await png(disc))).bytes)
  const alphaAt = (x: number, y: number) => shown.data[(y * 256 + x) * 4 + 3]
  expect(alphaAt(2, 2)).toBe(0)
  expect(alphaAt(128, 128)).toBe(255)
  for (let x = 0; x < 256; x += 1) {
    if ((alphaAt(x, 128) ?? 0) > 64) expect(colourAt(shown, x, 128)).toEqual(near(WHITE))
  }
})

test('an avatar can be made from an image of at most 2048 by 2048 pixels', async () => {
  const file = await pngOfZeros(2_048, 2_048, [8, 0, 0], 2_048 * 2_049)
  expect(await squareOf(file, 4)).toMatchObject({ width: 4, height: 4 })
  const wide = joined([pngStart(2_049, 10), new Uint8Array(960)])
  await expect(prepareAvatar(wide)).rejects.toThrow('image_too_many_pixels')
})

test('an avatar made from a photograph has less than 30 KB', async () => {
  const avatar = await prepareAvatar(jpeg(photograph(512, 512), 80))
  expect(avatar.bytes.length).toBeLessThan(30_000)
})

test('a truncated file and invalid pixel data throw image_invalid, and the decoder then decodes a valid file', async () => {
  const good = jpeg(corners(64, 64))
  const broken = (await png(corners(64, 64))).slice()
  broken.fill(0xaa, 50, 90)
  const truncated = Array.from({ length: 20 }, (_, round) => good.slice(0, 300 + round))
  for (const file of [...truncated, broken, new Uint8Array(10)])
    expect(() => decode(file)).toThrow(new AppError('image_invalid'))
  expect(decode(good)).toMatchObject({ width: 64, height: 64 })
  await expect(prepareAvatar(pngStart(10, 10))).rejects.toThrow('image_invalid')
})
