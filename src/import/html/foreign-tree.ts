import { tokensOf } from '#kernel/html/tokens.ts'

/** An element of foreign HTML, with any name and any attributes. */
export interface ForeignElement {
  name: string
  attributes: ReadonlyMap<string, string>
  classes: readonly string[]
  children: ForeignNode[]
}

export type ForeignNode = ForeignElement | string

/**
 * Elements below this depth are removed, and their text stays. This bounds the cost of an end tag
 * and the recursion of readers.
 */
const DEPTH_MAX = 150

/** Parses foreign HTML in linear time. Missing end tags are added where HTML requires it. */
export function foreignTree(html: string): ForeignElement {
  const root: ForeignElement = { name: '', attributes: new Map(), classes: [], children: [] }
  const open = [root]
  let tooDeep = 0
  for (const token of tokensOf(html, true)) {
    if (token.type === 'text') {
      open.at(-1)?.children.push(token.text)
    } else if (token.type === 'start') {
      closeImplied(open, token.name)
      const { name, attributes } = token
      const classes = attributes.get('class')?.trim().split(/\s+/) ?? []
      const element: ForeignElement = { name, attributes, classes, children: [] }
      if (open.length > DEPTH_MAX && !VOID.has(token.name)) {
        tooDeep += 1
        continue
      }
      open.at(-1)?.children.push(element)
      if (!VOID.has(token.name)) open.push(element)
    } else if (tooDeep > 0) tooDeep -= 1
    else close(open, token.name)
  }
  return root
}

export function isElement(node: ForeignNode | undefined): node is ForeignElement {
  return typeof node === 'object'
}

export function attribute(element: ForeignElement, name: string): string {
  return element.attributes.get(name)?.trim() ?? ''
}

export function hasClass({ classes }: ForeignElement, ...names: string[]): boolean {
  return classes.some((name) => names.includes(name))
}

/** All elements below this one, in document order. */
export function* descendants(element: ForeignElement): Generator<ForeignElement> {
  const waiting: ForeignNode[] = element.children.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue
    yield node
    for (let index = node.children.length - 1; index >= 0; index--)
      waiting.push(node.children[index] ?? '')
  }
}

export function find(
  element: ForeignElement,
  test: (other: ForeignElement) => boolean,
): ForeignElement | undefined {
  for (const other of descendants(element)) if (test(other)) return other
  return undefined
}

/** The text of a node, without scripts and styles. */
export function textIn(node: ForeignNode): string {
  if (!isElement(node)) return node
  if (HIDDEN.has(node.name)) return ''
  return node.children.map(textIn).join('')
}

const HIDDEN = new Set(['script', 'style', 'template', 'noscript'])

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr basefont frame'.split(' '),
)

/** Elements that start a new line and therefore end a paragraph. */
export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table ul'
  ).split(' '),
)

/**
 * A start tag ends the innermost of these elements, unless one of the borders is between the two.
 */
const IMPLIED: Readonly<Record<string, { ends: readonly string[]; borders: readonly string[] }>> = {
  li: { ends: ['li'], borders: ['ul', 'ol', 'menu', 'dir', 'table', 'td', 'th'] },
  dt: { ends: ['dt', 'dd'], borders: ['dl', 'table', 'td', 'th'] },
  dd: { ends: ['dt', 'dd'], borders: ['dl', 'table', 'td', 'th'] },
  tr: { ends: ['tr'], borders: ['table'] },
  td: { ends: ['td', 'th'], borders: ['table', 'tr'] },
  th: { ends: ['td', 'th'], borders: ['table', 'tr'] },
  tbody: { ends: ['thead', 'tbody', 'tfoot'], borders: ['table'] },
  thead: { ends: ['thead', 'tbody', 'tfoot'], borders: ['table'] },
  tfoot: { ends: ['thead', 'tbody', 'tfoot'], borders: ['table'] },
  option: { ends: ['option'], borders: ['select'] },
}

const PARAGRAPH_BORDERS = [
  'table',
  'td',
  'th',
  'caption',
  'button',
  'object',
  'li',
  'blockquote',
  'figure',
]

function closeImplied(open: ForeignElement[], name: string): void {
  if (BLOCKS.has(name)) closeInside(open, ['p'], PARAGRAPH_BORDERS)
  const implied = IMPLIED[name]
  if (implied) closeInside(open, implied.ends, implied.borders)
}

function close(open: ForeignElement[], name: string): void {
  if (name === 'table') closeInside(open, [name], [])
  else closeInside(open, [name], TABLE_PARTS.has(name) ? ['table'] : ['table', 'td', 'th'])
}

const TABLE_PARTS = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption'])

function closeInside(
  open: ForeignElement[],
  names: readonly string[],
  borders: readonly string[],
): void {
  for (let index = open.length - 1; index > 0; index--) {
    const name = open[index]?.name ?? ''
    if (names.includes(name)) {
      open.length = index
      return
    }
    if (borders.includes(name)) return
  }
}

/**
 * Texts of the classic editor of WordPress have neither `p` nor `br`: a line break in the source is
 * one in the text. Line breaks beside a block have no meaning. Two consecutive line breaks become
 * paragraphs later.
 */
export function markLineBreaks(element: ForeignElement): void {
  if (LITERAL.has(element.name)) return
  const { name, children } = element
  const isBlock = name === '' || name === 'td' || name === 'th' || BLOCKS.has(name)
  element.children = children.flatMap((child, index) => {
    if (isElement(child)) {
      markLineBreaks(child)
      return [child]
    }
    if (STRUCTURE.has(name)) return child.trim() === '' ? [] : [child]
    const text = isBorder(children[index - 1], isBlock) ? child.replace(/^\s+/, '') : child
    return linesOf(isBorder(children[index + 1], isBlock) ? text.trimEnd() : text)
  })
}

/** Line breaks in these elements are preserved already, or are not part of the text. */
const LITERAL = new Set(
  'pre code script style textarea noscript iframe xmp svg math object'.split(' '),
)
const STRUCTURE = new Set([
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'ul',
  'ol',
  'dl',
  'select',
  'picture',
  'figure',
])

function isBorder(neighbour: ForeignNode | undefined, isBlock: boolean): boolean {
  if (neighbour === undefined) return isBlock
  return isElement(neighbour) && (BLOCKS.has(neighbour.name) || neighbour.name === 'br')
}

function linesOf(text: string): ForeignNode[] {
  const nodes: ForeignNode[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) nodes.push({ name: 'br', attributes: new Map(), classes: [], children: [] })
    if (line !== '') nodes.push(line)
  }
  return nodes
}
