import { ascii, damaged, Excerpt, FileView, joined } from '#compute/images/formats/file.ts'
import { Tally } from '#compute/images/limits.ts'
import type { ImageSize, Size } from '#kernel/image-types.ts'

export function isJpeg(file: FileView): boolean {
  return file.text(0, 3) === '\xff\xd8\xff'
}

/** Reads the dimensions from the frame header. */
export function jpegSize(file: FileView): ImageSize {
  for (const segment of segmentsOf(file, new Tally('image/jpeg')))
    if (isFrame(segment.marker)) return frameSize(file, segment)
  return damaged()
}

/**
 * Keeps the parts that are needed for display: tables, frames, scans, colour profile and
 * orientation. Removes other EXIF data (location, thumbnail), XMP, IPTC, comments and trailing
 * bytes.
 */
export function stripJpeg(
  file: FileView,
  tally: Tally,
): { bytes: Uint8Array; orientation: Orientation } {
  const output = new Excerpt(file, ORIENTATION_ROOM)
  output.add(START)
  let orientation: Orientation | null = null
  let frame: Size | null = null
  for (const segment of segmentsOf(file, tally)) {
    const { marker, start, data, end } = segment
    if (isFrame(marker)) {
      // A second frame header could have another size than the one that was checked.
      if (frame !== null) damaged()
      frame = frameSize(file, segment)
    }
    if (marker === SCAN) tally.pass(frame ?? damaged())
    if (marker === APP0) keepWithoutThumbnail(file, segment, output)
    else if (
      marker === APP1 &&
      orientation === null &&
      tally.isEmpty &&
      file.text(data, 6) === 'Exif\0\0'
    ) {
      orientation = orientationOf(file.piece(data + 6, end))
      if (orientation !== 1) output.add(orientationSegment(orientation))
    } else if (isKept(file, segment)) output.keep(start, end)
  }
  if (tally.isEmpty) damaged()
  output.add(END)
  return { bytes: output.bytes(), orientation: orientation ?? 1 }
}

interface Segment {
  marker: number
  /**
   * Offsets: `start` of the marker, `data` after the length field, `end` after the segment. A scan
   * includes its image data.
   */
  start: number
  data: number
  end: number
}

/** The new orientation segment may be longer than the original EXIF segment. */
const ORIENTATION_ROOM = 64
const START = Uint8Array.of(0xff, 0xd8)
const END = Uint8Array.of(0xff, 0xd9)
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const SCAN = 0xda
const END_MARKER = 0xd9

function* segmentsOf(file: FileView, tally: Tally): Generator<Segment> {
  let start = 2
  for (;;) {
    tally.part()
    if (file.byte(start) !== 0xff) damaged()
    while (file.byte(start + 1) === 0xff) start += 1
    const marker = file.byte(start + 1)
    if (marker === END_MARKER) return
    // Markers from 0xd0 to 0xd8 are valid only inside a scan or at the start of the file.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) damaged()
    const length = file.uint16(start + 2)
    const end = start + 2 + length
    if (length < 2 || end > file.length) damaged()
    const segment = {
      marker,
      start,
      data: start + 4,
      end: marker === SCAN ? endOfScan(file, end) : end,
    }
    yield segment
    start = segment.end
  }
}

/** The image data ends at a marker that is neither an escaped 0xff nor a restart marker. */
function endOfScan(file: FileView, from: number): number {
  let at = file.bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = file.byte(at + 1)
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = file.bytes.indexOf(0xff, at + 1)
  }
  return damaged()
}

function isFrame(marker: number): boolean {
  if (marker < 0xc0 || marker > 0xcf || NO_FRAMES.has(marker)) return false
  // Browsers support only baseline, extended and progressive frames.
  return marker <= 0xc2 ? true : damaged()
}

/** Markers in the range of frame markers that are not frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

function frameSize(file: FileView, { data, end }: Segment): ImageSize {
  const height = file.uint16(data + 1)
  const width = file.uint16(data + 3)
  const components = file.byte(data + 5)
  const isSound =
    file.byte(data) === 8 && [1, 3, 4].includes(components) && end - data === 6 + 3 * components
  return isSound && width > 0 && height > 0
    ? { width, height, isDeep: components === 4 }
    : damaged()
}

function keepWithoutThumbnail(file: FileView, { data, end }: Segment, output: Excerpt): void {
  if (file.text(data, 5) !== 'JFIF\0' || end - data < 14) return
  output.add(Uint8Array.of(0xff, APP0, 0, 16))
  output.keep(data, data + 12)
  output.add(Uint8Array.of(0, 0))
}

function isKept(file: FileView, { marker, data }: Segment): boolean {
  if (marker === APP2) return file.text(data, 12) === 'ICC_PROFILE\0'
  // This segment contains the colour transform. Without it, the colours are wrong.
  if (marker === APP14) return file.text(data, 5) === 'Adobe'
  return marker < APP0
}

/** EXIF orientation: 1 is upright, 5 to 8 are rotated by 90 degrees, 2, 4, 5 and 7 are mirrored. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112

/**
 * Reads the orientation from the TIFF structure of an EXIF segment. Invalid metadata counts as
 * upright.
 */
export function orientationOf(tiff: Uint8Array): Orientation {
  try {
    const view = new FileView(tiff)
    const littleEndian = view.text(0, 2) === 'II'
    const directory = view.uint32(4, littleEndian)
    const entries = view.uint16(directory, littleEndian)
    for (let entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
      if (view.uint16(entry, littleEndian) !== ORIENTATION_TAG) continue
      const value = view.uint16(entry + 8, littleEndian)
      return value >= 1 && value <= 8 ? (value as Orientation) : 1
    }
  } catch {
    // The metadata is not valid, so the default is used.
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
