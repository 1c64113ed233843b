import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import { borderOf } from '#kernel/html/plain.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'

type Start = Extract<Token, { type: 'start' }>

/** An image of the body: the value of its `src` and the number that Discourse gives its upload. */
type ImageSource = (source: string, base62: string | undefined) => string

/**
 * Removes what Discourse adds to the HTML of a post for its own pages: the frames of enlarged images, link previews, avatars of
 * quotes, and images for emoji. `sourceOf` gives the source of each image.
 */
export function withoutDecoration(cooked: string, sourceOf: ImageSource): string {
  let html = ''
  for (const token of plainTokens(cooked)) {
    if (token.type === 'text') html += escapeText(token.text)
    else if (token.type === 'end') html += `</${token.name}>`
    else if (token.name === 'img') html += imageTag(token, sourceOf)
    else html += tag(token.name, token.attributes)
  }
  return html
}

/** The text of a reply: a comment is plain text. Links keep their address. */
export function plainText(cooked: string): { text: string; images: number } {
  let text = ''
  let images = 0
  let isCode = false
  const links: { from: number; href: string }[] = []
  for (const token of plainTokens(cooked)) {
    if (token.type !== 'text' && token.name === 'pre') isCode = token.type === 'start'
    if (token.type === 'text') text += isCode ? token.text : inLine(token.text, text)
    else if (token.name === 'img') images += token.type === 'start' ? 1 : 0
    else if (token.name === 'a' && token.type === 'start')
      links.push({ from: text.length, href: token.attributes.get('href') ?? '' })
    else if (token.name === 'a') text += addressAfter(text, links.pop())
    else if (token.name === 'li' && token.type === 'start') text += text.endsWith('\n') ? '- ' : '\n- '
    else text += borderOf(token.name)
  }
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

function addressAfter(text: string, link: { from: number; href: string } | undefined): string {
  if (link === undefined || !/^https?:\/\//.test(link.href) || text.slice(link.from).includes(link.href)) return ''
  return ` (${link.href})`
}

/** Elements whose start and end tags go and whose content stays. */
const isUnwrapped = ({ name, attributes }: Start) =>
  name === 'a' && hasClass(attributes, 'lightbox', 'mention', 'mention-group', 'hashtag', 'hashtag-cooked', 'anchor')

/** Elements that go with their content. */
function isRemoved({ name, attributes }: Start): boolean {
  if (name === 'div') return hasClass(attributes, 'meta', 'title', 'quote-controls')
  return name === 'aside' && hasClass(attributes, 'onebox')
}

/** Instead of an element or before its content. */
function* replacement({ name, attributes }: Start): Generator<Token> {
  const link = attributes.get('data-onebox-src')
  if (name === 'aside' && hasClass(attributes, 'onebox') && link) {
    yield { type: 'start', name: 'p', attributes: new Map() }
    yield { type: 'start', name: 'a', attributes: new Map([['href', link]]) }
    yield { type: 'text', text: link }
    yield { type: 'end', name: 'a' }
    yield { type: 'end', name: 'p' }
  }
  const quoted = attributes.get('data-username')
  if (name === 'aside' && hasClass(attributes, 'quote') && quoted) {
    yield { type: 'start', name: 'p', attributes: new Map() }
    yield { type: 'text', text: `${quoted}:` }
    yield { type: 'end', name: 'p' }
  }
}

function* plainTokens(cooked: string): Generator<Token> {
  /** Open elements with the same name as an element that goes, until its end. */
  let removed: { name: string; depth: number } | null = null
  const unwrapped: boolean[] = []
  for (const token of tokensOf(cooked)) {
    if (removed !== null) {
      if (token.type !== 'text' && token.name === removed.name) removed.depth += token.type === 'start' ? 1 : -1
      if (removed.depth === 0) removed = null
    } else if (token.type === 'text') yield token
    else if (token.type === 'end') {
      if (token.name !== 'a' || !unwrapped.pop()) yield token
    } else if (isEmoji(token)) yield { type: 'text', text: token.attributes.get('alt') ?? '' }
    else {
      yield* replacement(token)
      const isGone = isUnwrapped(token)
      if (token.name === 'a') unwrapped.push(isGone)
      if (isRemoved(token)) removed = { name: token.name, depth: 1 }
      else if (!isGone) yield token
    }
  }
}

const isEmoji = ({ name, attributes }: Start) => name === 'img' && hasClass(attributes, 'emoji')

function hasClass(attributes: ReadonlyMap<string, string>, ...wanted: string[]): boolean {
  const classes = attributes.get('class')?.split(/\s+/) ?? []
  return classes.some((name) => wanted.includes(name))
}

function imageTag({ attributes }: Start, sourceOf: ImageSource): string {
  const src = sourceOf(attributes.get('src') ?? '', attributes.get('data-base62-sha1'))
  const alt = attributes.get('alt') ?? ''
  return tag(
    'img',
    new Map([
      ['src', src],
      ['alt', alt],
    ]),
  )
}

function tag(name: string, attributes: ReadonlyMap<string, string>): string {
  const written = Array.from(attributes, ([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${name}${written.join('')}>`
}
