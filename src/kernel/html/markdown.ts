import { embedOf } from '#kernel/embeds.ts'
import { ruleOf } from '#kernel/html/allow-list.ts'
import { escapeAttribute } from '#kernel/html/entities.ts'
import { EMBED, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'
import { type HtmlElement, type HtmlNode, serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

/**
 * Converts a sanitised body to Markdown. Hugo and other programs drop raw HTML, so HTML is written
 * only where Markdown has no syntax: for some inline tags (their text remains if the tags are
 * dropped), for tables with merged cells or with blocks in cells, and for deep quotes and lists.
 */
export function markdownOf(html: string): string {
  return `${blocksIn(treeOf(tokensOf(html), html.length)).join('\n\n')}\n`
}

/**
 * A Markdown file with front matter, as importers and site generators read it. Fields whose value
 * is undefined are left out.
 */
export function fileOfMarkdown(fields: Record<string, unknown>, html: string): string {
  const escaped = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  // Every JSON value is also a YAML value.
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replace(NOT_IN_YAML, escaped)}\n`)
  // Hugo runs shortcodes even in code, and stops at an unknown one. The replacement is its syntax
  // for a shortcode that is only shown.
  const text = markdownOf(html).replace(/\{\{([<%])([^{}]*)([>%])\}\}/g, '{{$1/*$2*/$3}}')
  return `---\n${lines.join('')}---\n\n${text}`
}

/** Characters that JSON allows in a string, and YAML parsers refuse or read as a line break. */
const NOT_IN_YAML = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/**
 * Deeper quotes and lists stay HTML. In Markdown each level repeats its prefix on every line:
 * 20,000 lines in 90 quotes would take 3 s and become 7 MB.
 */
const PREFIXED_LEVELS = 6

/** `level` is the number of quotes and lists around the nodes. */
function blocksIn(nodes: readonly HtmlNode[], level = 0): string[] {
  const blocks: string[] = []
  let line: HtmlNode[] = []
  const endLine = () => {
    const text = paragraph(line)
    if (text !== '') blocks.push(text)
    line = []
  }
  // Two adjacent lists with the same sign would become one list.
  let listBefore = ''
  let isOtherSign = false
  for (const node of nodes) {
    const list = typeof node !== 'string' && /^[uo]l$/.test(node.name) ? node.name : ''
    isOtherSign = list !== '' && list === listBefore && !isOtherSign
    if (typeof node !== 'string' || node.trim() !== '') listBefore = list
    const block = typeof node === 'string' ? null : blockOf(node, level, isOtherSign)
    if (block === null) line.push(node)
    else {
      endLine()
      if (block !== '') blocks.push(block)
    }
  }
  endLine()
  return blocks
}

/** The Markdown of a block, or null for an inline element. */
function blockOf(element: HtmlElement, level: number, isOtherSign = false): string | null {
  const { name, children } = element
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${trimmed(inline(children, 'line'))}`
  switch (name) {
    case 'p':
      return embedIn(children) ?? paragraph(children)
    case 'hr':
      return '---'
    case 'pre':
      return codeBlock(element)
    case 'blockquote':
      if (level === PREFIXED_LEVELS) return serialise([element])
      return prefixed(alertOf(element) + blocksIn(children, level + 1).join('\n\n'), '> ', '> ')
    case 'ul':
    case 'ol':
      return level === PREFIXED_LEVELS
        ? serialise([element])
        : listOf(element, level + 1, isOtherSign)
    case 'div': {
      const tex = attribute(element, TEX)
      if (tex !== null) return /\$\$|^\s*$/m.test(tex) ? serialise([element]) : `$$\n${tex}\n$$`
      return blocksIn(children, level).join('\n\n')
    }
    case 'figure':
    case 'details':
      return blocksIn(children, level).join('\n\n')
    case 'figcaption':
    case 'caption':
      return emphasised(trimmed(inline(children, 'line')), '*')
    case 'summary':
      return emphasised(trimmed(inline(children, 'line')), '**')
    case 'table':
      return tableOf(element) ?? serialise([element])
    default:
      return null
  }
}

/**
 * The first line of a callout, in the syntax of GitHub. The first paragraph of the callout follows
 * without an empty line. Empty for an ordinary quote.
 */
function alertOf(quote: HtmlElement): string {
  const kind = attribute(quote, TASK.kind)
  const isText = elementsIn(quote)[0]?.name === 'p'
  if (kind === null) return ''
  return `[!${kind.toUpperCase()}]\n${isText ? '' : '\n'}`
}

/**
 * The bare address of an embed that is alone in its paragraph, because other programs turn a bare
 * address into an embed too. An embed with a title is a link whose own title names the service,
 * which tells it apart from an ordinary link. Null for other paragraphs.
 */
function embedIn([link, ...others]: readonly HtmlNode[]): string | null {
  if (typeof link !== 'object' || others.length > 0 || attribute(link, EMBED.provider) === null)
    return null
  const href = attribute(link, 'href') ?? ''
  const title = plain(link.children).trim()
  const service = embedOf(href)?.name
  if (title === href || title === '' || service === undefined) return `<${href}>`
  return `[${escapeMarkdown(title)}](<${href}> "${service}")`
}

function listOf(list: HtmlElement, level: number, isOtherSign: boolean): string {
  const first = Math.max(0, Number(attribute(list, 'start') ?? 1))
  const isNotes = attribute(list, TASK.kind) === NOTE.list
  return elementsIn(list)
    .map((item, index) => {
      if (isNotes)
        return prefixed(blocksIn(item.children, level).join('\n\n'), `[^${index + 1}]: `, '    ')
      const sign =
        list.name === 'ol'
          ? `${first + index}${isOtherSign ? ')' : '.'} `
          : isOtherSign
            ? '* '
            : '- '
      const done = attribute(item, TASK.checked)
      const checkbox = done === 'true' ? '[x] ' : '[ ] '
      const box = done === null ? '' : checkbox
      return prefixed(
        blocksIn(item.children, level).join('\n\n'),
        sign + box,
        ' '.repeat(sign.length),
      )
    })
    .join('\n')
}

/**
 * A table in Markdown. Null if a cell is merged or contains other blocks than paragraphs, because
 * Markdown has no syntax for it.
 */
function tableOf(table: HtmlElement): string | null {
  const parts = elementsIn(table)
  const rows = parts
    .filter(({ name }) => name !== 'caption')
    .flatMap(elementsIn)
    .map(elementsIn)
  if (!rows.every((cells) => cells.every(isSimpleCell))) return null
  // Rows may be shorter than the header: filling them up would multiply a table with one long row.
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const hasHeader = rows[0]?.every(({ name }) => name === 'th') === true
  const header = (hasHeader ? (rows.shift() ?? []) : []).map(cellText)
  const filled = Array.from({ length: width }, (_, column) => header[column] ?? '')
  const lines = [filled, filled.map(() => '---'), ...rows.map((cells) => cells.map(cellText))]
  const caption = parts.filter(({ name }) => name === 'caption').map((part) => blockOf(part, 0))
  return [lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'), ...caption].join('\n\n')
}

function isSimpleCell(cell: HtmlElement): boolean {
  const isMerged = cell.attributes.some(
    ([name, value]) => /^(?:col|row)span$/.test(name) && value !== '1',
  )
  return !isMerged && elementsIn(cell).every(({ name }) => name === 'p' || isInline(name))
}

function cellText({ children }: HtmlElement): string {
  const lines: HtmlNode[][] = [[]]
  for (const node of children) {
    if (typeof node !== 'string' && node.name === 'p') lines.push(node.children, [])
    else lines.at(-1)?.push(node)
  }
  const texts = lines.map((line) => trimmed(inline(line, 'cell')))
  return texts.filter((text) => text !== '').join(BREAKS.cell)
}

function isInline(name: string): boolean {
  const kind = ruleOf(name)?.kind
  return kind === 'inline' || kind === 'leaf'
}

function codeBlock(element: HtmlElement): string {
  const inside = elementsIn(element).find(({ name }) => name === 'code') ?? element
  const language = /(?:language|lang)-([\w+#-]+)/.exec(attribute(inside, 'class') ?? '')?.[1] ?? ''
  const text = plain(inside.children).replace(/\n$/, '')
  const fence = '`'.repeat(
    Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)),
  )
  return `${fence}${language}\n${text}\n${fence}`
}

/** Escapes the start of a line that would begin a list or underline the previous line. */
function paragraph(nodes: readonly HtmlNode[]): string {
  return trimmed(inline(nodes, 'text'))
    .replace(/^ *(\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^ *([-+=])/gm, '\\$1')
}

/** Where a text is. Only paragraphs may have several lines. */
type Where = 'text' | 'line' | 'cell'

const BREAKS: Record<Where, string> = { text: '\\\n', line: ' ', cell: ' <br> ' }

/**
 * Collects the pieces in an array, because reading the end of a growing string copies the whole
 * string.
 */
function inline(nodes: readonly HtmlNode[], where: Where): string {
  const pieces: string[] = []
  for (const [index, node] of nodes.entries()) {
    const last = pieces.at(-1)
    // `!` before a link would make it an image.
    if (typeof node !== 'string' && node.name === 'a' && last?.endsWith('!'))
      pieces.push(`${pieces.pop()?.slice(0, -1)}\\!`)
    const piece =
      typeof node === 'string'
        ? escapeMarkdown(node)
        : inlineElement(node, where, last?.at(-1), firstCharacter(nodes[index + 1]))
    if (piece !== '') pieces.push(piece)
  }
  return pieces.join('')
}

function inlineElement(
  element: HtmlElement,
  where: Where,
  before?: string,
  after?: string,
): string {
  const { name, children } = element
  switch (name) {
    case 'strong':
    case 'b':
      return emphasised(inline(children, where), '**', 'strong', before, after)
    case 'em':
    case 'i':
      return emphasised(inline(children, where), '*', 'em', before, after)
    case 's':
    case 'del':
      return emphasised(inline(children, where), '~~', 'del', before, after)
    case 'code':
      // Two code spans that touch would become one.
      return before === '`'
        ? `<code>${inline(children, where)}</code>`
        : codeSpan(plain(children), where)
    case 'sup': {
      const number = attribute(element, NOTE.reference)
      return number === null ? `<sup>${inline(children, where)}</sup>` : `[^${number}]`
    }
    case 'span':
      return formula(attribute(element, TEX) ?? '', where, after)
    case 'br':
      return BREAKS[where]
    case 'a':
      return `[${inline(children, where)}](${targetOf(element, 'href')})`
    case 'img':
      return `![${escapeMarkdown(attribute(element, 'alt') ?? '')}](${targetOf(element, 'src')})`
    default:
      return `<${name}>${inline(children, where)}</${name}>`
  }
}

/**
 * A marker must not have a space inside, so spaces stay outside. A marker between punctuation and a
 * letter would be plain text, as in `**好。**的`: there the HTML tag is written, if there is one.
 */
function emphasised(text: string, marker: string, tag?: string, before = ' ', after = ' '): string {
  const [start, end] = boundsOf(text)
  if (start === end) return text
  const [left, inside, right] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  const isMarker =
    !before.endsWith(marker.slice(-1)) &&
    mayTouch(left || before, Array.from(inside.slice(0, 2))[0]) &&
    mayTouch(right || after, Array.from(inside.slice(-2)).at(-1))
  return (
    left +
    (isMarker || tag === undefined ? marker + inside + marker : `<${tag}>${inside}</${tag}>`) +
    right
  )
}

function mayTouch(outside: string, inside = ''): boolean {
  // For parsers of GFM, `~` counts as a letter here.
  const isOpen = outside !== '~' && /[\s\p{P}\p{S}]/u.test(outside)
  return !/\s/.test(inside) && (isOpen || !/[\p{P}\p{S}]/u.test(inside))
}

/** The first character of the Markdown of a node, or undefined without a node. */
function firstCharacter(node: HtmlNode | undefined): string | undefined {
  if (typeof node === 'string' || node === undefined) return node?.slice(0, 1)
  const signs: Record<string, string> = { a: '[', img: '!', code: '`', br: '\n', s: '~', del: '~' }
  return signs[node.name] ?? '<'
}

/** Written as HTML where Markdown parsers would not read the dollar signs as a formula. */
function formula(tex: string, where: Where, after = ' '): string {
  const isSafe =
    /^(?:\\.|[^$\\])+$/s.test(tex) && !/\d/.test(after) && !(where === 'cell' && tex.includes('|'))
  return isSafe
    ? `$${tex}$`
    : `<span ${TEX}="${escapeAttribute(tex).replaceAll('|', '&#124;')}"></span>`
}

function codeSpan(text: string, where: Where): string {
  if (text === '') return ''
  const line = text.replace(WHITE_SPACE, ' ')
  const fence = '`'.repeat(
    Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length)) + 1,
  )
  const room = /^[ `]|[ `]$/.test(line) ? ' ' : ''
  const span = `${fence}${room}${line}${room}${fence}`
  // The only escape that exists in a code span, and it exists only in a table.
  return where === 'cell' ? span.replaceAll('|', '\\|') : span
}

function plain(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.name === 'br' ? '\n' : plain(node.children)
    })
    .join('')
}

/** The address and the title of a link or an image. */
function targetOf(element: HtmlElement, name: 'href' | 'src'): string {
  const quoted = (text: string) => text.replace(/[\\"<>]|&(?=#?\w+;)/g, '\\$&')
  const title = attribute(element, 'title')
  return `<${quoted(attribute(element, name) ?? '')}>${title === null ? '' : ` "${quoted(title)}"`}`
}

/**
 * The white space that HTML collapses. The no-break space and the wide space of Chinese texts are
 * not part of it.
 */
const WHITE_SPACE = /[\t\n\f\r ]+/g

/** Escapes characters with a meaning in Markdown, and the opening of a shortcode in Hugo. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(WHITE_SPACE, ' ')
      .replace(/[\\`*_[\]<>#~|$]/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '&amp;')
      .replaceAll('{{%', '{{\\%')
      // Parsers turn bare addresses into links.
      .replace(/(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi, '$&\\')
      .replace(/@(?=[\w-]+\.)/g, '\\@')
  )
}

/** Removes spaces and line breaks at both ends. */
function trimmed(text: string): string {
  return text.slice(...boundsOf(text))
}

function boundsOf(text: string): [start: number, end: number] {
  const isBreak = (at: number) => text.startsWith(BREAKS.text, at)
  let start = 0
  while (text[start] === ' ' || isBreak(start))
    start += text[start] === ' ' ? 1 : BREAKS.text.length
  let end = text.length
  while (end > start && (text[end - 1] === ' ' || isBreak(end - BREAKS.text.length)))
    end -= text[end - 1] === ' ' ? 1 : BREAKS.text.length
  return [start, end]
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : others
      return line === '' ? prefix.trimEnd() : prefix + line
    })
    .join('\n')
}

function elementsIn({ children }: HtmlElement): HtmlElement[] {
  return children.filter((node) => typeof node !== 'string')
}

function attribute({ attributes }: HtmlElement, name: string): string | null {
  return attributes.find(([key]) => key === name)?.[1] ?? null
}
