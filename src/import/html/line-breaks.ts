import { BLOCKS, type ForeignElement, type ForeignNode, isElement } from '#import/html/foreign-tree.ts'

/**
 * WordPress stores texts of its classic editor without `p` and `br`: a line break in the source is one in the text. Breaks next to
 * a block have no meaning. Two breaks in a row become paragraphs later.
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

/** Their line breaks are kept, or are not text. */
const LITERAL = new Set([
  'pre',
  'code',
  'script',
  'style',
  'textarea',
  'noscript',
  'iframe',
  'xmp',
  'svg',
  'math',
  'object',
])
const STRUCTURE = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'select', 'picture', 'figure'])

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
