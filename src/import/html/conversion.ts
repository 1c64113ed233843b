import type { FindFile } from '#import/html/archive-images.ts'
import { CARDS } from '#import/html/cards.ts'
import { codeOf, isHighlighted } from '#import/html/code.ts'
import { ELEMENTS } from '#import/html/elements.ts'
import { pageOfEmbed } from '#import/html/embeds.ts'
import type { Footnotes } from '#import/html/footnotes.ts'
import {
  attribute,
  type ForeignElement,
  type ForeignNode,
  hasClass,
  isElement,
} from '#import/html/foreign-tree.ts'
import { type ImportImage, type Loss, Losses } from '#import/item.ts'
import { embedOf } from '#kernel/embeds.ts'
import { EMBED, FIGURE_IMAGES_MAX, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'
import { IMAGES_MAX } from '#kernel/html/images.ts'
import type { Token } from '#kernel/html/tokens.ts'
import { safeLink } from '#kernel/html/urls.ts'

/** Writes foreign elements as tokens of elements that the site allows. */
export class Conversion {
  readonly tokens: Token[] = []
  readonly images: ImportImage[] = []
  readonly losses = new Losses()
  /** The elements that contain the current one, outermost first. */
  private readonly around: ForeignElement[] = []
  private readonly skipped = new Set<ForeignElement>()
  private readonly footnotes: Footnotes
  private readonly findFile: FindFile
  private readonly url: string | null
  /**
   * The source of the last image, and whether it was in `noscript`. Pages contain a lazy image
   * twice.
   */
  private last: { source: string; isFallback: boolean } | null = null

  constructor(footnotes: Footnotes, findFile: FindFile, url: string | null) {
    this.footnotes = footnotes
    this.findFile = findFile
    this.url = url
  }

  /** The whole page, and the footnotes as a list at its end. */
  page(root: ForeignElement): void {
    this.content(root)
    const { notes } = this.footnotes
    if (notes.length === 0) return
    this.start('ol', { [TASK.kind]: NOTE.list })
    for (const note of notes) {
      this.start('li')
      this.content(note)
      this.end('li')
    }
    this.end('ol')
  }

  /** The content of an element, without the element itself. */
  content(element: ForeignElement): void {
    this.around.push(element)
    for (const child of element.children) this.node(child)
    this.around.pop()
  }

  contentWithout(element: ForeignElement, part: ForeignElement): void {
    this.skipped.add(part)
    this.content(element)
    this.skipped.delete(part)
  }

  node(node: ForeignNode): void {
    if (!isElement(node)) this.text(node)
    else if (!this.skipped.has(node) && !this.footnotes.isNote(node)) this.element(node)
  }

  text(text: string): void {
    if (text !== '') this.tokens.push({ type: 'text', text: text.replaceAll('\f', ' ') })
  }

  start(name: string, attributes?: Record<string, string>): void {
    if (attributes === undefined) {
      this.tokens.push({ type: 'start', name, attributes: NO_ATTRIBUTES })
      return
    }
    const given = Object.entries(attributes).filter(([key, value]) => value !== '' || key === 'alt')
    this.tokens.push({ type: 'start', name, attributes: new Map(given) })
  }

  end(name: string): void {
    this.tokens.push({ type: 'end', name })
  }

  /** The content of an element inside another element. */
  wrapped(name: string, element: ForeignElement, attributes?: Record<string, string>): void {
    this.start(name, attributes)
    this.content(element)
    this.end(name)
  }

  lose(kind: Loss['kind'], detail = ''): void {
    this.losses.add(kind, detail)
  }

  /** A paragraph with a link, which replaces something that cannot be shown. */
  linkTo(address: string, text = ''): void {
    const href = this.target(address)
    if (href === null) return
    this.start('p')
    this.start('a', { href, [EMBED.provider]: embedOf(href)?.provider ?? '' })
    this.text(text.trim() || href)
    this.end('a')
    this.end('p')
  }

  embed(address: string, text = '', kind: Loss['kind'] = 'embed'): void {
    const href = this.target(address)
    const page = href === null ? '' : pageOfEmbed(href)
    if (kind !== 'embed' || embedOf(page) === null) this.lose(kind, page)
    if (page !== '') this.linkTo(page, text)
  }

  image(address: string, { alt = '', title = '', width = '', height = '' } = {}): void {
    const source = address.startsWith('//') ? `https:${address}` : address
    const file = this.findFile(source)
    const written = file === null ? (this.imageAddress(source) ?? '') : source
    if (written === '') {
      this.lose('image', source)
      this.text(alt)
      return
    }
    if (this.images.length >= IMAGES_MAX) {
      this.lose('html', `more than ${IMAGES_MAX} images`)
      if (file === null) this.linkTo(written, alt)
      return
    }
    const number = this.images.push({ source: written, file }) - 1
    this.start('img', { src: `${NUMBERED}${number}`, alt, title, width, height })
  }

  /** Rows of images side by side, with a caption below the last row. */
  gallery(images: (() => void)[], caption: () => void, width = ''): void {
    for (let at = 0; at < images.length; at += FIGURE_IMAGES_MAX) {
      const isLast = at + FIGURE_IMAGES_MAX >= images.length
      this.figure(images.slice(at, at + FIGURE_IMAGES_MAX), isLast ? caption : () => {}, width)
    }
  }

  /** Images side by side with their caption, which may be empty. */
  figure(images: (() => void)[], caption: () => void, width = ''): void {
    this.start('figure', { class: width })
    for (const image of images) image()
    this.start('figcaption')
    caption()
    this.end('figcaption')
    this.end('figure')
  }

  code(text: string, language: string | null): void {
    this.start('pre')
    this.start('code', language === null ? {} : { class: `language-${language}` })
    this.text(text)
    this.end('code')
    this.end('pre')
  }

  formula(tex: string, isBlock: boolean): void {
    const name = isBlock ? 'div' : 'span'
    this.start(name, { [TEX]: tex })
    this.end(name)
  }

  /** The address of a link in the form that the site allows; null if there is none. */
  target(address: string): string | null {
    const value = address.trim()
    if (value === '' || value.startsWith('#')) return null
    const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(value) && !value.startsWith('//')
    const absolute =
      isRelative && this.url !== null ? (URL.parse(value, this.url)?.href ?? value) : value
    return safeLink(absolute)
  }

  private imageAddress(source: string): string | null {
    if (/^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/i.test(source)) return source
    const address = this.url === null ? URL.parse(source) : URL.parse(source, this.url)
    return address !== null && /^https?:$/.test(address.protocol) ? address.href : null
  }

  private element(element: ForeignElement): void {
    // Every card has a class.
    const card = element.classes.length === 0 ? undefined : CARDS.find(({ test }) => test(element))
    if (card) {
      card.write(this, element)
      return
    }
    if (isHighlighted(element)) {
      const { text, language } = codeOf(element, this.around)
      if (text !== '') this.code(text, language)
      return
    }
    const write = ELEMENTS[element.name]
    if (write) write(this, element)
    else this.content(element)
  }

  isInside(...names: string[]): boolean {
    return this.around.some(({ name }) => names.includes(name))
  }

  numberOf(link: ForeignElement): number | null {
    return this.footnotes.numberOf(link)
  }

  picture(image: ForeignElement, picture?: ForeignElement): void {
    if (isCounter(image)) return
    const alt = attribute(image, 'alt')
    if (hasClass(image, 'emoji', 'wp-smiley') || image.attributes.has('data-emoji')) {
      this.text(alt)
      return
    }
    const source = imageSource(image, picture)
    if (source === null) return
    const isFallback = this.isInside('noscript')
    const isRepeat = this.last?.source === source && this.last.isFallback !== isFallback
    this.last = { source, isFallback }
    if (isRepeat) return
    this.image(source, {
      alt,
      title: attribute(image, 'title'),
      width: attribute(image, 'width'),
      height: attribute(image, 'height'),
    })
  }
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const NUMBERED = 'https://image.invalid/'

/**
 * The number in an address that `Conversion.image` wrote, which is an index in `images`; -1 for
 * another address.
 */
export function imageNumber(source: string): number {
  return source.startsWith(NUMBERED) ? Number(source.slice(NUMBERED.length)) : -1
}

/**
 * The address of the image that readers see, also if a script loads it later. Null if the element
 * has no address.
 */
function imageSource(image: ForeignElement, picture?: ForeignElement): string | null {
  for (const name of LAZY) {
    const source = attribute(image, name)
    if (isAddress(source) && !isPlaceholder(source)) return source
  }
  const source = attribute(image, 'src')
  if (isAddress(source) && !isPlaceholder(source)) return source
  const sets = [image, ...(picture?.children.filter(isElement) ?? [])].flatMap((element) =>
    ['data-srcset', 'data-lazy-srcset', 'srcset'].map((name) =>
      largestOf(attribute(element, name)),
    ),
  )
  // A file with a placeholder's name may be the image if there is no other address.
  return (
    sets.find((candidate) => candidate !== null) ??
    (isAddress(source) && !/^data:/i.test(source) ? source : null)
  )
}

/** An image of one pixel only counts visitors. */
function isCounter(image: ForeignElement): boolean {
  return ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attribute(image, name)))
}

const LAZY =
  'data-src data-lazy-src data-original data-lazy data-actualsrc data-full-url data-echo data-hi-res-src data-original-src'.split(
    ' ',
  )

function isAddress(source: string): boolean {
  return (
    source !== '' &&
    source !== '#' &&
    !/^(?:about|javascript|blob|file|cid):/i.test(source) &&
    !source.startsWith('{')
  )
}

/** An image that a script replaces: an inline drawing, or a file with one of the usual names. */
function isPlaceholder(source: string): boolean {
  if (/^data:/i.test(source)) return source.length < 1_000 || /^data:image\/svg/i.test(source)
  return /(?:^|[/_.-])(?:placeholder|blank|spacer|lazy|lazyload|loading|transparent|pixel|1x1|grey|gray)\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i.test(
    source,
  )
}

function largestOf(set: string): string | null {
  let largest: { source: string; size: number } | null = null
  // A comma separates candidates only before white space, because addresses contain commas too.
  for (const candidate of set.split(/,\s/)) {
    const [source = '', descriptor = ''] = candidate.trim().split(/\s+/)
    const size = Number.parseFloat(descriptor) || 1
    const isUsable = isAddress(source) && !isPlaceholder(source)
    if (isUsable && (largest === null || size > largest.size))
      largest = { source: source.replace(/,$/, ''), size }
  }
  return largest?.source ?? null
}
