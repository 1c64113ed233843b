import { ruleOf } from '#kernel/html/allow-list.ts'
import { FIGURE_IMAGES_MAX, TASK, TEX } from '#kernel/html/hooks.ts'
import type { HtmlElement, HtmlNode } from '#kernel/html/serialise.ts'

/**
 * The form that the editor stores: text in paragraphs, images between them, no `div`, headings from
 * the second to the fourth level. Opening and saving an imported post then changes nothing.
 */
export function tidied(nodes: readonly HtmlNode[]): HtmlNode[] {
  return withLevels(blocksOf(nodes))
}

function blocksOf(nodes: readonly HtmlNode[]): HtmlNode[] {
  const blocks: HtmlNode[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    for (const block of paragraphs('p', line)) blocks.push(block)
    line = []
  }
  for (const node of nodes) {
    if (!isElement(node) || isInline(node)) {
      line.push(node)
      continue
    }
    endLine()
    // A loop, because `push(...)` with the blocks of a long text would overflow the stack.
    for (const block of blocksOfElement(node)) blocks.push(block)
  }
  endLine()
  return blocks
}

function blocksOfElement(element: HtmlElement): HtmlNode[] {
  const { name, children, attributes } = element
  const has = (key: string) => attributes.some(([one]) => one === key)
  if (name === 'div') return has(TEX) ? [element] : blocksOf(children)
  if (/^(?:p|h[1-6])$/.test(name)) return paragraphs(name, children)
  if (name === 'blockquote') return nonEmpty({ ...element, children: blocksOf(children) })
  if (name === 'details') return [detailsOf(element)]
  if (name === 'table') return tableOf(element)
  if (/^(?:[ou]l|thead|tbody|tfoot|tr)$/.test(name))
    return nonEmpty({ ...element, children: children.filter(isElement).flatMap(blocksOfElement) })
  if (name === 'li') return nonEmpty({ ...element, children: partsOf(children, has(TASK.checked)) })
  if (name === 'td' || name === 'th') return [{ ...element, children: partsOf(children) }]
  if (name === 'figure') return figureOf(element)
  return name === 'summary' || name === 'figcaption' ? paragraphs('p', children) : [element]
}

/**
 * A single image without a caption needs no figure. A figure without an image, or with too many, is
 * dissolved into its content.
 */
function figureOf(element: HtmlElement): HtmlNode[] {
  const images = element.children.filter(isImage)
  const caption = element.children.filter(isElement).find(({ name }) => name === 'figcaption')
  if (images.length === 0 || images.length > FIGURE_IMAGES_MAX) return blocksOf(element.children)
  const text = trimmed(caption?.children ?? [])
  if (caption && text.some(isContent))
    return [{ ...element, children: [...images, { ...caption, children: text }] }]
  return images.length > 1 || element.attributes.length > 0
    ? [{ ...element, children: images }]
    : images
}

/** The editor has no captions of tables, so a caption becomes a paragraph. */
function tableOf(element: HtmlElement): HtmlNode[] {
  const isCaption = (part: HtmlNode) => isElement(part) && part.name === 'caption'
  const captions = element.children.filter(isElement).filter(isCaption)
  const parts = element.children.filter(isElement).filter((part) => !isCaption(part))
  return [
    ...captions.flatMap(({ children }) => paragraphs('p', children)),
    ...nonEmpty({ ...element, children: parts.flatMap(blocksOfElement) }),
  ]
}

/** The content of an item or a cell: a line without `p`, or blocks. */
function partsOf(children: readonly HtmlNode[], isTask = false): HtmlNode[] {
  const blocks = blocksOf(children)
  const [only] = blocks
  // The editor requires a paragraph at the beginning of a task.
  const isLine = blocks.length === 1 && isElement(only) && only.name === 'p' && !isTask
  return isLine ? only.children : blocks
}

function detailsOf(element: HtmlElement): HtmlElement {
  const summary = element.children.find((child) => isElement(child) && child.name === 'summary')
  const title: HtmlElement = isElement(summary)
    ? { ...summary, children: trimmed(summary.children.filter((node) => !isImage(node))) }
    : { name: 'summary', attributes: [], children: [] }
  if (title.children.length === 0) title.children.push('…')
  const content = blocksOf(element.children.filter((child) => child !== summary))
  return {
    ...element,
    children: [title, ...(content.length === 0 ? [paragraph('p', [])] : content)],
  }
}

/** Two line breaks end a paragraph, and an image is outside of paragraphs. */
function paragraphs(name: string, nodes: readonly HtmlNode[]): HtmlNode[] {
  const blocks: HtmlNode[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const content = trimmed(line)
    if (content.some(isContent)) blocks.push(paragraph(name, content))
    line = []
  }
  for (const node of nodes.flatMap(withoutImagesInside)) {
    if (isImage(node)) {
      endLine()
      blocks.push(node)
    } else if (isBreak(node) && lastIsBreak(line) && name === 'p') endLine()
    else line.push(node)
  }
  endLine()
  return blocks
}

/** An image inside formatting is moved out of it: `a <em>b <img> c</em>`. */
function withoutImagesInside(node: HtmlNode): HtmlNode[] {
  if (!isElement(node) || !node.children.some(hasImage)) return [node]
  const pieces: HtmlNode[] = []
  let inside: HtmlNode[] = []
  const endPiece = () => {
    if (inside.some(isContent)) pieces.push({ ...node, children: inside })
    inside = []
  }
  for (const child of node.children.flatMap(withoutImagesInside)) {
    if (isImage(child)) {
      endPiece()
      pieces.push(child)
    } else inside.push(child)
  }
  endPiece()
  return pieces
}

function hasImage(node: HtmlNode): boolean {
  return isElement(node) && (node.name === 'img' || node.children.some(hasImage))
}

function trimmed(nodes: readonly HtmlNode[]): HtmlNode[] {
  const isSpace = (node: HtmlNode | undefined) =>
    node !== undefined && (isBreak(node) || (!isElement(node) && node.trim() === ''))
  let from = 0
  let to = nodes.length
  while (isSpace(nodes[from]) && from < to) from += 1
  while (to > from && isSpace(nodes[to - 1])) to -= 1
  return nodes.slice(from, to).map((node, index, all) => {
    if (isElement(node)) return node
    const begun = index === 0 ? node.replace(/^[\t\n\f ]+/, '') : node
    return index === all.length - 1 ? withoutEnd(begun) : begun
  })
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\n\f'.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

function lastIsBreak(line: readonly HtmlNode[]): boolean {
  for (let index = line.length - 1; index >= 0; index--) {
    const node = line[index]
    if (node !== undefined && isBreak(node)) return true
    if (isElement(node) || node?.trim() !== '') return false
  }
  return false
}

function withLevels(blocks: readonly HtmlNode[]): HtmlNode[] {
  const hasTitle = (nodes: readonly HtmlNode[]): boolean =>
    nodes.some((node) => isElement(node) && (node.name === 'h1' || hasTitle(node.children)))
  const down = hasTitle(blocks) ? 1 : 0
  const lowered = (node: HtmlNode): HtmlNode => {
    if (!isElement(node)) return node
    const level = /^h([1-6])$/.exec(node.name)?.[1]
    const name =
      level === undefined
        ? node.name
        : `h${Math.min(LOWEST_LEVEL, Math.max(2, Number(level) + down))}`
    return { ...node, name, children: node.children.map(lowered) }
  }
  return blocks.map(lowered)
}

/** The editor has three levels below the title. */
const LOWEST_LEVEL = 4

function paragraph(name: string, children: HtmlNode[]): HtmlElement {
  return { name, attributes: [], children }
}

function nonEmpty(element: HtmlElement): HtmlElement[] {
  return element.children.some(isContent) ? [element] : []
}

function isContent(node: HtmlNode): boolean {
  if (!isElement(node)) return node.trim() !== ''
  if (node.name === 'img' || node.name === 'hr' || node.name === 'pre') return true
  return node.children.some(isContent)
}

function isInline({ name }: HtmlElement): boolean {
  const kind = ruleOf(name)?.kind
  return kind === 'inline' || kind === 'leaf'
}

function isElement(node: HtmlNode | undefined): node is HtmlElement {
  return typeof node === 'object'
}

const isImage = (node: HtmlNode) => isElement(node) && node.name === 'img'
const isBreak = (node: HtmlNode) => isElement(node) && node.name === 'br'
