import { expect, test } from 'vitest'
import { joined } from '#features/core/images/formats/file.ts'
import { preparePostImage } from '#features/core/images/post-image.ts'
import { corners, exif, jpeg, jpegSegment, jpegWith, pngChunk, pngStart } from './make.ts'

const pixels = corners(40, 30)

test('an image for a post keeps its type and has the dimensions that a browser displays', () => {
  const image = preparePostImage(jpegWith(jpeg(pixels), exif(8)))
  expect(image).toMatchObject({ type: 'image/jpeg', width: 30, height: 40 })
})

test('an image for a post has at most fifty megapixels', () => {
  const rest = joined([pngChunk('IDAT', ''), pngChunk('IEND', '')])
  expect(preparePostImage(joined([pngStart(10_000, 5_000), rest]))).toMatchObject({ width: 10_000, height: 5_000 })
  expect(() => preparePostImage(joined([pngStart(10_001, 5_000), rest]))).toThrow('image_too_many_pixels')
  expect(() => preparePostImage(joined([pngStart(20_000, 20_000), new Uint8Array(960)]))).toThrow(
    'image_too_many_pixels',
  )
})

test('an image for a post has at most five megabytes', () => {
  const file = jpegWith(jpeg(pixels), ...Array.from({ length: 80 }, () => jpegSegment(0xfe, new Uint8Array(65_000))))
  const padded = new Uint8Array(5 * 1024 * 1024)
  padded.set(file)
  expect(preparePostImage(padded).width).toBe(40)
  expect(() => preparePostImage(joined([padded, Uint8Array.of(0)]))).toThrow('file_too_large')
})
