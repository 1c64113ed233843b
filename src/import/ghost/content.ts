import { LIMITS } from '#import/import-error.ts'
import { type Loss, Losses } from '#import/item.ts'
import { type Json, listIn, objectIn, objectInText, textIn } from '#import/json.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'

interface Content {
  html: string
  losses: Loss[]
}

/**
 * The HTML of a post, and the content that it loses. Ghost stores rendered HTML or the document of
 * one of its editors, which is rendered here.
 */
export function contentHtml(post: Json): Content {
  const losses = new Losses()
  const html =
    textIn(post.html) ||
    lexicalHtml(objectInText(post.lexical), losses) ||
    mobiledocHtml(objectInText(post.mobiledoc), losses) ||
    htmlOfMarkdown(textIn(post.markdown))
  return { html, losses: losses.list() }
}

const DEPTH_MAX = 100

function lexicalHtml(document: Json, losses: Losses): string {
  const nodes = (value: unknown, depth: number): string =>
    depth > DEPTH_MAX
      ? ''
      : listIn(value)
          .map((child) => node(objectIn(child), depth))
          .join('')

  const node = (given: Json, depth: number): string => {
    const inside = () => nodes(given.children, depth + 1)
    const type = textIn(given.type)
    switch (type) {
      case 'root':
        return inside()
      case 'paragraph':
        return `<p>${inside()}</p>`
      case 'heading':
      case 'extended-heading': {
        const tag = /^h[1-6]$/.test(textIn(given.tag)) ? textIn(given.tag) : 'h2'
        return `<${tag}>${inside()}</${tag}>`
      }
      case 'quote':
      case 'extended-quote':
      case 'aside':
        return `<blockquote><p>${inside()}</p></blockquote>`
      case 'list': {
        const start = Number(given.start) || 1
        if (textIn(given.listType) === 'number')
          return `<ol${start === 1 ? '' : ` start="${start}"`}>${inside()}</ol>`
        return `<ul>${inside()}</ul>`
      }
      case 'listitem': {
        const box =
          typeof given.checked === 'boolean'
            ? `<input type="checkbox"${given.checked ? ' checked' : ''}>`
            : ''
        // Lexical stores a nested list as an item. Without that item, the list belongs to the item
        // before it.
        const [only, ...others] = listIn(given.children).map(objectIn)
        return only?.type === 'list' && others.length === 0
          ? inside()
          : `<li>${box}${inside()}</li>`
      }
      case 'link':
      case 'autolink':
      case 'at-link':
        return `<a href="${escapeAttribute(textIn(given.url))}">${inside()}</a>`
      case 'linebreak':
        return '<br>'
      case 'text':
      case 'extended-text':
      case 'code-highlight':
      case 'tab':
        return formatted(textIn(given.text), Number(given.format) || 0)
      default:
        return cardHtml(type, given, losses) ?? inside()
    }
  }
  return node(objectIn(document.root), 0)
}

/** Lexical stores the formats of a text as bits, in this order. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']

function formatted(text: string, bits: number): string {
  return FORMATS.reduce(
    (html, tag, bit) => ((bits >> bit) & 1 ? `<${tag}>${html}</${tag}>` : html),
    escapeText(text),
  )
}

/**
 * A Mobiledoc document has sections with markers, which refer to its tables of markups, atoms and
 * cards.
 */
function mobiledocHtml(document: Json, losses: Losses): string {
  const markups = listIn(document.markups).map(listIn)
  const atoms = listIn(document.atoms).map(listIn)
  const cards = listIn(document.cards).map(listIn)

  const opening = (index: unknown): { name: string; tag: string } => {
    const [name, attributes] = markups[Number(index)] ?? []
    const tag = /^[a-z]{1,10}$/.test(textIn(name)) ? textIn(name) : 'span'
    const values = listIn(attributes)
    const href = values[values.indexOf('href') + 1]
    return {
      name: tag,
      tag: tag === 'a' ? `<a href="${escapeAttribute(textIn(href))}">` : `<${tag}>`,
    }
  }

  const line = (markers: unknown): string => {
    const open: string[] = []
    let html = ''
    for (const marker of listIn(markers).map(listIn)) {
      const [kind, opened, closed, value] = marker
      for (const index of listIn(opened)) {
        const { name, tag } = opening(index)
        open.push(name)
        html += tag
      }
      html += kind === 1 ? atomHtml(atoms[Number(value)] ?? []) : escapeText(textIn(value))
      for (let count = Math.min(Number(closed) || 0, open.length); count > 0; count--)
        html += `</${open.pop()}>`
    }
    return (
      html +
      open
        .reverse()
        .map((name) => `</${name}>`)
        .join('')
    )
  }

  const section = ([kind, name, content]: unknown[]): string => {
    const tag = /^(?:p|h[1-6]|blockquote|aside|ul|ol|pull-quote)$/.test(textIn(name))
      ? textIn(name)
      : 'p'
    switch (kind) {
      case 1:
        return tag === 'aside' || tag === 'pull-quote'
          ? `<blockquote>${line(content)}</blockquote>`
          : `<${tag}>${line(content)}</${tag}>`
      case 2:
        return `<img src="${escapeAttribute(textIn(name))}">`
      case 3:
        return `<${tag}>${listIn(content)
          .map((item) => `<li>${line(item)}</li>`)
          .join('')}</${tag}>`
      case 10: {
        const [type, payload] = cards[Number(name)] ?? []
        return cardHtml(textIn(type), objectIn(payload), losses) ?? ''
      }
      default:
        return ''
    }
  }
  let html = ''
  for (const one of listIn(document.sections)) {
    html += section(listIn(one))
    // Many sections can refer to one card, so the text may be very long. It is then refused later.
    if (html.length > LIMITS.text) break
  }
  return html
}

function atomHtml([name, text]: unknown[]): string {
  return name === 'soft-return' ? '<br>' : escapeText(textIn(text))
}

/**
 * The HTML of a card; null if its type is unknown. The texts of cards are HTML, except those that
 * are escaped here.
 */
function cardHtml(type: string, card: Json, losses: Losses): string | null {
  const html = (key: string) => textIn(card[key])
  const escaped = (key: string) => escapeText(html(key))
  const caption = html('caption') && `<figcaption>${html('caption')}</figcaption>`
  const below = html('caption') && `<p>${html('caption')}</p>`
  switch (type) {
    case 'horizontalrule':
    case 'hr':
      return '<hr>'
    case 'codeblock':
    case 'code':
      return `${pre(html('code'), html('language'))}${below}`
    case 'markdown':
    case 'card-markdown':
      return htmlOfMarkdown(html('markdown'))
    case 'html':
      return html('html')
    case 'image':
      return `<figure>${image(card)}${caption}</figure>`
    case 'gallery':
      return `<figure>${listIn(card.images)
        .map((one) => `<figure>${image(objectIn(one))}</figure>`)
        .join('')}${caption}</figure>`
    case 'bookmark': {
      const { title, description } = objectIn(card.metadata)
      const words = textIn(description) === '' ? '' : `<p>${escapeText(textIn(description))}</p>`
      return `${link(html('url'), textIn(title))}${words}${below}`
    }
    case 'embed':
      losses.add('embed', html('url'))
      return `${link(html('url'), '')}${below}`
    case 'callout':
      return `<blockquote data-type="note"><p>${escaped('calloutEmoji')} ${html('calloutText')}</p></blockquote>`
    case 'toggle':
      return `<details><summary>${html('heading')}</summary>${html('content')}</details>`
    case 'button':
      return link(html('buttonUrl'), html('buttonText'))
    case 'file':
      return link(html('src'), html('fileTitle') || html('fileName'))
    case 'audio':
      losses.add('audio', html('src'))
      return link(html('src'), html('title'))
    case 'video':
      losses.add('video', html('src'))
      return `${link(html('src'), html('fileName'))}${below}`
    case 'header':
      return `<h2>${html('header') || html('heading')}</h2><p>${html('subheader')}</p>${html('buttonUrl') && link(html('buttonUrl'), html('buttonText'))}`
    case 'product': {
      const picture =
        html('productImageSrc') && `<img src="${escapeAttribute(html('productImageSrc'))}">`
      const button = html('productUrl') && link(html('productUrl'), html('productButton'))
      return `${picture}<h3>${html('productTitle')}</h3>${html('productDescription')}${button}`
    }
    case 'call-to-action':
      return `<blockquote>${html('textValue')}${html('buttonUrl') && link(html('buttonUrl'), html('buttonText'))}</blockquote>`
    case 'signup':
      losses.add('form', 'signup')
      return ''
    case 'email':
    case 'email-cta':
    case 'paywall':
      return ''
    default:
      return null
  }
}

function pre(code: string, language: string): string {
  return `<pre data-lang="${escapeAttribute(language)}"><code>${escapeText(code)}</code></pre>`
}

function image(card: Json): string {
  const given = ['src', 'alt', 'title', 'width', 'height'].filter((key) => textIn(card[key]) !== '')
  const tag = `<img ${given.map((key) => `${key}="${escapeAttribute(textIn(card[key]))}"`).join(' ')}>`
  return textIn(card.href) === ''
    ? tag
    : `<a href="${escapeAttribute(textIn(card.href))}">${tag}</a>`
}

function link(url: string, text: string): string {
  return url === '' ? '' : `<p><a href="${escapeAttribute(url)}">${escapeText(text || url)}</a></p>`
}
