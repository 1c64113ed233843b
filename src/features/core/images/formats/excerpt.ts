import type { FileView } from '#features/core/images/formats/file.ts'

/** What is kept of a file, copied as it is read: however many parts it has, there is one copy and nothing beside it. */
export class Excerpt {
  private readonly file: FileView
  private readonly copy: Uint8Array<ArrayBuffer>
  private end = 0

  /** `extra` is room for what is added. */
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

  /** Over what has been written already: a length that is known only at the end. */
  patch(at: number, bytes: Uint8Array): void {
    this.copy.set(bytes, at)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.copy.subarray(0, this.end)
  }
}
