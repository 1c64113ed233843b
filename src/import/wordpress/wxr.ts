import { Parser } from 'htmlparser2'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { piecesOf, type SourceFiles } from '#import/source-files.ts'

/**
 * An element of a WordPress export file that readers use. Every exporter writes the prefixes of
 * WordPress (`wp:post_id`).
 */
export interface WxrElement {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: WxrElement[]
  /** The rest of a very long text is missing. */
  isCut: boolean
}

/** The depth of an item: `rss channel item`. */
const ITEM_DEPTH = 2
/** Deeper elements do not occur in exports. */
const DEPTH_MAX = 50
/** The maximum number of characters of an item with its comments. */
const itemMax = () => 4 * LIMITS.text
/**
 * The maximum number of characters of a tag or CDATA section, which the parser stores until its
 * end.
 */
const pieceMax = () => 2 * LIMITS.text
const STEP = 64 * 1024

/**
 * The `item` and `wp:author` elements of a file, one after the other. The file is read in pieces,
 * so memory is bounded by the largest item, which `itemMax` limits. Entities that the file declares
 * are not expanded, and nothing is loaded.
 */
export async function* wxrElements(
  files: SourceFiles,
  file: string,
  wanted: (path: string) => boolean,
): AsyncGenerator<WxrElement> {
  const complete: WxrElement[] = []
  const open: { element: WxrElement; isWanted: boolean }[] = []
  let hasChannel = false
  /**
   * `size`: characters of the current item. `pending`: characters since the parser last reported
   * something.
   */
  let [size, pending] = [0, 0]

  const hasRoom = (length: number) => {
    size += length
    const item = open[ITEM_DEPTH]?.element
    if (size > itemMax() && item) item.isCut = true
    return size <= itemMax()
  }
  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      pending = 0
      const depth = open.length
      if (depth >= DEPTH_MAX) throw new ImportError('invalid_xml', file)
      const outer = open.at(-1)
      const element: WxrElement = { name, attributes, text: '', children: [], isCut: false }
      hasChannel ||= name === 'channel'
      if (depth === ITEM_DEPTH) size = 0
      const path = [...open.slice(ITEM_DEPTH).map((one) => one.element.name), name].join(' ')
      const isWanted =
        depth >= ITEM_DEPTH && (depth === ITEM_DEPTH || outer?.isWanted === true) && wanted(path)
      if (isWanted && depth > ITEM_DEPTH && hasRoom(name.length + 50))
        outer?.element.children.push(element)
      open.push({ element, isWanted })
    },
    ontext(text: string) {
      pending = 0
      const current = open.at(-1)
      if (current?.isWanted && hasRoom(text.length)) current.element.text += text
    },
    onclosetag() {
      pending = 0
      const closed = open.pop()
      if (open.length === ITEM_DEPTH && closed?.isWanted) complete.push(closed.element)
    },
  }
  const parser = new Parser(handler, { xmlMode: true })
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

  const write = (bytes?: Uint8Array) => {
    const text = decodedText(decoder, bytes, file)
    // The text is parsed in steps, because the text after the last tag of a step is pending.
    for (let at = 0; at < text.length; at += STEP) {
      const step = text.slice(at, at + STEP)
      pending += step.length
      parser.write(step)
      if (pending > pieceMax()) throw new ImportError('file_too_large', file)
    }
  }
  for await (const piece of piecesOf(files.stream(file))) {
    write(piece)
    yield* complete.splice(0)
  }
  write()
  // A file that does not end is incomplete: exports of large sites can stop in the middle.
  if (!hasChannel || open.length > 0) throw new ImportError('invalid_xml', file)
  parser.end()
  yield* complete
}

function decodedText(decoder: TextDecoder, bytes: Uint8Array | undefined, file: string): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined })
  } catch {
    throw new ImportError('not_utf8', file)
  }
}
