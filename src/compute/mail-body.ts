import { readableTex } from '#kernel/formulas/plain.ts'
import { type Callout, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'
import { markdownOf } from '#kernel/html/markdown.ts'
import { type HtmlElement, type HtmlNode, serialise } from '#kernel/html/serialise.ts'
import { tokensOf } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

/** Gmail cuts a mail at 102 KB. The remaining bytes are for the frame around the body. */
export const BODY_BYTES_MAX = 80_000
/** The width of the card without its padding (layout.ts). */
const WIDTH = 600

/** The input of `mailBody`. */
export interface BodyToMail {
  body: string
  site: string
  /** The path of the post. */
  path: string
  accent: string
}

export interface MailBody {
  html: string
  /** The same body as plain text. */
  text: string
  /** Blocks at the end are missing, because the body is longer than `BODY_BYTES_MAX`. */
  isCut: boolean
}

/**
 * Converts a sanitised body to the HTML of a mail. Styles are inline, because mail programs drop
 * style sheets. Addresses are absolute. Formulas are text (`readableTex`). Images of other sites
 * become links, because loading them would tell that site who reads the letter. A long body ends
 * after a whole block.
 */
export function mailBody({ body, site, path, accent }: BodyToMail): MailBody {
  const nodes = styled(treeOf(tokensOf(body), body.length), { site, page: site + path, accent })
  const kept: string[] = []
  let bytes = 0
  for (const node of nodes) {
    const html = serialise([node])
    bytes += new TextEncoder().encode(html).length
    if (bytes > BODY_BYTES_MAX) break
    kept.push(html)
  }
  const html = kept.join('')
  return { html, text: readableText(html), isCut: kept.length < nodes.length }
}

interface Place {
  site: string
  page: string
  accent: string
}

const CODE = "font-family:ui-monospace,Consolas,'Courier New',monospace;font-size:14px"
const FORMULA = "font-family:Cambria,'Times New Roman',serif;font-size:1.1em"
const QUOTE = 'margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid '
const CALLOUT_COLOURS: Readonly<Record<Callout, string>> = {
  note: '#1f5fa8',
  tip: '#1c7040',
  warning: '#ae4c08',
}
const STYLES: Readonly<Record<string, string>> = {
  p: 'margin:0 0 16px',
  h1: 'margin:28px 0 12px;font-size:21px;line-height:1.35',
  h2: 'margin:28px 0 12px;font-size:20px;line-height:1.35',
  h3: 'margin:24px 0 10px;font-size:18px;line-height:1.35',
  ul: 'margin:0 0 16px;padding-left:24px',
  ol: 'margin:0 0 16px;padding-left:24px',
  li: 'margin:0 0 6px',
  blockquote: `${QUOTE}#c9bfb2`,
  pre: `margin:0 0 16px;padding:12px 14px;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;background:#f2ede6;${CODE}`,
  code: `padding:1px 4px;border-radius:4px;background:#f2ede6;${CODE}`,
  table: 'border-collapse:collapse;width:100%',
  // Not `anywhere`, which would break a short word in a narrow column.
  th: 'padding:6px 10px;border:1px solid #d8cfc3;text-align:left;overflow-wrap:break-word',
  td: 'padding:6px 10px;border:1px solid #d8cfc3;text-align:left',
  figure: 'margin:0 0 16px',
  figcaption: 'margin:6px 0 0;font-size:14px',
  hr: 'margin:24px 0;border:0;border-top:1px solid #d8cfc3',
  img: 'display:block;max-width:100%;height:auto;border:0;border-radius:8px',
}

function styled(nodes: readonly HtmlNode[], place: Place, inside = ''): HtmlNode[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [node] : styledElement(node, place, inside),
  )
}

function styledElement(element: HtmlElement, place: Place, inside: string): HtmlNode[] {
  const { name } = element
  const given = (attribute: string) => element.attributes.find(([key]) => key === attribute)?.[1]
  const tex = given(TEX)
  if (tex !== undefined) {
    const formula = box('span', [readableTex(tex)], FORMULA)
    return name === 'div' ? [box('p', [formula], `${STYLES.p};text-align:center`)] : [formula]
  }
  if (name === 'img')
    return image(
      given('src') ?? '',
      given('alt') ?? '',
      Number(given('width') ?? WIDTH),
      place,
      inside,
    )
  const children = styled(element.children, place, inside === 'a' ? 'a' : name)
  if (name === 'a') return [link(given('href') ?? '', children, place)]
  if (name === 'table') return [table(children)]
  if (name === 'details' || name === 'summary')
    return [box(name === 'summary' ? 'p' : 'div', children)]
  const done = given(TASK.checked)
  if (done !== undefined) return [task(children, done === 'true')]
  // The surrounding <pre> already has the background of code.
  if (name === 'code' && inside === 'pre')
    return [{ name, attributes: [['style', CODE]], children }]
  const kept = element.attributes.filter(([key]) => KEPT.has(key))
  const colour = name === 'blockquote' ? CALLOUT_COLOURS[given(TASK.kind) as Callout] : undefined
  const style = name === 'p' && TIGHT.has(inside) ? 'margin:0 0 4px' : colour && QUOTE + colour
  return [box(name, children, style, kept)]
}

/**
 * Attributes that a mail keeps. `readableText` needs the last two, which mark footnotes and
 * callouts.
 */
const KEPT = new Set(['colspan', 'rowspan', 'start', NOTE.reference, TASK.kind])

/** Elements whose paragraphs have a smaller margin. */
const TIGHT = new Set(['li', 'td', 'th', 'blockquote'])
/**
 * The style sheet of mails gives the elements of these classes dark colours. Mail programs that
 * drop the style sheet show the inline colours.
 */
const CLASSES: Readonly<Record<string, string>> = {
  pre: 'code',
  code: 'code',
  th: 'line',
  td: 'line',
  hr: 'line',
  blockquote: 'line',
}

function box(
  name: string,
  children: HtmlNode[],
  style = STYLES[name] ?? (/^h[4-6]$/.test(name) ? STYLES.h3 : undefined),
  kept: HtmlElement['attributes'] = [],
): HtmlElement {
  const look = { class: CLASSES[name], style }
  const given = Object.entries(look).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return { name, attributes: [...kept, ...given], children }
}

/** Columns that fit on a phone. More columns have a minimal width, and the table scrolls. */
const COLUMNS_FIT = 3
const COLUMN_WIDTH = 96

function table(children: HtmlNode[]): HtmlElement {
  const columns = columnsIn(children)
  const width = columns > COLUMNS_FIT ? `;min-width:${columns * COLUMN_WIDTH}px` : ''
  const made = box('table', children, `${STYLES.table}${width}`)
  return {
    name: 'div',
    attributes: [['style', 'margin:0 0 16px;overflow-x:auto']],
    children: [made],
  }
}

/** The number of cells of the longest row. */
function columnsIn(nodes: readonly HtmlNode[]): number {
  const elements = nodes.filter((node) => typeof node !== 'string')
  const cells = elements.filter(({ name }) => name === 'td' || name === 'th').length
  return elements.reduce((most, { children }) => Math.max(most, columnsIn(children)), cells)
}

/** An item of a task list. The mark replaces the bullet and is in the line of the text. */
function task(children: HtmlNode[], isDone: boolean): HtmlElement {
  const [first] = children
  const line = typeof first === 'object' && first.name === 'p' ? first.children : children
  line.unshift(isDone ? '☑ ' : '☐ ')
  return box('li', children, `${STYLES.li};list-style:none`)
}

/**
 * An image of this site with an absolute address. An image of another site becomes a link, or its
 * alternative text inside a link.
 */
function image(src: string, alt: string, width: number, place: Place, inside: string): HtmlNode[] {
  if (!src.startsWith('/')) return inside === 'a' ? [alt || src] : [link(src, [alt || src], place)]
  const attributes = [
    ['src', place.site + src],
    ['alt', alt],
    ['width', String(Math.min(width, WIDTH))],
    ['style', STYLES.img ?? ''],
  ] as const
  return [{ name: 'img', attributes, children: [] }]
}

function link(href: string, children: HtmlNode[], { site, page, accent }: Place): HtmlElement {
  const base = href.startsWith('#') ? page : site
  const target = /^[#/]/.test(href) ? base + href : href
  return {
    name: 'a',
    attributes: [
      ['class', 'accent'],
      ['href', target],
      ['style', `color:${accent}`],
    ],
    children,
  }
}

/**
 * The body as Markdown, without the marks that only programs need: escapes, and angle brackets
 * around addresses. Code is not changed.
 */
function readableText(html: string): string {
  let fence: string | null = null
  const lines = markdownOf(html)
    .split('\n')
    .map((line) => {
      const mark = /^`{3,}/.exec(line)?.[0] ?? null
      if (fence !== null) {
        if (line === fence) fence = null
        return line
      }
      fence = mark
      return mark === null ? prose(line) : line
    })
  return lines.join('\n')
}

function prose(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\(<([^<>]*)>(?: "[^"]*")?\)/g, (_, text: string, address: string) =>
      text === '' || text === address ? address : `${text} (${address})`,
    )
    .replace(/\\([\\`*_[\]<>#~|&.)!+=-])/g, '$1')
}
