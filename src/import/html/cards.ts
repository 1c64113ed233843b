import type { Conversion } from '#import/html/conversion.ts'
import {
  attribute,
  type ForeignElement,
  find,
  hasClass,
  markLineBreaks,
  textIn,
} from '#import/html/foreign-tree.ts'
import { type Json, listIn, objectIn, objectInText, textIn as textOfJson } from '#import/json.ts'
import { calloutOf } from '#import/markdown/callouts.ts'
import { TASK } from '#kernel/html/hooks.ts'

type Write = (to: Conversion, element: ForeignElement) => void

/** A block that a publishing system builds from several elements. */
export interface Card {
  test(element: ForeignElement): boolean
  write: Write
}

/**
 * A card for elements with one of these classes, which are separated by spaces. `name` limits it to
 * one kind of element.
 */
function card(classes: string, write: Write, name?: string): Card {
  const names = classes.split(' ')
  return {
    test: (element) => hasClass(element, ...names) && (name === undefined || element.name === name),
    write,
  }
}

const withClass = (root: ForeignElement, name: string): ForeignElement | undefined =>
  find(root, (element) => hasClass(element, name))
const withName = (root: ForeignElement, ...names: string[]): ForeignElement | undefined =>
  find(root, ({ name }) => names.includes(name))
const dropped = (classes: string): Card => card(classes, () => {})
const wrapped =
  (name: string): Write =>
  (to, element) =>
    to.wrapped(name, element)

/** The first card whose test matches an element writes it. */
export const CARDS: readonly Card[] = [
  // Ghost
  card('kg-bookmark-card', (to, element) => {
    const link = withName(element, 'a')
    const text = (name: string) => textIn(withClass(element, name) ?? '').trim()
    if (link) to.linkTo(attribute(link, 'href'), text('kg-bookmark-title'))
    const description = text('kg-bookmark-description')
    if (description !== '') paragraph(to, description)
    caption(to, element)
  }),
  card('kg-toggle-card', (to, element) => {
    const heading = withClass(element, 'kg-toggle-heading-text')
    const content = withClass(element, 'kg-toggle-content')
    to.start('details')
    if (heading) to.wrapped('summary', heading)
    if (content) to.content(content)
    to.end('details')
  }),
  card('kg-callout-card', (to, element) =>
    to.wrapped('blockquote', element, { [TASK.kind]: 'note' }),
  ),
  card('kg-callout-emoji', (to, element) => to.text(`${textIn(element).trim()} `)),
  card('kg-callout-text', (to, element) => to.content(element)),
  card('kg-file-card', (to, element) => {
    const link = withName(element, 'a')
    if (link)
      to.linkTo(attribute(link, 'href'), textIn(withClass(element, 'kg-file-card-title') ?? ''))
  }),
  card('kg-audio-card kg-video-card', (to, element) => {
    const media = withName(element, 'audio', 'video')
    const title = textIn(withClass(element, 'kg-audio-title') ?? '').trim()
    if (media) to.embed(attribute(media, 'src'), title, media.name === 'audio' ? 'audio' : 'video')
    caption(to, element)
  }),
  dropped('kg-signup-card kg-email-cta kg-toggle-card-icon'),
  // GitHub
  card('markdown-alert', (to, element) => {
    const kind = element.classes
      .map((name) => calloutOf(name.replace('markdown-alert-', '')))
      .find(Boolean)
    to.wrapped('blockquote', element, { [TASK.kind]: kind ?? 'note' })
  }),
  dropped('markdown-alert-title'),
  // WordPress
  card(
    'wp-caption',
    (to, element) => {
      const text = withClass(element, 'wp-caption-text')
      const children = element.children.map((child) =>
        child === text ? { ...text, name: 'figcaption' } : child,
      )
      to.node({ ...element, name: 'figure', classes: [], children })
    },
    'div',
  ),
  {
    test: (element) => hasClass(element, 'wp-block-pullquote') && element.name !== 'blockquote',
    write: (to, element) => to.content(element),
  },
  {
    test: (element) =>
      hasClass(element, 'wp-block-embed__wrapper') &&
      withName(element, 'iframe', 'blockquote') === undefined,
    write: (to, element) => to.embed(textIn(element).trim()),
  },
  card('blocks-gallery-grid blocks-gallery-item', wrapped('div')),
  card(
    'wp-block-verse',
    (to, element) => {
      markLineBreaks(Object.assign(element, { name: 'p' }))
      to.wrapped('p', element)
    },
    'pre',
  ),
  dropped('wp-block-file__button sharedaddy jp-relatedposts screen-reader-text'),
  // Substack
  card('pullquote', wrapped('blockquote'), 'div'),
  dropped(
    'subscription-widget-wrap subscription-widget subscribe-widget install-substack-app-embed image-link-expand',
  ),
  card('button-wrapper captioned-button-wrap', (to, element) => {
    const link = withName(element, 'a')
    const href = link ? attribute(link, 'href') : ''
    if (
      link &&
      !/%%|\/subscribe|[?&]action=share|utm_content=share|\/comments(?:$|[?#])/.test(href)
    )
      to.linkTo(href, textIn(link))
  }),
  card('image-gallery-embed', (to, element) => {
    const { images, caption } = objectIn(dataOf(element).gallery)
    to.gallery(
      listIn(images).map((image) => () => to.image(textOfJson(objectIn(image).src))),
      () => to.text(textOfJson(caption)),
    )
  }),
  card('latex-rendered', (to, element) =>
    to.code(textOfJson(dataOf(element).persistentExpression), 'latex'),
  ),
  card('mention-wrap', (to, element) =>
    to.text(textIn(element) || textOfJson(dataOf(element).name)),
  ),
  card('poll-embed', (to) => to.lose('form', 'poll')),
  card('native-video-embed', (to) => to.lose('video')),
  card('native-audio-embed', (to) => to.lose('audio')),
  {
    test: (element) =>
      element.attributes.has('data-attrs') &&
      element.name !== 'a' &&
      addressInData(element) !== null,
    write: (to, element) =>
      to.embed(addressInData(element) ?? '', textOfJson(dataOf(element).title)),
  },
  // Quotes that a script replaces
  card(
    'instagram-media tiktok-embed',
    (to, element) =>
      to.embed(
        (attribute(element, 'data-instgrm-permalink') || attribute(element, 'cite')).replace(
          /\?.*$/s,
          '',
        ),
      ),
    'blockquote',
  ),
  card(
    'twitter-tweet twitter-video bluesky-embed reddit-card reddit-embed-bq',
    (to, element) => {
      const link = find(
        element,
        (other) =>
          other.name === 'a' && /\/status\/|bsky\.app|reddit\.com/.test(attribute(other, 'href')),
      )
      to.lose('embed', link ? attribute(link, 'href') : '')
      to.wrapped('blockquote', element)
    },
    'blockquote',
  ),
]

function caption(to: Conversion, element: ForeignElement): void {
  const found = withName(element, 'figcaption')
  if (found) to.wrapped('p', found)
}

function paragraph(to: Conversion, text: string): void {
  to.start('p')
  to.text(text)
  to.end('p')
}

/** Substack stores the content of an embed as JSON. */
function addressInData(element: ForeignElement): string | null {
  if (
    !/(?:wrap|embed|tweet|instagram|gist|file|video|audio|container)/.test(
      attribute(element, 'class'),
    )
  )
    return null
  const data = dataOf(element)
  const { url, videoId, src } = data
  if (typeof videoId === 'string' && hasClass(element, 'youtube-wrap'))
    return `https://www.youtube.com/watch?v=${videoId}`
  if (typeof videoId === 'string' && hasClass(element, 'vimeo-wrap'))
    return `https://vimeo.com/${videoId}`
  if (typeof url === 'string' && url !== '') return url
  return typeof src === 'string' && src !== '' ? src : null
}

const dataOf = (element: ForeignElement): Json => objectInText(attribute(element, 'data-attrs'))
