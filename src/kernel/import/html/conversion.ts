import { TASK } from '#kernel/html/hooks.ts'
import { IMAGES_MAX } from '#kernel/html/images.ts'
import type { Token } from '#kernel/html/tokens.ts'
import { safeLink } from '#kernel/html/urls.ts'
import type { FindFile } from '#kernel/import/html/archive-images.ts'
import { CARDS } from '#kernel/import/html/cards.ts'
import { codeOf, isHighlighted } from '#kernel/import/html/code.ts'
import { gistOf, isEmbedLoader, pageOfEmbed } from '#kernel/import/html/embeds.ts'
import { type Footnotes, isBackLink } from '#kernel/import/html/footnotes.ts'
import {
  attribute,
  descendants,
  type ForeignElement,
  type ForeignNode,
  find,
  foreignTree,
  hasClass,
  isElement,
  textIn,
} from '#kernel/import/html/foreign-tree.ts'
import { imageSource, isCounter } from '#kernel/import/html/image-source.ts'
import { Losses } from '#kernel/import/html/losses.ts'
import type { ImportImage, Loss } from '#kernel/import/item.ts'

/** Writes foreign elements as tokens of allowed elements. */
export class Conversion {
  readonly tokens: Token[] = []
  readonly images: ImportImage[] = []
  readonly losses = new Losses()
  /** The elements around the current one, outermost first. */
  private readonly around: ForeignElement[] = []
  private readonly skipped = new Set<ForeignElement>()
  private readonly footnotes: Footnotes
  private readonly findFile: FindFile
  private readonly url: string | null
  /** The source of the last image, and whether it was in `noscript`: pages show a lazy image twice. */
  private last: { source: string; isFallback: boolean } | null = null

  constructor(footnotes: Footnotes, findFile: FindFile, url: string | null) {
    this.footnotes = footnotes
    this.findFile = findFile
    this.url = url
  }

  page(root: ForeignElement): void {
    this.content(root)
    const { notes } = this.footnotes
    if (notes.length === 0) return
    this.start('hr')
    this.start('ol')
    for (const note of notes) {
      this.start('li')
      this.content(note)
      this.end('li')
    }
    this.end('ol')
  }

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

  /** The content inside another element. */
  wrapped(name: string, element: ForeignElement, attributes?: Record<string, string>): void {
    this.start(name, attributes)
    this.content(element)
    this.end(name)
  }

  lose(kind: Loss['kind'], detail = ''): void {
    this.losses.add(kind, detail)
  }

  /** A paragraph with a link, in place of something that cannot be shown. */
  linkTo(address: string, text = ''): void {
    const href = this.target(address)
    if (href === null) return
    this.start('p')
    this.start('a', { href })
    this.text(text.trim() || href)
    this.end('a')
    this.end('p')
  }

  embed(address: string, text = '', kind: Loss['kind'] = 'embed'): void {
    const href = this.target(address)
    const page = href === null ? '' : pageOfEmbed(href)
    this.lose(kind, page)
    if (page !== '') this.linkTo(page, text)
  }

  image(address: string, { alt = '', title = '', width = '', height = '' } = {}): void {
    const source = address.startsWith('//') ? `https:${address}` : address
    const file = this.findFile(source)
    const written = file === null ? (this.imageAddress(source) ?? '') : source
    if (written === '') {
      this.lose('html', `image ${source}`)
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

  /** Image with its caption; the caption may be empty. */
  figure(image: () => void, caption: () => void): void {
    this.start('figure')
    image()
    this.start('figcaption')
    caption()
    this.end('figcaption')
    this.end('figure')
  }

  /** A code block. */
  code(text: string, language: string | null): void {
    this.start('pre')
    this.start('code', language === null ? {} : { class: `language-${language}` })
    this.text(text)
    this.end('code')
    this.end('pre')
  }

  /** The allowed form of a link target; null for none. */
  target(address: string): string | null {
    const value = address.trim()
    if (value === '' || value.startsWith('#')) return null
    const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(value) && !value.startsWith('//')
    const absolute = isRelative && this.url !== null ? (URL.parse(value, this.url)?.href ?? value) : value
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

/** The number in an image address that `Conversion.image` wrote. */
export function imageNumber(source: string): number {
  return source.startsWith(NUMBERED) ? Number(source.slice(NUMBERED.length)) : -1
}

type Write = (to: Conversion, element: ForeignElement) => void

const as =
  (name: string): Write =>
  (to, element) =>
    to.wrapped(name, element)
const nothing: Write = () => {}
const lost =
  (kind: Loss['kind']): Write =>
  (to, element) =>
    to.lose(kind, element.name)
const between =
  (open: string, close: string): Write =>
  (to, element) => {
    to.text(open)
    to.content(element)
    to.text(close)
  }

/** How elements are written. Other elements disappear, and their content stays. */
const ELEMENTS: Readonly<Record<string, Write>> = {
  ...Object.fromEntries(
    'p h1 h2 h3 h4 h5 h6 hr br s del u sub mark kbd blockquote table thead tbody tfoot tr details summary div'
      .split(' ')
      .map((name) => [name, as(name)]),
  ),
  ...Object.fromEntries(
    'address article aside center dialog dl fieldset footer header hgroup legend main nav section search'
      .split(' ')
      .map((name) => [name, as('div')]),
  ),
  b: formatted('strong'),
  strong: formatted('strong'),
  i: formatted('em'),
  em: formatted('em'),
  span: formatted(null),
  font: formatted(null),
  cite: as('em'),
  dfn: as('em'),
  var: as('em'),
  strike: as('s'),
  ins: as('u'),
  code: writeCode,
  tt: writeCode,
  samp: as('code'),
  q: between('“', '”'),
  rt: between('(', ')'),
  rp: nothing,
  xmp: (to, element) => to.code(textIn(element), null),
  br: (to) => to.start('br'),
  hr: (to) => to.start('hr'),
  sup(to, element) {
    // The reference to a footnote adds its own `sup`.
    const links = [...descendants(element)].filter(({ name }) => name === 'a')
    if (links.some((link) => to.numberOf(link) !== null)) to.content(element)
    else to.wrapped('sup', element)
  },
  a: writeLink,
  img: (to, element) => to.picture(element),
  picture(to, element) {
    const image = find(element, ({ name }) => name === 'img')
    if (image) to.picture(image, element)
  },
  noscript(to, element) {
    const fallback = foreignTree(textIn({ ...element, name: '' }))
    const isMedia = find(fallback, ({ name }) => name === 'img' || name === 'iframe') !== undefined
    if (isMedia) to.content({ ...fallback, name: 'noscript' })
  },
  figure: writeFigure,
  figcaption: as('p'),
  ul: writeList,
  ol(to, element) {
    to.wrapped('ol', element, { start: attribute(element, 'start') })
  },
  menu: writeList,
  dir: writeList,
  li: as('li'),
  dt(to, element) {
    to.start('p')
    to.wrapped('strong', element)
    to.end('p')
  },
  dd: as('div'),
  caption: as('caption'),
  td: writeCell,
  th: writeCell,
  input(to, element) {
    const type = attribute(element, 'type').toLowerCase()
    if (type === 'checkbox' && to.isInside('li')) to.text(element.attributes.has('checked') ? '☑ ' : '☐ ')
    else if (type !== 'hidden') to.lose('form', 'input')
  },
  form(to, element) {
    to.lose('form', attribute(element, 'action'))
    const isSignup = find(
      element,
      (other) => other.name === 'input' && /^(?:email|search|password)$/i.test(attribute(other, 'type')),
    )
    if (!isSignup) to.wrapped('div', element)
  },
  button(to, element) {
    if (!to.isInside('form')) to.content(element)
  },
  select: lost('form'),
  textarea: lost('form'),
  iframe: (to, element) => to.embed(frameSource(element), attribute(element, 'title')),
  embed: (to, element) => to.embed(frameSource(element)),
  frame: (to, element) => to.embed(frameSource(element)),
  object(to, element) {
    const inside = find(element, ({ name }) => name === 'embed' || name === 'iframe' || name === 'img')
    const movie = find(element, (other) => other.name === 'param' && /^(?:movie|src)$/i.test(attribute(other, 'name')))
    const address = attribute(element, 'data') || (movie ? attribute(movie, 'value') : '')
    if (inside && (address === '' || inside.name === 'img')) to.content(element)
    else to.embed(address || (inside ? frameSource(inside) : ''))
  },
  video: writeMedia,
  audio: writeMedia,
  script(to, element) {
    const source = attribute(element, 'src')
    const type = attribute(element, 'type')
    const gist = gistOf(source)
    if (gist !== null) to.embed(gist)
    else if (type.startsWith('math/')) to.code(element.children.join('').trim(), 'latex')
    else if (!isEmbedLoader(source) && !/json/.test(type)) to.lose('script', source)
  },
  svg: lostUnlessHidden,
  math(to, element) {
    const tex = find(element, (other) => other.name === 'annotation' && /tex/i.test(attribute(other, 'encoding')))
    to.start('code')
    to.text(textIn(tex ?? element).trim())
    to.end('code')
  },
  canvas: lostUnlessHidden,
  applet: lost('html'),
  ...Object.fromEntries(
    'head title style template link meta base noembed noframes datalist map area col colgroup'
      .split(' ')
      .map((name) => [name, nothing]),
  ),
}

function lostUnlessHidden(to: Conversion, element: ForeignElement): void {
  if (attribute(element, 'aria-hidden') !== 'true') to.lose('html', element.name)
}

/** Word processors write formatting as styles, sometimes to undo the formatting of the element itself. */
function formatted(own: string | null): Write {
  return (to, element) => {
    const styles = stylesOf(element)
    const names = STYLES.filter(({ property, values }) =>
      values.some((value) => styles.get(property)?.includes(value)),
    ).map(({ name }) => name)
    const weight = styles.get('font-weight') ?? ''
    const isUndone =
      (own === 'strong' && /^(?:normal|[1-5]00)/.test(weight)) ||
      (own === 'em' && styles.get('font-style') === 'normal')
    if (own !== null && !isUndone && !names.includes(own)) names.push(own)
    for (const name of names) to.start(name)
    to.content(element)
    for (const name of names.toReversed()) to.end(name)
  }
}

const STYLES: readonly { name: string; property: string; values: readonly string[] }[] = [
  { name: 'strong', property: 'font-weight', values: ['bold', '600', '700', '800', '900'] },
  { name: 'em', property: 'font-style', values: ['italic'] },
  { name: 's', property: 'text-decoration', values: ['line-through'] },
  { name: 'u', property: 'text-decoration', values: ['underline'] },
  { name: 'sup', property: 'vertical-align', values: ['super'] },
  { name: 'sub', property: 'vertical-align', values: ['sub'] },
]

function stylesOf(element: ForeignElement): ReadonlyMap<string, string> {
  const style = attribute(element, 'style').toLowerCase()
  if (style === '') return NO_ATTRIBUTES
  return new Map(
    style.split(';').map((declaration): [string, string] => {
      const colon = declaration.indexOf(':')
      return [
        declaration.slice(0, colon).trim().replace('text-decoration-line', 'text-decoration'),
        declaration.slice(colon + 1).trim(),
      ]
    }),
  )
}

/** Several lines are a block, also without `pre`: a line of text has no line breaks. */
function writeCode(to: Conversion, element: ForeignElement): void {
  const { text, language } = codeOf(element, [])
  if (text.trim().includes('\n') && !to.isInside('td', 'th', 'a')) to.code(text, language)
  else to.wrapped('code', element)
}

function writeLink(to: Conversion, element: ForeignElement): void {
  const number = to.numberOf(element)
  if (number !== null) {
    to.start('sup')
    to.text(String(number))
    to.end('sup')
    return
  }
  if (isBackLink(element) || isHeadingAnchor(to, element)) return
  const href = to.target(attribute(element, 'href'))
  const image = find(element, ({ name }) => name === 'img')
  if (image !== undefined && textIn(element).trim() === '') {
    writeLinkedImage(to, element, image, href)
    return
  }
  if (href === null) {
    const wanted = attribute(element, 'href')
    if (wanted !== '' && !/^(?:#|javascript:)/i.test(wanted)) to.lose('html', `link ${wanted}`)
    to.content(element)
  } else to.wrapped('a', element, { href, title: attribute(element, 'title') })
}

/** Generators add a link to each heading, with a sign as its text. */
function isHeadingAnchor(to: Conversion, element: ForeignElement): boolean {
  if (!to.isInside('h1', 'h2', 'h3', 'h4', 'h5', 'h6') || !attribute(element, 'href').includes('#')) return false
  return /^[\s#¶§🔗]*$/u.test(textIn(element)) && find(element, ({ name }) => name === 'img') === undefined
}

/** A link to the same image is dropped, another one goes into the caption. */
function writeLinkedImage(to: Conversion, element: ForeignElement, image: ForeignElement, href: string | null): void {
  if (href === null || isSameImage(href, image)) to.content(element)
  else if (to.isInside('figure', 'td', 'th', 'li')) {
    to.content(element)
    writeCaption(to, undefined, href, image)
  } else {
    to.figure(
      () => to.content(element),
      () => writeCaption(to, undefined, href, image),
    )
  }
}

function isSameImage(href: string, image: ForeignElement): boolean {
  if (/\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]|$)/i.test(href) || href.includes('/image/fetch/')) return true
  return href.includes('attachment_id=') || /(?:^|\s)attachment(?:\s|$)/.test(attribute(image, 'rel'))
}

function writeFigure(to: Conversion, element: ForeignElement): void {
  const parts = [...descendants(element)]
  const images = parts.filter(({ name }) => name === 'img')
  const [image] = images
  const caption = parts.findLast(({ name }) => name === 'figcaption')
  const captionText = caption === undefined ? '' : textIn(caption)
  const hasOthers = parts.some(({ name }) => OTHER_CONTENT.has(name)) || textIn(element).trim() !== captionText.trim()
  if (image === undefined || images.length > 1 || hasOthers) {
    // Each inner figure has its own caption. The editor has no figures with other content.
    if (images.length > 1) to.lose('gallery')
    to.wrapped('div', element)
    return
  }
  const link = parts.find((part) => part.name === 'a' && find(part, (inside) => inside === image) !== undefined)
  const href = link === undefined ? null : to.target(attribute(link, 'href'))
  const linked = href === null || isSameImage(href, image) ? null : href
  const writeImage = () =>
    to.picture(
      image,
      parts.find(({ name }) => name === 'picture'),
    )
  if (captionText.trim() === '' && linked === null) writeImage()
  else to.figure(writeImage, () => writeCaption(to, caption, linked, image))
}

/** The editor keeps no link around an image: the caption gets it. */
function writeCaption(
  to: Conversion,
  caption: ForeignElement | undefined,
  href: string | null,
  image: ForeignElement,
): void {
  if (caption) to.content(caption)
  if (href === null) return
  to.text(' ')
  to.start('a', { href })
  to.text(attribute(image, 'alt') || href)
  to.end('a')
}

const OTHER_CONTENT = new Set('table pre blockquote iframe video audio embed object script ul ol'.split(' '))

/** A list of tasks, if each of its items starts with a checkbox. */
function writeList(to: Conversion, element: ForeignElement): void {
  const items = element.children.filter(isElement).filter(({ name }) => name === 'li')
  const boxes = items.map(checkboxOf)
  if (items.length === 0 || boxes.some((box) => box === undefined)) {
    to.wrapped('ul', element)
    return
  }
  to.start('ul', { [TASK.kind]: 'taskList' })
  items.forEach((item, index) => {
    const box = boxes[index]
    if (box === undefined) return
    const checked = box.attributes.has('checked') || attribute(item, TASK.checked) === 'true'
    to.start('li', { [TASK.kind]: 'taskItem', [TASK.checked]: String(checked) })
    to.contentWithout(item, box)
    to.end('li')
  })
  to.end('ul')
}

function checkboxOf(item: ForeignElement): ForeignElement | undefined {
  for (const child of item.children) {
    if (!isElement(child)) {
      if (child.trim() !== '') return undefined
      continue
    }
    if (child.name === 'input') return /^checkbox$/i.test(attribute(child, 'type')) ? child : undefined
    return child.name === 'p' || child.name === 'label' || child.name === 'span' ? checkboxOf(child) : undefined
  }
  return undefined
}

function writeCell(to: Conversion, element: ForeignElement): void {
  const given = ['colspan', 'rowspan', 'scope'].map((name) => [name, attribute(element, name)])
  to.wrapped(element.name, element, Object.fromEntries(given))
}

function writeMedia(to: Conversion, element: ForeignElement): void {
  const source = find(element, ({ name }) => name === 'source')
  const address = frameSource(element) || (source ? frameSource(source) : '')
  to.embed(address, '', element.name === 'video' ? 'video' : 'audio')
}

/** The address of a frame, also if a script sets it later. */
function frameSource(element: ForeignElement): string {
  for (const name of ['data-src', 'data-lazy-src', 'data-litespeed-src', 'src', 'data']) {
    const value = attribute(element, name)
    if (value !== '' && !/^(?:about|javascript|data):/i.test(value)) return value
  }
  return ''
}
