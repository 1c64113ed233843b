import { codeOf } from '#import/html/code.ts'
import type { Conversion } from '#import/html/conversion.ts'
import { gistOf, isEmbedLoader } from '#import/html/embeds.ts'
import { isBackLink } from '#import/html/footnotes.ts'
import {
  attribute,
  descendants,
  type ForeignElement,
  find,
  foreignTree,
  isElement,
  textIn,
} from '#import/html/foreign-tree.ts'
import type { Loss } from '#import/item.ts'
import { EMBED, FIGURE_WIDTHS, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'

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

/**
 * The functions that write elements. An element without a function disappears, and its content
 * stays.
 */
export const ELEMENTS: Readonly<Record<string, Write>> = {
  ...Object.fromEntries(
    'p h1 h2 h3 h4 h5 h6 hr br s del u sub mark kbd table thead tbody tfoot tr details summary'
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
  span: (to, element) =>
    (element.attributes.has(TEX) ? writeFormula : formatted(null))(to, element),
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
    else to.wrapped('sup', element, { [NOTE.reference]: attribute(element, NOTE.reference) })
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
    to.wrapped('ol', element, {
      start: attribute(element, 'start'),
      [TASK.kind]: attribute(element, TASK.kind),
    })
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
  blockquote(to, element) {
    to.wrapped('blockquote', element, { [TASK.kind]: attribute(element, TASK.kind) })
  },
  caption: as('caption'),
  td: writeCell,
  th: writeCell,
  input(to, element) {
    const type = attribute(element, 'type').toLowerCase()
    if (type === 'checkbox' && to.isInside('li'))
      to.text(element.attributes.has('checked') ? '☑ ' : '☐ ')
    else if (type !== 'hidden') to.lose('form', 'input')
  },
  form(to, element) {
    to.lose('form', attribute(element, 'action'))
    const isSignup = find(
      element,
      (other) =>
        other.name === 'input' && /^(?:email|search|password)$/i.test(attribute(other, 'type')),
    )
    if (!isSignup) to.wrapped('div', element)
  },
  button(to, element) {
    if (!to.isInside('form')) to.content(element)
  },
  select: lost('form'),
  textarea: lost('form'),
  div: (to, element) => (element.attributes.has(TEX) ? writeFormula : as('div'))(to, element),
  iframe: (to, element) => to.embed(frameSource(element), attribute(element, 'title')),
  embed: (to, element) => to.embed(frameSource(element)),
  frame: (to, element) => to.embed(frameSource(element)),
  object(to, element) {
    const inside = find(
      element,
      ({ name }) => name === 'embed' || name === 'iframe' || name === 'img',
    )
    const movie = find(
      element,
      (other) => other.name === 'param' && /^(?:movie|src)$/i.test(attribute(other, 'name')),
    )
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
    else if (type.startsWith('math/'))
      to.formula(element.children.join(''), type.includes('display'))
    else if (!isEmbedLoader(source) && !/json/.test(type)) to.lose('script', source)
  },
  svg: lostUnlessHidden,
  math(to, element) {
    const tex = find(
      element,
      (other) => other.name === 'annotation' && /tex/i.test(attribute(other, 'encoding')),
    )
    if (tex) to.formula(textIn(tex), attribute(element, 'display') === 'block')
    else {
      to.start('code')
      to.text(textIn(element).trim())
      to.end('code')
    }
  },
  canvas: lostUnlessHidden,
  applet: lost('html'),
  ...Object.fromEntries(
    'head title style template link meta base noembed noframes datalist map area col colgroup'
      .split(' ')
      .map((name) => [name, nothing]),
  ),
}

function writeFormula(to: Conversion, element: ForeignElement): void {
  to.formula(attribute(element, TEX) || textIn(element), element.name === 'div')
}

function lostUnlessHidden(to: Conversion, element: ForeignElement): void {
  if (attribute(element, 'aria-hidden') !== 'true') to.lose('html', element.name)
}

/**
 * Word processors write formatting as styles, and sometimes undo the formatting of the element
 * itself by a style.
 */
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

const NO_STYLES: ReadonlyMap<string, string> = new Map()

function stylesOf(element: ForeignElement): ReadonlyMap<string, string> {
  const style = attribute(element, 'style').toLowerCase()
  if (style === '') return NO_STYLES
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

/**
 * Code with several lines is a block, also without `pre`, because code in a line of text has no
 * line breaks.
 */
function writeCode(to: Conversion, element: ForeignElement): void {
  const { text, language } = codeOf(element, [])
  if (text.trim().includes('\n') && !to.isInside('td', 'th', 'a')) to.code(text, language)
  else to.wrapped('code', element)
}

function writeLink(to: Conversion, element: ForeignElement): void {
  const number = to.numberOf(element)
  if (number !== null) {
    to.start('sup', { [NOTE.reference]: String(number) })
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
  } else {
    const [title, provider] = [attribute(element, 'title'), attribute(element, EMBED.provider)]
    to.wrapped('a', element, { href, title, [EMBED.provider]: provider })
  }
}

/** Site generators add a link to each heading, with a sign as its text. */
function isHeadingAnchor(to: Conversion, element: ForeignElement): boolean {
  if (!to.isInside('h1', 'h2', 'h3', 'h4', 'h5', 'h6') || !attribute(element, 'href').includes('#'))
    return false
  return (
    /^[\s#¶§🔗]*$/u.test(textIn(element)) &&
    find(element, ({ name }) => name === 'img') === undefined
  )
}

/** A link to the same image is dropped. Another link goes into the caption. */
function writeLinkedImage(
  to: Conversion,
  element: ForeignElement,
  image: ForeignElement,
  href: string | null,
): void {
  if (href === null || isSameImage(href, image)) to.content(element)
  else if (to.isInside('figure', 'td', 'th', 'li')) {
    to.content(element)
    writeCaption(to, undefined, href, image)
  } else {
    to.figure([() => to.content(element)], () => writeCaption(to, undefined, href, image))
  }
}

function isSameImage(href: string, image: ForeignElement): boolean {
  if (
    /\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]|$)/i.test(href) ||
    href.includes('/image/fetch/')
  )
    return true
  return (
    href.includes('attachment_id=') || /(?:^|\s)attachment(?:\s|$)/.test(attribute(image, 'rel'))
  )
}

function writeFigure(to: Conversion, element: ForeignElement): void {
  const parts = [...descendants(element)]
  const images = parts.filter(({ name }) => name === 'img')
  const [image] = images
  const caption = parts.findLast(({ name }) => name === 'figcaption')
  const captionText = caption === undefined ? '' : textIn(caption)
  const hasOthers =
    parts.some(({ name }) => OTHER_CONTENT.has(name)) ||
    textIn(element).trim() !== captionText.trim()
  if (image === undefined || hasOthers) {
    // An inner figure has its own caption. The editor has no figures with content other than
    // images.
    to.wrapped('div', element)
    return
  }
  const width = FIGURE_WIDTHS.find((name) => name === attribute(element, 'class')) ?? ''
  if (images.length > 1) {
    to.gallery(
      images.map((one) => () => to.picture(one)),
      () => caption && to.content(caption),
      width,
    )
    return
  }
  const link = parts.find(
    (part) => part.name === 'a' && find(part, (inside) => inside === image) !== undefined,
  )
  const href = link === undefined ? null : to.target(attribute(link, 'href'))
  const linked = href === null || isSameImage(href, image) ? null : href
  const writeImage = () =>
    to.picture(
      image,
      parts.find(({ name }) => name === 'picture'),
    )
  if (captionText.trim() === '' && linked === null && width === '') writeImage()
  else to.figure([writeImage], () => writeCaption(to, caption, linked, image), width)
}

/** The editor does not keep a link around an image, so the link goes into the caption. */
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

const OTHER_CONTENT = new Set(
  'table pre blockquote iframe video audio embed object script ul ol'.split(' '),
)

/** A list is a list of tasks if each of its items starts with a checkbox. */
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
    if (child.name === 'input')
      return /^checkbox$/i.test(attribute(child, 'type')) ? child : undefined
    return child.name === 'p' || child.name === 'label' || child.name === 'span'
      ? checkboxOf(child)
      : undefined
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
