import { damaged, type FileView, joined } from '#features/images/formats/file.ts'
import type { Size } from '#features/images/image-type.ts'

export function isGif(file: FileView): boolean {
  return /^GIF8[79]a$/.test(file.text(0, 6))
}

export function gifSize(file: FileView): Size {
  const width = file.uint16(6, true)
  const height = file.uint16(8, true)
  return width > 0 && height > 0 ? { width, height } : damaged()
}

/** Keeps frames, their timing and the loop; comments, texts, other programs' data and whatever follows the end go. */
export function stripGif(file: FileView): Uint8Array {
  const screen = gifSize(file)
  let at = 13 + tableLength(file.byte(10))
  const pieces = [file.piece(0, at)]
  let frames = 0
  for (;;) {
    const block = file.byte(at)
    if (block === TRAILER) break
    let end: number
    if (block === EXTENSION) {
      end = endOfSubBlocks(file, at + 2)
      if (isKept(file, at)) pieces.push(file.piece(at, end))
    } else if (block === FRAME) {
      // A decoder reserves memory for the frame: one larger than the screen would slip by the limits.
      if (!isWithin(file, at, screen)) damaged()
      end = endOfSubBlocks(file, at + 11 + tableLength(file.byte(at + 9)))
      pieces.push(file.piece(at, end))
      frames += 1
    } else {
      // Some programs leave an empty byte between blocks.
      end = block === 0 ? at + 1 : damaged()
    }
    at = end
  }
  return frames > 0 ? joined([...pieces, Uint8Array.of(TRAILER)]) : damaged()
}

const EXTENSION = 0x21
const FRAME = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

/** Of a colour table, by the flags that announce it. */
function tableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function isWithin(file: FileView, frame: number, { width, height }: Size): boolean {
  const [left, top, frameWidth, frameHeight] = [1, 3, 5, 7].map((offset) => file.uint16(frame + offset, true))
  if (left === undefined || top === undefined || !frameWidth || !frameHeight) return false
  return left + frameWidth <= width && top + frameHeight <= height
}

function endOfSubBlocks(file: FileView, from: number): number {
  let at = from
  for (let length = file.byte(at); length !== 0; length = file.byte(at)) at += length + 1
  return at + 1
}

function isKept(file: FileView, at: number): boolean {
  const label = file.byte(at + 1)
  if (label === APPLICATION) return ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(file.text(at + 3, 11))
  return label === GRAPHIC_CONTROL
}
