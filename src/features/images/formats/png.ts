import { crc32 } from '#features/images/formats/crc32.ts'
import { damaged, type FileView, joined } from '#features/images/formats/file.ts'
import type { Size } from '#features/images/image-type.ts'

export function isPng(file: FileView): boolean {
  return file.text(0, 8) === '\x89PNG\r\n\x1a\n'
}

export function pngSize(file: FileView): Size {
  const isSound = file.uint32(8) === 13 && file.text(12, 4) === 'IHDR' && crc32(file.piece(12, 29)) === file.uint32(29)
  const width = file.uint32(16)
  const height = file.uint32(20)
  const [depth, colour, compression, filter, interlace] = [24, 25, 26, 27, 28].map((at) => file.byte(at))
  const depths = DEPTHS[colour ?? -1] ?? []
  const isKnown =
    depths.includes(depth ?? -1) && compression === 0 && filter === 0 && (interlace === 0 || interlace === 1)
  return isSound && isKnown && width > 0 && height > 0 ? { width, height } : damaged()
}

/** Keeps pixels, palette, transparency, colour space and animation; texts, times, EXIF and whatever follows the end go. */
export function stripPng(file: FileView, keepProfile: boolean): Uint8Array {
  const pieces = [file.piece(0, 8)]
  let hasPixels = false
  let at = 8
  for (;;) {
    const end = at + 12 + file.uint32(at)
    const type = file.text(at + 4, 4)
    const chunk = file.piece(at, end)
    if (type === 'IHDR' && at !== 8) damaged()
    if (KEPT.has(type)) {
      if (crc32(file.piece(at + 4, end - 4)) !== file.uint32(end - 4)) damaged()
      if (keepProfile || type !== 'iCCP') pieces.push(chunk)
    }
    // A capital letter says that the image cannot be shown without it.
    else if (/^[A-Z]/.test(type)) damaged()
    hasPixels ||= type === 'IDAT'
    if (type === 'IEND') break
    at = end
  }
  return hasPixels ? joined(pieces) : damaged()
}

/** The bit depths that each colour type may have. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

const KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
)
