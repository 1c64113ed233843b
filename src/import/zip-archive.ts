import { ImportError, LIMITS } from '#import/import-error.ts'
import { piecesOf } from '#import/source-files.ts'
import { crc32 } from '#kernel/formats/crc32.ts'

/**
 * A ZIP reader that bounds memory: `@zip.js/zip.js` needs 5.6 KB of memory for each entry, so 567
 * MB and 8 s for a file with 100,000 entries. Without the 64-bit extension: a file has at most 200
 * MB.
 */
export interface ZipEntry {
  name: string
  /** Bytes when unpacked, according to the directory. A hostile file can contain more. */
  size: number
  packed: number
  method: number
  crc: number
  /** Offset of the local header. */
  at: number
  /** Where the next entry or the directory begins. The data of this entry must end before it. */
  end: number
}

/** The files in the archive, without folders, from its central directory. */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  const { from, length, shift } = await findDirectory(file)
  if (length > DIRECTORY_MAX) throw new ImportError('too_many_files')
  const directory = await view(file, from, length)
  const entries: ZipEntry[] = []
  for (let at = 0; at < length; ) {
    if (at + 46 > length || directory.getUint32(at, true) !== DIRECTORY_ENTRY)
      throw new ImportError('not_a_zip')
    const end =
      at + 46 + [28, 30, 32].reduce((sum, field) => sum + directory.getUint16(at + field, true), 0)
    if (end > length) throw new ImportError('not_a_zip')
    entries.push(entryAt(directory, at, shift))
    if (entries.length > LIMITS.files) throw new ImportError('too_many_files')
    at = end
  }
  setEnds(entries, from)
  return entries.filter(({ name }) => !name.endsWith('/'))
}

/**
 * The unpacked bytes of an entry. The reader must count them: `size` can be wrong until the last
 * piece.
 */
export async function* unpacked(
  file: Blob,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const broken = () => new ImportError('not_a_zip', entry.name)
  const header = await view(file, entry.at, 30)
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL_HEADER) throw broken()
  const from = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  if (from + entry.packed > entry.end) throw broken()
  let size = 0
  let crc = 0
  try {
    for await (const piece of piecesOf(inflated(file.slice(from, from + entry.packed), entry))) {
      size += piece.byteLength
      crc = crc32(piece, crc)
      yield piece
    }
  } catch (error) {
    throw error instanceof ImportError ? error : broken()
  }
  if (size !== entry.size || crc !== entry.crc) throw broken()
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const DIRECTORY_END = 0x06054b50

/** The maximum length of the directory, which is read into memory. */
const DIRECTORY_MAX = 400 * LIMITS.files
const COMMENT_MAX = 0xffff

const STORED = 0
const DEFLATED = 8

interface Directory {
  from: number
  length: number
  /**
   * Bytes before the archive, such as the program of a self-extracting file. Offsets do not count
   * them.
   */
  shift: number
}

async function findDirectory(file: Blob): Promise<Directory> {
  const tailFrom = Math.max(0, file.size - COMMENT_MAX - 22)
  const tail = await view(file, tailFrom, COMMENT_MAX + 22)
  for (let at = tail.byteLength - 22; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== DIRECTORY_END) continue
    const [length, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    const from = tailFrom + at - length
    if (from < offset) break
    return { from, length, shift: from - offset }
  }
  throw new ImportError('not_a_zip')
}

function entryAt(directory: DataView<ArrayBuffer>, at: number, shift: number): ZipEntry {
  const flags = directory.getUint16(at + 8, true)
  const nameLength = directory.getUint16(at + 28, true)
  const name = nameOf(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength))
  if (flags & 1) throw new ImportError('encrypted_zip', name)
  const method = directory.getUint16(at + 10, true)
  if (method !== STORED && method !== DEFLATED) throw new ImportError('not_a_zip', name)
  const [crc = 0, packed = 0, size = 0, offset = 0] = [16, 20, 24, 42].map((field) =>
    directory.getUint32(at + field, true),
  )
  return { name, size, packed, method, crc, at: offset + shift, end: 0 }
}

/** Refuses entries that overlap: a few bytes could then unpack to thousands of files. */
function setEnds(entries: readonly ZipEntry[], directory: number): void {
  const byPlace = entries.toSorted((a, b) => a.at - b.at)
  byPlace.forEach((entry, index) => {
    entry.end = byPlace[index + 1]?.at ?? directory
    if (entry.at + 30 + entry.packed > entry.end) throw new ImportError('not_a_zip', entry.name)
  })
}

/**
 * Chinese versions of Windows write names in their own encoding, and nothing in the archive shows
 * this.
 */
function nameOf(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    return CHINESE.decode(bytes)
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const CHINESE = new TextDecoder('gb18030')

function inflated(packed: Blob, { method }: ZipEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes: ReadableStream<Uint8Array<ArrayBuffer>> = packed.stream()
  return method === STORED
    ? bytes
    : bytes.pipeThrough(new DecompressionStream('deflate-raw') as Inflater)
}

type Inflater = ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>

async function view(file: Blob, from: number, length: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await file.slice(Math.max(0, from), Math.max(0, from + length)).arrayBuffer())
}
