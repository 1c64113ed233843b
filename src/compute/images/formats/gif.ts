import { damaged, Excerpt, type FileView } from '#compute/images/formats/file.ts'
import type { Tally } from '#compute/images/limits.ts'
import type { Size } from '#kernel/image-types.ts'

export function isGif(file: FileView): boolean {
  return /^GIF8[79]a$/.test(file.text(0, 6))
}

export function gifSize(file: FileView): Size {
  const width = file.uint16(6, true)
  const height = file.uint16(8, true)
  return width > 0 && height > 0 ? { width, height } : damaged()
}

/** Keeps frames, timing and loop. Removes comments, texts, application data and trailing bytes. */
export function stripGif(file: FileView, tally: Tally): Uint8Array {
  const screen = gifSize(file)
  let at = 13 + tableLength(file.byte(10))
  const output = new Excerpt(file)
  output.keep(0, at)
  for (let block = file.byte(at); block !== TRAILER; block = file.byte(at)) {
    let end = at + 1
    if (block === EXTENSION) {
      tally.part()
      end = endOfSubBlocks(file, at + 2)
      if (isKept(file, at)) output.keep(at, end)
    } else if (block === FRAME) {
      tally.part()
      tally.pass(frameSize(file, at, screen))
      end = endOfSubBlocks(file, at + 11 + tableLength(file.byte(at + 9)))
      output.keep(at, end)
    } else if (block !== EMPTY) damaged()
    at = end
  }
  if (tally.isEmpty) damaged()
  output.keep(at, at + 1)
  return output.bytes()
}

/** Some programs write zero bytes between blocks. */
const EMPTY = 0
const EXTENSION = 0x21
const FRAME = 0x2c
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

/** The length of the colour table, from its flags. */
function tableLength(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/**
 * The frame must lie inside the screen: decoders allocate memory for the frame, and the limits
 * check only the screen.
 */
function frameSize(file: FileView, frame: number, screen: Size): Size {
  const [left, top] = [file.uint16(frame + 1, true), file.uint16(frame + 3, true)]
  const [width, height] = [file.uint16(frame + 5, true), file.uint16(frame + 7, true)]
  const isWithin = left + width <= screen.width && top + height <= screen.height
  return isWithin && width > 0 && height > 0 ? { width, height } : damaged()
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
