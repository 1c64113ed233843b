import { ascii, FileView, joined } from '#features/core/images/formats/file.ts'

/** EXIF orientation: 1 is upright, 5 to 8 are rotated by 90 degrees, 2, 4, 5 and 7 are mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112

/** Reads the orientation from the TIFF structure of an EXIF segment. Invalid metadata count as upright. */
export function orientationOf(tiff: Uint8Array): Orientation {
  try {
    const view = new FileView(tiff)
    const littleEndian = view.text(0, 2) === 'II'
    const directory = view.uint32(4, littleEndian)
    const entries = view.uint16(directory, littleEndian)
    for (let entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
      if (view.uint16(entry, littleEndian) === ORIENTATION_TAG)
        return asOrientation(view.uint16(entry + 8, littleEndian))
    }
  } catch {
    // Invalid metadata: use the default.
  }
  return 1
}

/** A JPEG segment with EXIF data that contain only the orientation. */
export function orientationSegment(orientation: Orientation): Uint8Array {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]
  const content = [...ascii('Exif\0\0'), ...tiff]
  return joined([Uint8Array.of(0xff, 0xe1, 0, content.length + 2), Uint8Array.from(content)])
}

export function isRotated90(orientation: Orientation): boolean {
  return orientation >= 5
}

function asOrientation(value: number): Orientation {
  return value >= 1 && value <= 8 ? (value as Orientation) : 1
}
