import type { FileView } from '#features/core/images/formats/file.ts'

/** Collects the kept parts of a file in one preallocated buffer, so memory does not grow with the number of parts. */
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
