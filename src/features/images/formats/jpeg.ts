import { type Orientation, orientationOf, orientationSegment } from '#features/images/formats/exif.ts'
import { damaged, type FileView, joined } from '#features/images/formats/file.ts'
import type { Size } from '#features/images/image-type.ts'

export function isJpeg(file: FileView): boolean {
  return file.text(0, 3) === '\xff\xd8\xff'
}

/** From the frame header; the image data are not looked at. */
export function jpegSize(file: FileView): Size {
  for (const segment of segmentsOf(file)) if (isFrame(segment.marker)) return frameSize(file, segment)
  return damaged()
}

/**
 * Keeps what is needed to show the image: tables, frames, scans, the colour profile and how the camera was held.
 * EXIF with its places and thumbnails, XMP, IPTC, comments and whatever follows the end go.
 */
export function stripJpeg(file: FileView): { bytes: Uint8Array; orientation: Orientation } {
  const first: Uint8Array[] = [START]
  const rest: Uint8Array[] = []
  let orientation: Orientation = 1
  let frames = 0
  let scans = 0
  for (const segment of segmentsOf(file)) {
    const { marker, start, data, end } = segment
    if (isFrame(marker)) frames += 1
    // A second frame header could announce another size than the one that was checked.
    if (frames > 1 || (marker === SCAN && frames === 0)) damaged()
    if (marker === SCAN) scans += 1
    if (marker === APP0) first.push(...withoutThumbnail(file, segment))
    else if (marker === APP1 && file.text(data, 6) === 'Exif\0\0')
      orientation = orientationOf(file.piece(data + 6, end))
    else if (isKept(file, segment)) rest.push(file.piece(start, end))
  }
  if (scans === 0) damaged()
  if (orientation !== 1) first.push(orientationSegment(orientation))
  return { bytes: joined([...first, ...rest, END]), orientation }
}

interface Segment {
  marker: number
  /** Of the marker, of the data behind the length, and past the end; a scan includes its image data. */
  start: number
  data: number
  end: number
}

const START = Uint8Array.of(0xff, 0xd8)
const END = Uint8Array.of(0xff, 0xd9)
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const SCAN = 0xda
const END_MARKER = 0xd9

function* segmentsOf(file: FileView): Generator<Segment> {
  let start = 2
  for (;;) {
    if (file.byte(start) !== 0xff) damaged()
    while (file.byte(start + 1) === 0xff) start += 1
    const marker = file.byte(start + 1)
    if (marker === END_MARKER) return
    // Everything else between 0xd0 and 0xd8 belongs inside a scan, or at the very beginning.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) damaged()
    const length = file.uint16(start + 2)
    const end = start + 2 + length
    if (length < 2 || end > file.length) damaged()
    const segment = { marker, start, data: start + 4, end: marker === SCAN ? endOfScan(file, end) : end }
    yield segment
    start = segment.end
  }
}

/** Image data go on until a marker that is neither an escaped 0xff nor a restart. */
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
  // Beyond baseline, extended and progressive: no browser shows them.
  return marker <= 0xc2 ? true : damaged()
}

/** Tables that lie among the frame markers. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])

function frameSize(file: FileView, { data, end }: Segment): Size {
  const height = file.uint16(data + 1)
  const width = file.uint16(data + 3)
  const components = file.byte(data + 5)
  const isSound = file.byte(data) === 8 && [1, 3, 4].includes(components) && end - data === 6 + 3 * components
  return isSound && width > 0 && height > 0 ? { width, height } : damaged()
}

function withoutThumbnail(file: FileView, { data, end }: Segment): Uint8Array[] {
  if (file.text(data, 5) !== 'JFIF\0' || end - data < 14) return []
  return [Uint8Array.of(0xff, APP0, 0, 16), file.piece(data, data + 12), Uint8Array.of(0, 0)]
}

function isKept(file: FileView, { marker, data }: Segment): boolean {
  if (marker === APP2) return file.text(data, 12) === 'ICC_PROFILE\0'
  // Says how colours are stored; without it they come out wrong.
  if (marker === APP14) return file.text(data, 5) === 'Adobe'
  return marker < APP0
}
