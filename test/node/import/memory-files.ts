import type { SourceFiles } from '#import/source-files.ts'

/** Files in memory. */
export function memoryFiles(files: Record<string, string | Uint8Array>): SourceFiles {
  const bytesOf = (name: string) => new Uint8Array(Buffer.from(files[name] ?? ''))
  return {
    names: Object.keys(files),
    bytes: async (name) => bytesOf(name),
    text: async (name) => Buffer.from(bytesOf(name)).toString(),
    stream: (name) => new Blob([bytesOf(name)]).stream(),
  }
}
