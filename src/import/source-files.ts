/** The files of an import: a single file, a folder, or the entries of a ZIP archive. Names use `/` and are relative. */
export interface SourceFiles {
  names: readonly string[]
  /** The whole file. Throws an `ImportError` if it is larger than `max` bytes when unpacked. */
  bytes(name: string, max?: number): Promise<Uint8Array<ArrayBuffer>>
  /** The file as UTF-8. Throws an `ImportError` if it is not UTF-8. */
  text(name: string, max?: number): Promise<string>
  /** The file in pieces, for large files. */
  stream(name: string): ReadableStream<Uint8Array<ArrayBuffer>>
}
