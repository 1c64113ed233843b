import { devto } from '#import/forem/format.ts'
import type { ImportFormat } from '#import/format.ts'
import { ghost } from '#import/ghost/format.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { joule } from '#import/joule/format.ts'
import { markdown } from '#import/markdown/format.ts'
import { medium } from '#import/medium/format.ts'
import {
  isNoise,
  piecesOf,
  type SourceFiles,
  safeName,
  withoutTopFolder,
} from '#import/source-files.ts'
import { substack } from '#import/substack/format.ts'
import { wordpress } from '#import/wordpress/format.ts'
import { unpacked, zipEntries } from '#import/zip-archive.ts'
import { streamOf } from '#kernel/pause.ts'

/**
 * `webkitRelativePath` begins with the folder that the user chose. The `File` of Node does not have
 * this property.
 */
type ChosenFile = File & { webkitRelativePath?: string }

/**
 * Opens one ZIP archive, one other file, or the files of a folder. Reads nothing except the
 * directory of the archive.
 */
export async function filesOf(chosen: readonly ChosenFile[]): Promise<SourceFiles> {
  const [file] = chosen
  if (file && chosen.length === 1 && !file.webkitRelativePath) {
    if (file.size > LIMITS.file) throw new ImportError('file_too_large', file.name)
    return (await isZip(file)) ? sourceFiles(await entriesOf(file)) : sourceFiles([asIs(file)])
  }
  return sourceFiles(chosen.map(asIs))
}

export interface StoredFile {
  name: string
  /** Can be wrong in a hostile archive, so the pieces are counted too. */
  size: number
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>
}

function asIs(file: ChosenFile): StoredFile {
  return {
    name: file.webkitRelativePath || file.name,
    size: file.size,
    pieces: () => piecesOf(file.stream()),
  }
}

async function isZip(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isArchive = ['PK\x03\x04', 'PK\x05\x06'].includes(String.fromCharCode(...start))
  if (!isArchive && /\.zip$/i.test(file.name)) throw new ImportError('not_a_zip', file.name)
  return isArchive
}

async function entriesOf(archive: File): Promise<StoredFile[]> {
  const entries = await zipEntries(archive)
  return entries.map((entry) => ({
    name: entry.name,
    size: entry.size,
    pieces: () => unpacked(archive, entry),
  }))
}

/**
 * If a name occurs several times, the last file is used, because `zip` adds newer versions at the
 * end.
 */
export function sourceFiles(
  stored: readonly StoredFile[],
  limits: Pick<typeof LIMITS, 'files' | 'unpacked'> = LIMITS,
): SourceFiles {
  const kept = stored.filter(({ name }) => !isNoise(name))
  if (kept.length > limits.files) throw new ImportError('too_many_files')
  const names = withoutTopFolder(kept.map(({ name }) => safeName(name)))
  const files = new Map(kept.map((file, index) => [names[index] ?? file.name, file]))
  /**
   * The unpacked bytes of each file. Each file counts once towards the limit, although an import
   * reads it for the preview and again for the post.
   */
  const used = new Map<string, number>()
  let total = 0

  async function* pieces(name: string, max: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const file = files.get(name)
    if (!file) throw new Error(`no such file: ${name}`)
    if (file.size > max) throw new ImportError('file_too_large', name)
    let read = 0
    for await (const piece of file.pieces()) {
      read += piece.byteLength
      if (read > max) throw new ImportError('file_too_large', name)
      total += Math.max(0, read - (used.get(name) ?? 0))
      used.set(name, Math.max(read, used.get(name) ?? 0))
      if (total > limits.unpacked) throw new ImportError('unpacks_too_large', name)
      yield piece
    }
  }

  async function bytes(name: string, max = LIMITS.json): Promise<Uint8Array<ArrayBuffer>> {
    const all: Uint8Array<ArrayBuffer>[] = []
    for await (const piece of pieces(name, max)) all.push(piece)
    return new Uint8Array(await new Blob(all).arrayBuffer())
  }

  return {
    names: [...files.keys()],
    bytes,
    text: async (name, max) => decoded(await bytes(name, max), name),
    stream: (name) => streamOf(pieces(name, limits.unpacked)),
  }
}

/** By the byte order mark at the beginning of a file. */
const ENCODINGS = new Map([
  [0xfffe, 'utf-16le'],
  [0xfeff, 'utf-16be'],
])

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
function decoded(bytes: Uint8Array<ArrayBuffer>, name: string): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const encoding = ENCODINGS.get(mark) ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Not in this encoding.
  }
  throw new ImportError('not_utf8', name)
}

/**
 * The first format that matches is used. Joule is first: its archive also contains HTML and
 * Markdown. Markdown is last: archives of other formats can contain a README.
 */
export const FORMATS: readonly ImportFormat[] = [
  joule,
  devto,
  ghost,
  wordpress,
  medium,
  substack,
  markdown,
]

/**
 * The first format that matches. `joule import` adds Discourse to the formats, whose reader needs
 * Node.
 */
export async function formatOf(files: SourceFiles, formats = FORMATS): Promise<ImportFormat> {
  for (const format of formats) {
    if (await format.matches(files)) return format
  }
  throw new ImportError('unknown_format')
}
