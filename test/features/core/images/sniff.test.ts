import { expect, test } from 'vitest'
import { ascii, joined } from '#features/core/images/formats/file.ts'
import { sniffImage } from '#features/core/images/sniff.ts'
import { gif, jpeg, paint, png, pngStart, RED } from './make.ts'
import { webp, webpWith } from './make-webp.ts'

const pixels = paint(37, 21, () => RED)
const refused = (file: Uint8Array | string) => {
  try {
    return sniffImage(typeof file === 'string' ? ascii(file) : file)
  } catch (error) {
    return error
  }
}

test('sniffing an image finds the type from the first bytes', async () => {
  expect(sniffImage(jpeg(pixels))).toMatchObject({ type: 'image/jpeg', width: 37, height: 21 })
  expect(sniffImage(await png(pixels))).toMatchObject({ type: 'image/png', width: 37, height: 21 })
  expect(sniffImage(gif(37, 21, [RED]))).toMatchObject({ type: 'image/gif', width: 37, height: 21 })
  expect(sniffImage(webp(pixels))).toMatchObject({ type: 'image/webp', width: 37, height: 21 })
  expect(sniffImage(webpWith(webp(pixels), pixels, 0))).toMatchObject({ type: 'image/webp', width: 37, height: 21 })
})

test('sniffing an image finds the dimensions from the header of a truncated file', () => {
  expect(sniffImage(joined([pngStart(20_000, 20_000), new Uint8Array(900)]))).toMatchObject({
    width: 20_000,
    height: 20_000,
  })
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an HTML page', '<!DOCTYPE html><script>alert(1)</script>'],
  ['an executable', 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff'],
  ['an ELF executable', '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0'],
  ['an archive', 'PK\x03\x04\x14\0\0\0'],
  ['a bitmap', 'BM\x36\0\0\0\0\0\0\0\x36\0\0\0'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['a TIFF', 'II*\0\x08\0\0\0'],
  ['another RIFF file', 'RIFF\x24\0\0\0WAVEfmt '],
  ['an empty file', ''],
  ['a single byte', '\xff'],
])('%s is not a supported image type', (_, file) => {
  expect(refused(file)).toMatchObject({ code: 'unsupported_type' })
})

test('a truncated or invalid header makes an image invalid', async () => {
  const [jpg, pic, ani, web] = [jpeg(pixels), await png(pixels), gif(37, 21, [RED]), webp(pixels)]
  const zeroWide = pic.slice()
  zeroWide.fill(0, 16, 20)
  for (const file of [
    jpg.subarray(0, 25),
    pic.subarray(0, 20),
    ani.subarray(0, 7),
    web.subarray(0, 20),
    pngStart(0, 5),
    zeroWide,
  ]) {
    expect(refused(file)).toMatchObject({ code: 'image_invalid' })
  }
  expect(refused('\xff\xd8\xff')).toMatchObject({ code: 'image_invalid' })
})
