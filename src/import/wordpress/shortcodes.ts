/** A shortcode of WordPress: `[name key="value"]content[/name]`. */
export interface Shortcode {
  name: string
  /** A value without a key has its position as its key. */
  attributes: ReadonlyMap<string, string>
  /** Null without an end tag. Shortcodes in the content are already replaced, except in code. */
  content: string | null
}

export interface ShortcodeRules {
  /** Shortcodes whose content is literal. */
  literal: ReadonlySet<string>
  /**
   * Shortcodes without an end tag. Other words in brackets are text, unless they have attributes or
   * an end tag.
   */
  known: ReadonlySet<string>
  html(shortcode: Shortcode): string
}

/**
 * Replaces shortcodes by HTML, in linear time. `pre`, `code`, scripts and comments stay as they
 * are.
 */
export function withShortcodes(source: string, { literal, known, html }: ShortcodeRules): string {
  const parts = [...partsOf(source, literal)]
  const ends = pairs(parts)
  const frames: { html: string; end: number; part: Tag | null }[] = [
    { html: '', end: Number.POSITIVE_INFINITY, part: null },
  ]
  let added = 0
  const add = (text: string, shortcode?: Shortcode) => {
    const frame = frames.at(-1)
    // The output is limited, so that a short source cannot produce a very long text, such as the
    // same gallery many times.
    added += shortcode === undefined ? 0 : text.length - (shortcode.content?.length ?? 0)
    if (frame && (shortcode === undefined || added < ADDED_MAX)) frame.html += text
  }
  for (const [index, part] of parts.entries()) {
    if (part.type === 'text') {
      add(part.text)
      continue
    }
    const { name, attributes, content } = part
    if (part.type === 'end') {
      const frame = frames.at(-1)
      if (frame?.end === index && frame.part) {
        frames.pop()
        const shortcode = { name, attributes: frame.part.attributes, content: frame.html }
        add(html(shortcode), shortcode)
      } else if (!known.has(name) && !name.includes('_')) add(part.text)
      continue
    }
    const end = ends.get(index)
    const shortcode = { name, attributes, content }
    if (content !== null) add(html(shortcode), shortcode)
    else if (end !== undefined && frames.length <= NESTED_MAX) frames.push({ html: '', end, part })
    else if (known.has(name) || name.includes('_') || hasNamed(attributes))
      add(html(shortcode), shortcode)
    else add(part.text)
  }
  // Unclosed frames do not occur: `pairs` lists only shortcodes with an end.
  return frames.map((frame) => frame.html).join('')
}

const NESTED_MAX = 20
const ADDED_MAX = 1_000_000

interface Tag {
  type: 'start' | 'end'
  text: string
  name: string
  attributes: ReadonlyMap<string, string>
  /** The content of code. */
  content: string | null
}

type Part = Tag | { type: 'text'; text: string }

function* partsOf(source: string, literal: ReadonlySet<string>): Generator<Part> {
  const lower = source.toLowerCase()
  const lastOf = memo((end: string) => lower.lastIndexOf(end))
  const after = (end: string, from: number) =>
    lastOf(end) < from ? -1 : lower.indexOf(end, from) + end.length
  let text = 0
  let at = 0
  while (at < source.length) {
    const found = next(source, at)
    if (found === -1) break
    at = found + 1
    if (source[found] === '<') {
      const close = LITERAL_HTML.find(({ open }) => lower.startsWith(open, found))?.close
      const end = close === undefined ? -1 : after(close, found)
      if (end > 0) at = end
      continue
    }
    const tag = tagAt(source, found)
    if (tag === null) continue
    yield { type: 'text', text: source.slice(text, found) }
    at = found + tag.text.length
    if (tag.isEscaped) yield { type: 'text', text: tag.text.slice(1, -1) }
    else if (tag.type === 'start' && literal.has(tag.name) && after(`[/${tag.name}]`, at) > 0) {
      const end = after(`[/${tag.name}]`, at)
      yield { ...tag, content: source.slice(at, end - tag.name.length - 3) }
      at = end
    } else yield tag
    text = at
  }
  yield { type: 'text', text: source.slice(text) }
}

const LITERAL_HTML = ['pre', 'code', 'script', 'style', 'textarea']
  .map((name) => ({ open: `<${name}`, close: `</${name}>` }))
  .concat({ open: '<!--', close: '-->' })

function next(source: string, from: number): number {
  for (let at = from; at < source.length; at++)
    if (source[at] === '[' || source[at] === '<') return at
  return -1
}

/** The maximum number of characters of a tag. */
const TAG_MAX = 4_000

function tagAt(source: string, start: number): (Tag & { isEscaped: boolean }) | null {
  const isEscaped = source[start + 1] === '['
  NAME.lastIndex = start + (isEscaped ? 2 : 1)
  const [whole, slash = '', name = ''] = NAME.exec(source) ?? []
  if (whole === undefined) return null
  const from = start + (isEscaped ? 2 : 1) + whole.length
  const close = endOfTag(source, from)
  if (close === -1 || (isEscaped && source[close + 1] !== ']')) return null
  return {
    type: slash === '' ? 'start' : 'end',
    text: source.slice(start, close + (isEscaped ? 2 : 1)),
    name: name.toLowerCase(),
    attributes: attributesOf(source.slice(from, close).replace(/\/$/, '')),
    content: null,
    isEscaped,
  }
}

const NAME = /(\/?)([a-z][\w-]{0,40})(?=[\s\]=/])/iy

/** A bracket inside quotes does not end the tag. */
function endOfTag(source: string, from: number): number {
  let quote = ''
  for (let at = from; at < Math.min(source.length, from + TAG_MAX); at++) {
    const character = source[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === ']') return at
    else if (character === '[') return -1
    else if ((character === '"' || character === "'") && source[at - 1] === '=') quote = character
  }
  return -1
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  let position = 0
  for (const [, key, double, single, bare, alone] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare ?? alone ?? ''
    attributes.set(key?.toLowerCase() ?? String(position++), value)
  }
  return attributes
}

const ATTRIBUTE = /([\w-]{1,40})=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s"']+)/g

function hasNamed(attributes: ReadonlyMap<string, string>): boolean {
  return [...attributes.keys()].some((key) => !/^\d/.test(key))
}

/** The index of the end tag, by the index of its start tag. */
function pairs(parts: readonly Part[]): Map<number, number> {
  const ends = new Map<number, number>()
  const open: { name: string; index: number }[] = []
  for (const [index, part] of parts.entries()) {
    if (part.type === 'start' && part.content === null) open.push({ name: part.name, index })
    if (part.type !== 'end') continue
    const lowest = Math.max(0, open.length - LOOK_BACK)
    for (let place = open.length - 1; place >= lowest; place--) {
      if (open[place]?.name !== part.name) continue
      ends.set(open[place]?.index ?? -1, index)
      open.length = place
      break
    }
  }
  return ends
}

/** The maximum number of shortcodes without an end between a start tag and its end tag. */
const LOOK_BACK = 100

function memo(compute: (key: string) => number): (key: string) => number {
  const known = new Map<string, number>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
