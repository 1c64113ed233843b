import { ruleOf } from '#kernel/html/allow-list.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'

export interface HtmlElement {
  name: string
  attributes: readonly (readonly [name: string, value: string])[]
  children: HtmlNode[]
}

export type HtmlNode = HtmlElement | string

export function serialise(nodes: readonly HtmlNode[]): string {
  let html = ''
  for (const node of nodes)
    html += typeof node === 'string' ? escapeText(node) : serialiseElement(node)
  return html
}

function serialiseElement({ name, attributes, children }: HtmlElement): string {
  let start = `<${name}`
  for (const [key, value] of attributes) start += ` ${key}="${escapeAttribute(value)}"`
  const kind = ruleOf(name)?.kind
  if (kind === 'leaf' || kind === 'rule') return `${start}>`
  const [first] = children
  // Parsers drop a line break directly after `<pre>`, so a leading line break is written twice.
  const lineBreak =
    name === 'pre' && typeof first === 'string' && first.startsWith('\n') ? '\n' : ''
  return `${start}>${lineBreak}${serialise(children)}</${name}>`
}
