import type { Conversion } from '#import/html/conversion.ts'
import { attribute, type ForeignElement, find, hasClass, textIn } from '#import/html/foreign-tree.ts'
import { markLineBreaks } from '#import/html/line-breaks.ts'
import { type Json, listIn, objectIn, textIn as textOfJson } from '#import/json-fields.ts'

/** A block that one publishing system builds from several elements. */
export interface Card {
  test(element: ForeignElement): boolean
  write(to: Conversion, element: ForeignElement): void
}

const withClass = (root: ForeignElement, name: string) => find(root, (element) => hasClass(element, name))
const dropped = (...names: string[]): Card => ({ test: (element) => hasClass(element, ...names), write: () => {} })

/** The first card that matches is written. */
export const CARDS: readonly Card[] = [
  // Ghost
  {
    test: (element) => hasClass(element, 'kg-bookmark-card'),
    write(to, element) {
      const link = find(element, ({ name }) => name === 'a')
      const text = (name: string) => textIn(withClass(element, name) ?? '').trim()
      if (link) to.linkTo(attribute(link, 'href'), text('kg-bookmark-title'))
      for (const words of [text('kg-bookmark-description')]) if (words !== '') paragraph(to, words)
      const caption = find(element, ({ name }) => name === 'figcaption')
      if (caption) to.wrapped('p', caption)
    },
  },
  {
    test: (element) => hasClass(element, 'kg-toggle-card'),
    write(to, element) {
      const heading = withClass(element, 'kg-toggle-heading-text')
      const content = withClass(element, 'kg-toggle-content')
      to.start('details')
      if (heading) to.wrapped('summary', heading)
      if (content) to.content(content)
      to.end('details')
    },
  },
  {
    test: (element) => hasClass(element, 'kg-callout-card'),
    write: (to, element) => to.wrapped('blockquote', element),
  },
  {
    test: (element) => hasClass(element, 'kg-callout-emoji'),
    write(to, element) {
      to.text(`${textIn(element).trim()} `)
    },
  },
  { test: (element) => hasClass(element, 'kg-callout-text'), write: (to, element) => to.content(element) },
  {
    test: (element) => hasClass(element, 'kg-file-card'),
    write(to, element) {
      const link = find(element, ({ name }) => name === 'a')
      if (link) to.linkTo(attribute(link, 'href'), textIn(withClass(element, 'kg-file-card-title') ?? ''))
    },
  },
  {
    test: (element) => hasClass(element, 'kg-audio-card', 'kg-video-card'),
    write(to, element) {
      const media = find(element, ({ name }) => name === 'audio' || name === 'video')
      const title = textIn(withClass(element, 'kg-audio-title') ?? '').trim()
      if (media) to.embed(attribute(media, 'src'), title, media.name === 'audio' ? 'audio' : 'video')
      const caption = find(element, ({ name }) => name === 'figcaption')
      if (caption) to.wrapped('p', caption)
    },
  },
  dropped('kg-signup-card', 'kg-email-cta', 'kg-toggle-card-icon'),
  // WordPress
  {
    test: (element) => element.name === 'div' && hasClass(element, 'wp-caption'),
    write(to, element) {
      const caption = withClass(element, 'wp-caption-text')
      const figure: ForeignElement = { ...element, name: 'figure', classes: [] }
      if (caption)
        figure.children = element.children.map((child) =>
          child === caption ? { ...caption, name: 'figcaption' } : child,
        )
      to.node(figure)
    },
  },
  {
    test: (element) => hasClass(element, 'wp-block-pullquote') && element.name !== 'blockquote',
    write: (to, element) => to.content(element),
  },
  {
    test: (element) =>
      hasClass(element, 'wp-block-embed__wrapper') &&
      find(element, ({ name }) => name === 'iframe' || name === 'blockquote') === undefined,
    write: (to, element) => to.embed(textIn(element).trim()),
  },
  {
    test: (element) => hasClass(element, 'blocks-gallery-grid', 'blocks-gallery-item'),
    write: (to, element) => to.wrapped('div', element),
  },
  {
    test: (element) => element.name === 'pre' && hasClass(element, 'wp-block-verse'),
    write(to, element) {
      markLineBreaks(Object.assign(element, { name: 'p' }))
      to.wrapped('p', element)
    },
  },
  dropped('wp-block-file__button', 'sharedaddy', 'jp-relatedposts', 'screen-reader-text'),
  // Substack
  {
    test: (element) => hasClass(element, 'pullquote') && element.name === 'div',
    write: (to, element) => to.wrapped('blockquote', element),
  },
  dropped(
    'subscription-widget-wrap',
    'subscription-widget',
    'subscribe-widget',
    'install-substack-app-embed',
    'image-link-expand',
  ),
  {
    test: (element) => hasClass(element, 'button-wrapper', 'captioned-button-wrap'),
    write(to, element) {
      const link = find(element, ({ name }) => name === 'a')
      const href = link ? attribute(link, 'href') : ''
      if (link && !/%%|\/subscribe|[?&]action=share|utm_content=share|\/comments(?:$|[?#])/.test(href))
        to.linkTo(href, textIn(link))
    },
  },
  {
    test: (element) => hasClass(element, 'image-gallery-embed'),
    write(to, element) {
      const { images, caption } = objectIn(dataOf(element).gallery)
      to.lose('gallery')
      for (const image of listIn(images)) to.image(textOfJson(objectIn(image).src))
      paragraph(to, textOfJson(caption))
    },
  },
  {
    test: (element) => hasClass(element, 'latex-rendered'),
    write: (to, element) => to.code(textOfJson(dataOf(element).persistentExpression), 'latex'),
  },
  {
    test: (element) => hasClass(element, 'mention-wrap'),
    write: (to, element) => to.text(textIn(element) || textOfJson(dataOf(element).name)),
  },
  { test: (element) => hasClass(element, 'poll-embed'), write: (to) => to.lose('form', 'poll') },
  { test: (element) => hasClass(element, 'native-video-embed'), write: (to) => to.lose('video') },
  { test: (element) => hasClass(element, 'native-audio-embed'), write: (to) => to.lose('audio') },
  {
    test: (element) => element.attributes.has('data-attrs') && element.name !== 'a' && addressInData(element) !== null,
    write(to, element) {
      to.embed(addressInData(element) ?? '', textInData(element))
    },
  },
  // Quotes that a script replaces
  {
    test: (element) => element.name === 'blockquote' && hasClass(element, 'instagram-media', 'tiktok-embed'),
    write(to, element) {
      to.embed((attribute(element, 'data-instgrm-permalink') || attribute(element, 'cite')).replace(/\?.*$/s, ''))
    },
  },
  {
    test: (element) =>
      element.name === 'blockquote' &&
      hasClass(element, 'twitter-tweet', 'twitter-video', 'bluesky-embed', 'reddit-card', 'reddit-embed-bq'),
    write(to, element) {
      const link = find(
        element,
        (other) => other.name === 'a' && /\/status\/|bsky\.app|reddit\.com/.test(attribute(other, 'href')),
      )
      to.lose('embed', link ? attribute(link, 'href') : '')
      to.wrapped('blockquote', element)
    },
  },
]

function paragraph(to: Conversion, text: string): void {
  to.start('p')
  to.text(text)
  to.end('p')
}

/** Substack stores the content of an embed as JSON. */
function addressInData(element: ForeignElement): string | null {
  if (!/(?:wrap|embed|tweet|instagram|gist|file|video|audio|container)/.test(attribute(element, 'class'))) return null
  const data = dataOf(element)
  const { url, videoId, src } = data
  if (typeof videoId === 'string' && hasClass(element, 'youtube-wrap'))
    return `https://www.youtube.com/watch?v=${videoId}`
  if (typeof videoId === 'string' && hasClass(element, 'vimeo-wrap')) return `https://vimeo.com/${videoId}`
  if (typeof url === 'string' && url !== '') return url
  return typeof src === 'string' && src !== '' ? src : null
}

function textInData(element: ForeignElement): string {
  const { title } = dataOf(element)
  return typeof title === 'string' ? title : ''
}

function dataOf(element: ForeignElement): Json {
  try {
    return objectIn(JSON.parse(attribute(element, 'data-attrs')))
  } catch {
    return {}
  }
}
