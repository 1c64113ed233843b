import { ImportError, LIMITS } from '#import/import-error.ts'
import type { RefusalReason } from '#import/item.ts'

/**
 * The files of an import: a single file, a folder, or the entries of a ZIP archive. Names use `/`
 * and are relative.
 */
export interface SourceFiles {
  names: readonly string[]
  /** The whole file. Throws an `ImportError` if it is larger than `max` bytes when unpacked. */
  bytes(name: string, max?: number): Promise<Uint8Array<ArrayBuffer>>
  /** The file as UTF-8. Throws an `ImportError` if it is not UTF-8. */
  text(name: string, max?: number): Promise<string>
  /** The file in pieces, for large files. */
  stream(name: string): ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * The pieces of a stream. Not all browsers can iterate over a stream itself. Cancels the stream
 * when the caller stops early.
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
 * The files of this name whose beginning matches. A folder of another kind can contain many files
 * of the same kind.
 */
export async function filesThatBegin(
  files: SourceFiles,
  name: RegExp,
  matches: (beginning: string) => boolean,
) {
  const found: string[] = []
  for (const candidate of files.names.filter((one) => name.test(one)).slice(0, CANDIDATES_MAX))
    if (matches(await beginningOf(files, candidate))) found.push(candidate)
  return found
}

const CANDIDATES_MAX = 200
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
 * The text of the file of one post, or why the post is refused: one broken file must not stop an
 * import.
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

/** The name in its only form: relative, with `/`, composed characters. */
export function safeName(name: string): string {
  const parts = name.replace(/^(?:\.\/)+/, '').split('/')
  const isUnsafe =
    /[\\\0]|^[a-zA-Z]:/.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw new ImportError('unsafe_name', name.slice(0, 200))
  return parts.join('/').normalize('NFC')
}

/**
 * Hidden files, the extra files of macOS, and the packages of a site's build. None of them is a
 * post or an image.
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
