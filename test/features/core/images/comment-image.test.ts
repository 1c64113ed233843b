import { expect, test } from 'vitest'
import { prepareCommentImage } from '#compute/images/comment-image.ts'
import { decode } from '#compute/images/photon.ts'
import { brightnessOf, sampleOf, signalToNoise } from '#compute/images/similarity.ts'
import {
  BLUE,
  colourAt,
  contains,
  corners,
  exif,
  GREEN,
  gif,
  jpeg,
  jpegSegment,
  jpegWith,
  paint,
  photograph,
  png,
  pngChunk,
  RED,
  WHITE,
  webpChunk,
} from './make.ts'
import { webp, webpWith } from './make-webp.ts'

test('a JPEG or PNG in a comment becomes a smaller WebP of the same dimensions, with little visible difference', async () => {
  const original = photograph(96, 72)
  for (const file of [jpeg(original, 95), await png(original)]) {
    const image = await prepareCommentImage(file)
    expect(image).toMatchObject({ type: 'image/webp', width: 96, height: 72 })
    expect(image.bytes.length).toBeLessThan(file.length / 2)
    const noise = signalToNoise(brightnessOf(original), brightnessOf(decode(image.bytes)))
    expect(noise).toBeGreaterThan(33)
  }
})

test('a JPEG or PNG in a comment gets a WebP quality that depends on its content', async () => {
  const soft = paint(100, 100, (x, y) => [100 + x / 4, 100 + y / 4, 120])
  const rough = paint(100, 100, (x, y) =>
    (x * 31 + y * 17 + ((x * y) % 7)) % 5 < 2 ? [90, 90, 90] : [150, 140, 130],
  )
  const [{ quality: low }, { quality: high }] = [
    await prepareCommentImage(jpeg(soft, 98)),
    await prepareCommentImage(jpeg(rough, 98)),
  ]
  expect(low).toBeGreaterThanOrEqual(50)
  expect(high).toBeLessThanOrEqual(96)
  expect(low).toBeLessThan(high ?? 0)
})

test('a JPEG or PNG in a comment is rotated upright', async () => {
  const image = await prepareCommentImage(jpegWith(jpeg(corners(120, 80)), exif(6)))
  expect(image).toMatchObject({ width: 80, height: 120 })
  const [red, green, blue] = colourAt(decode(image.bytes), 60, 20)
  expect((red ?? 0) > 180 && (green ?? 255) < 80 && (blue ?? 255) < 80).toBe(true)
})

test('a JPEG or PNG in a comment is scaled down if it is too large to encode in memory', async () => {
  const image = await prepareCommentImage(jpeg(corners(1_100, 1_000)))
  expect(image).toMatchObject({ width: 1_048, height: 953 })
  const shown = decode(image.bytes)
  for (const [x, y, colour] of [
    [10, 10, RED],
    [1_038, 10, GREEN],
    [10, 943, BLUE],
    [1_038, 943, WHITE],
  ] as const)
    expect(colourAt(shown, x, y)).toEqual(colour.map((value) => expect.closeTo(value ?? 0, -1.5)))
})

test('a JPEG or PNG in a comment is scaled down at a lower limit if it is transparent', async () => {
  const sheet = paint(700, 600, (x, y) => (x < 350 ? [0, 0, 0, 0] : [200, y / 4, 30, 128]))
  const image = await prepareCommentImage(await png(sheet))
  expect(image).toMatchObject({ width: 683, height: 585 })
  const { data } = decode(image.bytes)
  expect([data[3], data[682 * 4 + 3]]).toEqual([0, 128])
  expect(data[682 * 4]).toBeGreaterThan(180)
})

test('a JPEG in a comment loses its EXIF data, the location of the camera and XMP', async () => {
  const file = jpegWith(
    jpeg(corners(64, 64)),
    exif(1),
    jpegSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>secret</x:xmpmeta>'),
    jpegSegment(0xfe, 'a secret comment'),
  )
  await expectToLose(file, ['52.5200N', 'Spy Camera', 'Exif', 'EXIF', 'xmpmeta', 'secret'])
})

test('a PNG in a comment loses its texts and its EXIF data', async () => {
  const file = await png(
    corners(64, 64),
    pngChunk('tEXt', 'Author\0secret'),
    pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0secret'),
    pngChunk('zTXt', 'Comment\0\0secret'),
    pngChunk('eXIf', 'MM\0*secret'),
  )
  await expectToLose(file, ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'EXIF', 'Author', 'secret'])
})

/** The file contains at least one of the words, and the stored image none of them. */
async function expectToLose(file: Uint8Array, words: string[]): Promise<void> {
  const { bytes } = await prepareCommentImage(file)
  const left = (image: Uint8Array) => words.filter((word) => contains(image, word))
  expect(left(file)).not.toEqual([])
  expect(left(bytes)).toEqual([])
}

test('a GIF or WebP in a comment keeps its type and frames and loses its metadata', async () => {
  const animation = gif(8, 6, [RED, GREEN])
  expect(await prepareCommentImage(animation)).toEqual({
    type: 'image/gif',
    width: 8,
    height: 6,
    quality: null,
    bytes: animation,
  })
  const pixels = corners(40, 30)
  const image = await prepareCommentImage(
    webpWith(webp(pixels), pixels, 8, webpChunk('EXIF', 'secret')),
  )
  expect(image).toMatchObject({ type: 'image/webp', width: 40, height: 30, quality: null })
  expect(contains(image.bytes, 'secret')).toBe(false)
})

test('a GIF or WebP in a comment is refused if it is damaged', async () => {
  await expect(prepareCommentImage(gif(8, 6, [RED]).slice(0, -4))).rejects.toThrow('image_invalid')
  await expect(prepareCommentImage(webp(corners(40, 30)).slice(0, -10))).rejects.toThrow(
    'image_invalid',
  )
})

const original = photograph(128, 128)
const changed = (by: (value: number, at: number) => number) => ({
  ...original,
  data: original.data.map((value, at) => (at % 4 === 3 ? value : by(value, at))),
})

const noiseOf = (one: typeof original, other: typeof original) =>
  signalToNoise(brightnessOf(one), brightnessOf(other))

test('the ratio of signal to noise is infinite for the same image and falls with the difference', () => {
  expect(noiseOf(original, original)).toBe(Number.POSITIVE_INFINITY)
  const [little, more] = [
    changed((value, at) => value + ((at * 7) % 9) - 4),
    changed((value, at) => value + ((at * 7) % 41) - 20),
  ]
  expect(noiseOf(original, little)).toBeLessThan(50)
  expect(noiseOf(original, more)).toBeLessThan(noiseOf(original, little))
})

test('the ratio of signal to noise is not raised by empty areas', () => {
  const page = paint(256, 256, (x, y) =>
    x < 32 && y < 32 && (x + y) % 2 ? [0, 0, 0] : [255, 255, 255],
  )
  const smeared = paint(256, 256, (x, y) => (x < 32 && y < 32 ? [128, 128, 128] : [255, 255, 255]))
  expect(noiseOf(page, smeared)).toBeLessThan(10)
})

test('the ratio of signal to noise ignores the colours of transparent pixels', () => {
  const [black, white] = [
    paint(16, 16, () => [0, 0, 0, 0]),
    paint(16, 16, () => [255, 255, 255, 0]),
  ]
  expect(noiseOf(black, white)).toBe(Number.POSITIVE_INFINITY)
})

test('the sample of a large image has tiles from the whole image', () => {
  const image = paint(1_024, 768, (x, y) => [x >> 2, y / 3, 0])
  const sample = sampleOf(image)
  expect([sample.width, sample.height]).toEqual([512, 512])
  expect(colourAt(sample, 0, 0)).toEqual([0, 0, 0])
  expect(colourAt(sample, 511, 511)).toEqual([255, 255, 0])
  const small = corners(20, 500)
  const whole = sampleOf(small)
  expect([whole.width, whole.height]).toEqual([20, 500])
  expect(whole.data.every((value, at) => value === small.data[at])).toBe(true)
})

test('the sample of a narrow image is not longer than that of a wide one', () => {
  const sample = sampleOf(paint(20, 5_000, (_, y) => [y / 20, 0, 0]))
  expect([sample.width, sample.height]).toEqual([20, 512])
  expect([colourAt(sample, 0, 0)[0], colourAt(sample, 19, 511)[0]]).toEqual([0, 250])
})
