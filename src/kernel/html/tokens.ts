import { RAW_TEXT, REMOVED_WHOLE } from '#kernel/html/allow-list.ts'
import { CONTROL_CHARACTERS, decodeEntities } from '#kernel/html/entities.ts'

export type Token =
  | { type: 'text'; text: string }
  | { type: 'start'; name: string; attributes: ReadonlyMap<string, string> }
  | { type: 'end'; name: string }

/**
 * Tokenises HTML like a browser, in one pass. Skips comments, doctypes, processing instructions,
 * CDATA and elements that are removed with their content. Text and attribute values are decoded.
 * `isForeign` is for imports: it skips no element, and content that is not markup follows its start
 * tag as one text that is not decoded.
 */
export function* tokensOf(source: string, isForeign = false): Generator<Token> {
  const html = source.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '')
  const lastEndTag = endTagFinder(html)
  let removing: { name: string; depth: number } | null = null
  let at = 0
  while (at < html.length) {
    const markup = nextMarkup(html, at)
    const text = removing === null ? html.slice(at, markup?.start) : ''
    if (text !== '') yield { type: 'text', text: decodeEntities(text) }
    if (markup === null) return
    at = markup.end
    if (markup.type === 'nothing') continue
    const { name } = markup
    if (removing !== null) {
      if (name !== removing.name) at = markup.type === 'start' ? afterContent(html, name, at) : at
      else if (markup.type === 'end') removing.depth -= 1
      else if (!markup.selfClosing) removing.depth += 1
      if (removing.depth === 0) removing = null
    } else if (markup.type === 'end') {
      yield { type: 'end', name }
    } else if (!isForeign && RAW_TEXT.has(name)) {
      at = afterContent(html, name, at)
    } else if (!isForeign && REMOVED_WHOLE.has(name)) {
      // If such an element is never closed, only its tag is removed: a stray `<svg>` must not
      // remove the rest of a post.
      if (!markup.selfClosing && lastEndTag(name) >= at) removing = { name, depth: 1 }
    } else {
      yield { type: 'start', name, attributes: markup.attributes }
      if (!RAW_TEXT.has(name)) continue
      // Old posts close an iframe in its start tag, or not at all. The text after it must not
      // become its content.
      const isEmpty = markup.selfClosing || lastEndTag(name) < at
      const end =
        isEmpty && name !== 'script' && name !== 'style' ? at : afterContent(html, name, at)
      if (end > at) yield { type: 'text', text: html.slice(at, end) }
      yield { type: 'end', name }
      at = end
    }
  }
}

type Markup = { start: number; end: number } & (
  | { type: 'nothing' }
  | { type: 'end'; name: string }
  | { type: 'start'; name: string; attributes: ReadonlyMap<string, string>; selfClosing: boolean }
)

/** A single `<` is text. */
function nextMarkup(html: string, from: number): Markup | null {
  let opening = html.indexOf('<', from)
  while (opening !== -1) {
    const markup = readMarkup(html, opening)
    if (markup !== null) return markup
    opening = html.indexOf('<', opening + 1)
  }
  return null
}

function readMarkup(html: string, start: number): Markup | null {
  if (html.startsWith('<!--', start))
    return { type: 'nothing', start, end: afterComment(html, start) }
  const closing = html[start + 1] === '/'
  const nameStart = start + (closing ? 2 : 1)
  const name = matchAt(NAME, html, nameStart)
  if (name === '') {
    const isBogus = closing || html[start + 1] === '!' || html[start + 1] === '?'
    return isBogus ? { type: 'nothing', start, end: after(html, '>', start) } : null
  }
  const { attributes, close } = readAttributes(html, nameStart + name.length)
  if (close === -1) return { type: 'nothing', start, end: html.length }
  const tag = { name: name.toLowerCase(), start, end: close + 1 }
  return closing
    ? { type: 'end', ...tag }
    : { type: 'start', ...tag, attributes, selfClosing: html[close - 1] === '/' }
}

/** `close` is the position of the `>` that ends the tag, or -1 if the source ends first. */
function readAttributes(
  html: string,
  from: number,
): { attributes: ReadonlyMap<string, string>; close: number } {
  if (html[from] === '>') return { attributes: NO_ATTRIBUTES, close: from }
  const attributes = new Map<string, string>()
  let at = from
  for (;;) {
    at += matchAt(GAP, html, at).length
    if (at >= html.length) return { attributes, close: -1 }
    if (html[at] === '>') return { attributes, close: at }
    const name = matchAt(ATTRIBUTE_NAME, html, at)
    at += name.length
    const equals = matchAt(EQUALS, html, at)
    at += equals.length
    let value = ''
    if (equals !== '') {
      const quote = html[at]
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 1)
        if (close === -1) return { attributes, close }
        value = html.slice(at + 1, close)
        at = close + 1
      } else {
        value = matchAt(UNQUOTED, html, at)
        at += value.length
      }
    }
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value, 'attribute'))
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

const NAME = /[a-z][^\t\n\f />]*/iy
const GAP = /[\t\n\f /]+/y
const ATTRIBUTE_NAME = /=?[^\t\n\f />=]*/y
const EQUALS = /[\t\n\f ]*=[\t\n\f ]*/y
const UNQUOTED = /[^\t\n\f >]+/y

function matchAt(pattern: RegExp, html: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(html)?.[0] ?? ''
}

function after(html: string, end: string, from: number): number {
  const found = html.indexOf(end, from)
  return found === -1 ? html.length : found + end.length
}

function afterComment(html: string, at: number): number {
  // `<!-->` and `<!--->` are complete comments, and `--!>` also ends a comment.
  const short = ['<!-->', '<!--->'].find((comment) => html.startsWith(comment, at))
  if (short !== undefined) return at + short.length
  COMMENT_END.lastIndex = at + 4
  const found = COMMENT_END.exec(html)
  return found === null ? html.length : found.index + found[0].length
}

const COMMENT_END = /--!?>/g

function afterContent(html: string, name: string, at: number): number {
  if (!RAW_TEXT.has(name)) return at
  const end = endTagOf(name)
  end.lastIndex = at
  return end.exec(html)?.index ?? html.length
}

/** Position of the last end tag of a name, computed once per name. */
function endTagFinder(html: string): (name: string) => number {
  const found = new Map<string, number>()
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known
    let last = -1
    for (const match of html.matchAll(endTagOf(name))) last = match.index
    found.set(name, last)
    return last
  }
}

function endTagOf(name: string): RegExp {
  return new RegExp(`</${name}(?=[\\t\\n\\f />])`, 'gi')
}
