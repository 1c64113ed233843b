import {
  attribute,
  descendants,
  type ForeignElement,
  type ForeignNode,
  foreignTree,
  hasClass,
  isElement,
} from '#import/html/foreign-tree.ts'
import { RAW_TEXT, REMOVED_WHOLE } from '#kernel/html/allow-list.ts'
import { borderOf } from '#kernel/html/plain.ts'

/** An image of the body: the value of its `src` and the number that Discourse gives its upload. */
type ImageSource = (source: string, base62: string) => string

/**
 * The HTML of a post without what Discourse adds for its own pages: the frames of enlarged images,
 * link previews, avatars of quotes, and images for emoji. `sourceOf` gives the source of each
 * image.
 */
export function withoutDecoration(
  cooked: string,
  sourceOf: ImageSource = (source) => source,
): ForeignElement {
  const page = foreignTree(cooked)
  for (const part of descendants(page)) {
    const { name } = part
    const isHidden = RAW_TEXT.has(name) || REMOVED_WHOLE.has(name)
    if (isHidden || (name === 'div' && hasClass(part, 'meta', 'title', 'quote-controls')))
      Object.assign(part, element('template'))
    else if (
      name === 'a' &&
      hasClass(part, 'lightbox', 'mention', 'mention-group', 'hashtag', 'hashtag-cooked', 'anchor')
    )
      part.name = 'span'
    else if (name === 'img' && hasClass(part, 'emoji'))
      Object.assign(part, element('span', attribute(part, 'alt')))
    else if (name === 'img') {
      const src = sourceOf(attribute(part, 'src'), attribute(part, 'data-base62-sha1'))
      Object.assign(part, {
        ...element('img'),
        attributes: new Map(Object.entries({ src, alt: attribute(part, 'alt') })),
      })
    } else if (name === 'aside' && hasClass(part, 'onebox')) {
      const href = attribute(part, 'data-onebox-src')
      const link = { ...element('a', href), attributes: new Map([['href', href]]) }
      part.children = href === '' ? [] : [element('p', link)]
    } else if (
      name === 'aside' &&
      hasClass(part, 'quote') &&
      attribute(part, 'data-username') !== ''
    )
      part.children.unshift(element('p', `${attribute(part, 'data-username')}:`))
  }
  return page
}

function element(name: string, ...children: ForeignNode[]): ForeignElement {
  return { name, attributes: new Map(), classes: [], children }
}

/** The text of a reply: a comment is plain text. Links keep their address. */
export function plainText(page: ForeignElement): { text: string; images: number } {
  let text = ''
  let images = 0
  const write = (node: ForeignNode, isCode: boolean) => {
    if (!isElement(node)) {
      text += isCode ? node : inLine(node, text)
      return
    }
    const { name } = node
    if (name === 'img') images += 1
    else if (name === 'li') text += text.endsWith('\n') ? '- ' : '\n- '
    else text += borderOf(name)
    const from = text.length
    for (const child of node.children) write(child, isCode || name === 'pre')
    if (name === 'a') text += addressAfter(text.slice(from), attribute(node, 'href'))
    else if (name !== 'br' && name !== 'hr') text += borderOf(name)
  }
  write(page, false)
  const lines = text.split('\n').map((line) => line.trimEnd())
  return {
    text: lines
      .join('\n')
      .replace(/^-\n+/gm, '- ')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    images,
  }
}

function inLine(text: string, before: string): string {
  const line = text.replace(/\s+/g, ' ')
  return /(?:^|\s)$/.test(before.slice(-1)) ? line.trimStart() : line
}

function addressAfter(text: string, href: string): string {
  return /^https?:\/\//.test(href) && !text.includes(href) ? ` (${href})` : ''
}
