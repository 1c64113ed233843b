import { crc32 } from '#kernel/formats/crc32.ts'

/** Small images, 60 × 40 pixels: orange at both sides, blue (#204080) in the middle square. */
export const JPEG = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAoADwDASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAUHBP/EABoQAQABBQAAAAAAAAAAAAAAAAACBAY2grL/xAAXAQADAQAAAAAAAAAAAAAAAAAABQcG/8QAHBEAAQQDAQAAAAAAAAAAAAAAAAECNHIDBbEG/9oADAMBAAIRAxEAPwDrZrd+RVenEWlM1u/IqvTiJL5Ga6q9aaT1ERtk4pGAUQwYAAGlWhjtJv3JZRrQx2k37kso/s5uazuqVTXRMVW8QM1u/IqvTiLSma3fkVXpxE88jNdVetE/qIjbJxSMAohgwAANKtDHaTfuSyjWhjtJv3JZR/Zzc1ndUqmuiYqt4gZrd+RVenEQPPIzXVXrRP6iI2ycUjAKIYMAADSrQx2k37ksgj+zm5rO6pVNdExVbxD/2Q==',
)

export const PNG = bytes(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAYAAACiu5n/AAAAk0lEQVR4AezYsQ2AIBhEYcIkjOJIjuCoboKx/a+hJI9nQuHF5u6jsr/3mCtnXM/c+ax0+L/p7bDHwnRwhRWGLeCVhoFGHYVjEligMAw06igck8AChWGgtU5TOCaBBQrDQKOOwjEJLFAYBhp1FI5JYIHCMNCoo3BMAgsUhoFGncOEmz8A4grQAq80TbT2UbguQnv/AAAA//8BB9JAAAAABklEQVQDAABQe9XgrMO4AAAAAElFTkSuQmCC',
)

export const WEBP = bytes(
  'UklGRp4AAABXRUJQVlA4IJIAAADwBgCdASo8ACgAPm0qkUWkIqGYBABABsSgDRQQA/ADTc/hLRgPtV3//OM/4BlAH6AcH+BVsHwT7PRH69is5rkAANb/Ytvs+4Y5RtnDi7WgoN1nactktcn/hZnPgMX/CyjDqftTxEn/Dk+uRoxNfV4O3ZT4yxx2SrAInRLwSPe+zJe+qn4bn5vgOZAOHIOnLJ9QAA==',
)

/** One pixel, red in the first frame and blue in the second. */
export const ANIMATED_GIF = bytes(
  'R0lGODlhAQABAIAAAP8AAAAA/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQACgAAACwAAAAAAQABAAACAkQBACH5BAAKAAAALAAAAAABAAEAAAICTAEAOw==',
)

export const SVG = new TextEncoder().encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
)

/** The header of a PNG of 20,000 × 20,000 pixels, without image data. */
export function hugePng(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(1024)
  file.set(PNG.subarray(0, 33))
  const size = new DataView(file.buffer)
  size.setUint32(16, 20_000)
  size.setUint32(20, 20_000)
  size.setUint32(29, crc32(file.subarray(12, 29)))
  return file
}

/** An image of exactly this many bytes, padded after its end. */
export function padded(picture: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(length)
  file.set(picture)
  return file
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
