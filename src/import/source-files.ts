import { ImportError, LIMITS } from '#import/import-error.ts'
import type { RefusalReason } from '#import/item.ts'

/**
 * The files of an import: a single file, the files of a folder, or the entries of a ZIP archive.
 * Names use `/` and are relative.
 */
export interface SourceFiles {
  names: readonly string[]
  /** The whole file. Throws an `ImportError` if it has more than `max` bytes when unpacked. */
  bytes(name: string, max?: number): Promise<Uint8Array<ArrayBuffer>>
  /** The file as UTF-8. Throws an `ImportError` if it is not UTF-8. */
  text(name: string, max?: number): Promise<string>
  /** The file in pieces, for large files. */
  stream(name: string): ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * The pieces of a stream. This function exists because some browsers cannot iterate over a stream.
 * If the caller stops early, the stream is cancelled.
 */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * The files with such a name whose beginning matches. A folder of another kind can contain many
 * files with such names, so only the first CANDIDATES_MAX are read.
 */
export async function filesThatBegin(
  files: SourceFiles,
  name: RegExp,
  matches: (beginning: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const candidate of files.names.filter((one) => name.test(one)).slice(0, CANDIDATES_MAX))
    if (matches(await beginningOf(files, candidate))) found.push(candidate)
  return found
}

const CANDIDATES_MAX = 200
/** Characters of a beginning. */
const BEGINNING = 64 * 1024

/** The first characters of a file, to recognise its format. */
export async function beginningOf(files: SourceFiles, name: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOf(files.stream(name))) {
    text += decoder.decode(piece, { stream: true })
    if (text.length >= BEGINNING) break
  }
  return text.slice(0, BEGINNING)
}

/**
 * The text of the file of one post, or the reason why the post is refused, because one broken file
 * must not stop an import.
 */
export async function postText(
  files: SourceFiles,
  name: string,
): Promise<{ text: string; refused: null } | { text: null; refused: RefusalReason }> {
  try {
    return { text: await files.text(name, LIMITS.text), refused: null }
  } catch (error) {
    const problem = error instanceof ImportError ? error.problem : null
    if (problem === 'file_too_large') return { text: null, refused: 'too_long' }
    if (problem === 'not_utf8') return { text: null, refused: 'unreadable' }
    throw error
  }
}

/**
 * The name in the form that all code uses: relative, with `/`, and with composed characters. Throws
 * an `ImportError` for a name that leaves the folder.
 */
export function safeName(name: string): string {
  const parts = name.replace(/^(?:\.\/)+/, '').split('/')
  const isUnsafe =
    /[\\\0]|^[a-zA-Z]:/.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw new ImportError('unsafe_name', name.slice(0, 200))
  return parts.join('/').normalize('NFC')
}

/**
 * Hidden files, the extra files of macOS, and the packages that build a site. They contain no posts
 * and no images.
 */
export function isNoise(name: string): boolean {
  return name.split('/').some((part) => NOISE.has(part) || /^\.[^./]/.test(part))
}

const NOISE = new Set(['__MACOSX', 'node_modules', 'Thumbs.db', 'desktop.ini'])

/** `blog/posts/a.md` becomes `posts/a.md` if every name begins with `blog/`. */
export function withoutTopFolder(names: readonly string[]): string[] {
  const top = names[0]?.slice(0, names[0].indexOf('/') + 1)
  return top && names.every((name) => name.startsWith(top))
    ? names.map((name) => name.slice(top.length))
    : [...names]
}

export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
