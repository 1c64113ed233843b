import { TASK } from '#kernel/html/hooks.ts'
import { type HtmlElement, type HtmlNode, serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

/** Converts a sanitised body to Markdown. Elements without a Markdown syntax stay HTML, which Markdown allows. */
export function markdownOf(html: string): string {
  return `${blocksIn(treeOf(tokensOf(html), html.length)).join('\n\n')}\n`
}

/**
 * Each level repeats its prefix on every line, so deeper quotes and lists stay HTML: 20,000 lines in 90 quotes would take 3 s and
 * become 7 MB.
 */
const PREFIXED_LEVELS = 6

/** `level` counts the quotes and lists around the nodes. */
function blocksIn(nodes: readonly HtmlNode[], level = 0): string[] {
  const blocks: string[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const text = paragraph(line)
    if (text !== '') blocks.push(text)
    line = []
  }
  for (const node of nodes) {
    const block = typeof node === 'string' ? null : blockOf(node, level)
    if (block === null) line.push(node)
    else {
      endLine()
      if (block !== '') blocks.push(block)
    }
  }
  endLine()
  return blocks
}

/** Null for inline elements. */
function blockOf(element: HtmlElement, level: number): string | null {
  const { name, children } = element
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(children).trim()}`
  switch (name) {
    case 'p':
      return paragraph(children)
    case 'hr':
      return '---'
    case 'pre':
      return codeBlock(element)
    case 'blockquote':
      if (level === PREFIXED_LEVELS) return serialise([element])
      return prefixed(blocksIn(children, level + 1).join('\n\n'), '> ', '> ')
    case 'ul':
    case 'ol':
      return level === PREFIXED_LEVELS ? serialise([element]) : listOf(element, level + 1)
    case 'div':
    case 'section':
    case 'article':
      return blocksIn(children, level).join('\n\n')
    case 'table':
    case 'figure':
    case 'details':
      return serialise([element])
    default:
      return null
  }
}

function listOf({ name, children }: HtmlElement, level: number): string {
  const items = children.filter((node) => typeof node !== 'string')
  return items
    .map((item, index) => {
      const sign = name === 'ol' ? `${index + 1}. ` : '- '
      const done = attribute(item, TASK.checked)
      const box = done === null ? '' : done === 'true' ? '[x] ' : '[ ] '
      return prefixed(blocksIn(item.children, level).join('\n\n'), sign + box, ' '.repeat(sign.length))
    })
    .join('\n')
}

function codeBlock(element: HtmlElement): string {
  const code = element.children.find((node) => typeof node !== 'string' && node.name === 'code')
  const inside = typeof code === 'object' ? code : element
  const language = /(?:language|lang)-([\w+#-]+)/.exec(attribute(inside, 'class') ?? '')?.[1] ?? ''
  const text = plain(inside.children).replace(/\n$/, '')
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
  return `${fence}${language}\n${text}\n${fence}`
}

/** Escapes the start of a line that would begin a list or underline the previous line. */
function paragraph(nodes: readonly HtmlNode[]): string {
  return inline(nodes)
    .trim()
    .replace(/^ *(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^ *([-+=])/gm, '\\$1')
}

function inline(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? escaped(node) : inlineElement(node))).join('')
}

function inlineElement(element: HtmlElement): string {
  const { name, children } = element
  const within = inline(children)
  switch (name) {
    case 'strong':
    case 'b':
      return within.trim() === '' ? within : `**${within}**`
    case 'em':
    case 'i':
      return within.trim() === '' ? within : `*${within}*`
    case 's':
    case 'del':
      return within.trim() === '' ? within : `~~${within}~~`
    case 'code':
      return codeSpan(plain(children))
    case 'br':
      return '\\\n'
    case 'a':
      return `[${within}](<${attribute(element, 'href') ?? ''}>)`
    case 'img':
      return `![${escaped(attribute(element, 'alt') ?? '')}](<${attribute(element, 'src') ?? ''}>)`
    default:
      return serialise([element])
  }
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)) + 1)
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${room}${text}${room}${fence}`
}

function plain(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.name === 'br' ? '\n' : plain(node.children)))
    .join('')
}

/** Escapes characters with a meaning in Markdown, and removes line breaks without a meaning in HTML. */
function escaped(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').replace(/[\\`*_[\]<>#~|]|&(?=#?\w+;)/g, '\\$&')
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join('\n')
}

function attribute({ attributes }: HtmlElement, name: string): string | null {
  return attributes.find(([key]) => key === name)?.[1] ?? null
}
