import { Parser } from 'htmlparser2'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { piecesOf, type SourceFiles } from '#import/source-files.ts'

/** An element of a WordPress export file that readers use. Names have the usual prefixes (`wp:post_id`), whatever the file uses. */
export interface WxrElement {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: WxrElement[]
  /** The rest of a very long text is missing. */
  isCut: boolean
}

/**
 * The `item` and `wp:author` elements of a file, one after the other. The file is read in pieces: memory is bounded by the largest
 * item, and that by `itemMax`. Entities that the file declares are not expanded, and nothing is loaded.
 */
export async function* wxrElements(
  files: SourceFiles,
  file: string,
  wanted: (path: string) => boolean,
): AsyncGenerator<WxrElement> {
  const complete: WxrElement[] = []
  const reading = new Reading(file, wanted, (element) => complete.push(element))
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  for await (const piece of piecesOf(files.stream(file))) {
    reading.write(decodedText(decoder, piece, file))
    yield* complete.splice(0)
  }
  reading.write(decodedText(decoder, undefined, file))
  reading.finish()
  yield* complete
}

function decodedText(decoder: TextDecoder, bytes: Uint8Array | undefined, file: string): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new ImportError('not_utf8', file)
  }
}

/** Deeper elements do not occur in exports. */
const DEPTH_MAX = 50
/** Characters of an item with its comments. */
const itemMax = () => 4 * LIMITS.text
/** Characters of a tag or CDATA section, which the parser stores until its end. */
const pieceMax = () => 2 * LIMITS.text
const STEP = 64 * 1024

interface Open {
  element: WxrElement
  namespaces: ReadonlyMap<string, string>
  isWanted: boolean
}

class Reading {
  private readonly parser: Parser
  private readonly open: Open[] = []
  private readonly file: string
  private readonly wanted: (path: string) => boolean
  private readonly done: (element: WxrElement) => void
  private hasChannel = false
  /** Characters of the current item. */
  private size = 0
  /** Characters since the parser last reported something. */
  private pending = 0

  constructor(file: string, wanted: (path: string) => boolean, done: (element: WxrElement) => void) {
    this.file = file
    this.wanted = wanted
    this.done = done
    const handler = {
      onopentag: (name: string, attributes: Record<string, string>) => this.start(name, attributes),
      ontext: (text: string) => this.text(text),
      onclosetag: () => this.end(),
    }
    this.parser = new Parser(handler, { xmlMode: true })
  }

  write(text: string): void {
    // In steps, because what follows the last tag or text of a step is pending.
    for (let at = 0; at < text.length; at += STEP) {
      const step = text.slice(at, at + STEP)
      this.pending += step.length
      this.parser.write(step)
      if (this.pending > pieceMax()) throw new ImportError('file_too_large', this.file)
    }
  }

  finish(): void {
    // A file without an end is incomplete: exports of large sites can stop in the middle.
    if (!this.hasChannel || this.open.length > 0) throw new ImportError('invalid_xml', this.file)
    this.parser.end()
  }

  private start(written: string, attributes: Record<string, string>): void {
    this.pending = 0
    const depth = this.open.length
    if (depth >= DEPTH_MAX) throw new ImportError('invalid_xml', this.file)
    const outer = this.open.at(-1)
    const namespaces = withDeclared(outer?.namespaces ?? NO_NAMESPACES, attributes)
    const element: WxrElement = {
      name: usualName(written, namespaces),
      attributes,
      text: '',
      children: [],
      isCut: false,
    }
    this.hasChannel ||= element.name === 'channel'
    if (depth === ITEM_DEPTH) this.size = 0
    const path = [...this.open.slice(ITEM_DEPTH).map((one) => one.element.name), element.name].join(' ')
    const isWanted = depth >= ITEM_DEPTH && (depth === ITEM_DEPTH || outer?.isWanted === true) && this.wanted(path)
    if (isWanted && depth > ITEM_DEPTH && this.hasRoom(written.length + 50)) outer?.element.children.push(element)
    this.open.push({ element, namespaces, isWanted })
  }

  private text(text: string): void {
    this.pending = 0
    const current = this.open.at(-1)
    if (current?.isWanted && this.hasRoom(text.length)) current.element.text += text
  }

  private end(): void {
    this.pending = 0
    const closed = this.open.pop()
    if (this.open.length === ITEM_DEPTH && closed?.isWanted) this.done(closed.element)
  }

  private hasRoom(length: number): boolean {
    this.size += length
    const item = this.open[ITEM_DEPTH]?.element
    if (this.size > itemMax() && item) item.isCut = true
    return this.size <= itemMax()
  }
}

/** `rss channel item`. */
const ITEM_DEPTH = 2

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map()

function withDeclared(
  outer: ReadonlyMap<string, string>,
  attributes: Record<string, string>,
): ReadonlyMap<string, string> {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  return new Map([
    ...outer,
    ...declared.map(([name, uri]): [string, string] => [name.slice('xmlns:'.length), usualPrefix(uri)]),
  ])
}

function usualPrefix(uri: string): string {
  if (/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/$/.test(uri)) return 'excerpt:'
  if (/^https?:\/\/wordpress\.org\/export\/[\d.]+\/$/.test(uri)) return 'wp:'
  if (uri === 'http://purl.org/rss/1.0/modules/content/') return 'content:'
  if (uri === 'http://purl.org/dc/elements/1.1/') return 'dc:'
  return uri === '' ? '' : 'other:'
}

/** A prefix that is not declared stays: old exports lack declarations. */
function usualName(written: string, namespaces: ReadonlyMap<string, string>): string {
  const colon = written.indexOf(':')
  const prefix = written.slice(0, Math.max(colon, 0))
  return (namespaces.get(prefix) ?? (colon === -1 ? '' : `${prefix}:`)) + written.slice(colon + 1)
}
