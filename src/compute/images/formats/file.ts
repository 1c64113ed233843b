import { AppError } from '#kernel/errors.ts'

export function damaged(): never {
  throw new AppError('image_invalid')
}

/** Random access to a file. A read beyond the end throws `image_invalid`. */
export class FileView {
  readonly bytes: Uint8Array
  private readonly view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.byteLength
  }

  byte(at: number): number {
    return this.bytes[at] ?? damaged()
  }

  uint16(at: number, littleEndian = false): number {
    return at + 2 <= this.length ? this.view.getUint16(at, littleEndian) : damaged()
  }

  uint24(at: number): number {
    return this.uint16(at, true) | (this.byte(at + 2) << 16)
  }

  uint32(at: number, littleEndian = false): number {
    return at + 4 <= this.length ? this.view.getUint32(at, littleEndian) : damaged()
  }

  text(at: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }

  /** A view of part of the file, not a copy. */
  piece(start: number, end: number): Uint8Array {
    return start <= end && end <= this.length ? this.bytes.subarray(start, end) : damaged()
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * Collects the kept parts of a file in one preallocated buffer, so memory does not grow with the
 * number of parts.
 */
export class Excerpt {
  private readonly file: FileView
  private readonly copy: Uint8Array<ArrayBuffer>
  private end = 0

  /** `extra` is the space for added bytes. */
  constructor(file: FileView, extra = 0) {
    this.file = file
    this.copy = new Uint8Array(file.length + extra)
  }

  get length(): number {
    return this.end
  }

  keep(start: number, end: number): void {
    this.add(this.file.piece(start, end))
  }

  add(bytes: Uint8Array): void {
    this.copy.set(bytes, this.end)
    this.end += bytes.byteLength
  }

  /** Overwrites written bytes, for a length that is known only at the end. */
  patch(at: number, bytes: Uint8Array): void {
    this.copy.set(bytes, at)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.copy.subarray(0, this.end)
  }
}
