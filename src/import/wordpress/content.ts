import { type Loss, Losses } from '#import/item.ts'
import { objectIn, objectInText, textIn, valueInText } from '#import/json.ts'
import { type Shortcode, withShortcodes } from '#import/wordpress/shortcodes.ts'
import { decodeEntities, escapeAttribute, escapeText } from '#kernel/html/entities.ts'

export interface Attachments {
  byId: Map<string, string>
  /** Addresses of the files that were uploaded to a post. */
  ofPost: Map<string, string[]>
}

interface Context {
  attachments: Attachments
  postId: string
  /** The field `footnotes` of a post in the block editor: JSON. */
  footnotes: string
}

interface Content {
  html: string
  losses: Loss[]
  /** Whether line breaks in the source are line breaks in the text. */
  isClassic: boolean
}

/** The HTML of a post as WordPress would show it. Block comments and shortcodes are replaced. */
export function wordpressHtml(source: string, context: Context): Content {
  const losses = new Losses()
  const notes: string[] = []
  const isClassic = !source.includes('<!-- wp:')
  const text = isClassic ? withEmbeddedLines(source) : withBlocks(source, context.footnotes)
  const html = withShortcodes(text, {
    literal: CODE,
    known: WITHOUT_END,
    html: (shortcode) => shortcodeHtml(shortcode, context, losses, notes),
  })
  return { html: html + notesHtml(notes), losses: losses.list(), isClassic }
}

/** An address that is alone in its line is an embed. */
function withEmbeddedLines(source: string): string {
  return source
    .split('\n')
    .map((line) => (/^\s*https?:\/\/\S+\s*$/.test(line) ? embed(line.trim()) : line))
    .join('\n')
}

/** The content of some blocks is only in the comment before them. */
function withBlocks(source: string, footnotes: string): string {
  let html = ''
  let at = 0
  for (;;) {
    const start = source.indexOf('<!-- wp:', at)
    const end = start === -1 ? -1 : source.indexOf('-->', start)
    if (end === -1) return html + source.slice(at)
    html += source.slice(at, start)
    at = end + '-->'.length
    const comment = source.slice(start + '<!-- wp:'.length, end).trim()
    const name = comment.slice(0, comment.search(/[\s/]|$/))
    const given = comment.slice(comment.indexOf('{'))
    if (name === 'footnotes') html += footnotesHtml(footnotes)
    const language = given.includes('"language"') ? textIn(objectInText(given).language) : ''
    if (language !== '') html += `<div data-lang="${escapeAttribute(language)}">`
    if (language === '') continue
    const close = source.indexOf('<!-- /wp:', at)
    html += `${source.slice(at, close === -1 ? undefined : close)}</div>`
    at = close === -1 ? source.length : close
  }
}

function footnotesHtml(json: string): string {
  const notes = valueInText(json)
  if (!Array.isArray(notes)) return ''
  const items = notes
    .map(objectIn)
    .map(({ id, content }) => `<li id="${escapeAttribute(textIn(id))}">${textIn(content)}</li>`)
  return `<ol class="footnotes">${items.join('')}</ol>`
}

function shortcodeHtml(
  shortcode: Shortcode,
  context: Context,
  losses: Losses,
  notes: string[],
): string {
  const { name, attributes, content } = shortcode
  const attribute = (...names: string[]) =>
    names.map((key) => attributes.get(key)).find(Boolean) ?? ''
  const inside = content ?? ''
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return captionHtml(inside, attribute('caption'))
    case 'gallery':
    case 'playlist':
      return galleryHtml(attribute('ids', 'include'), context)
    case 'embed':
      return embed(inside.trim() || attribute('src', 'url'))
    case 'audio':
      return `<audio src="${escapeAttribute(attribute('src', 'mp3', 'm4a', 'ogg', 'wav', '0'))}"></audio>`
    case 'video':
    case 'wpvideo':
      return `<video src="${escapeAttribute(attribute('src', 'mp4', 'm4v', 'webm', 'ogv'))}"></video>`
    case 'footnote':
    case 'ref':
    case 'fn':
    case 'efn_note':
      notes.push(inside)
      return `<sup><a href="#wp-note-${notes.length}">${notes.length}</a></sup>`
    case 'latex':
    case 'math':
      return `<code>${escapeText(decodeEntities(inside))}</code>`
    case 'more':
    case 'nextpage':
      return ''
    default:
  }
  if (SERVICES.includes(name))
    return embed(addressOf(name, inside.trim() || attribute('url', 'src', 'id', '0')))
  if (CODE.has(name)) {
    const language = attribute('lang', 'language') || (GENERIC_CODE.has(name) ? '' : name)
    return `<pre data-lang="${escapeAttribute(language)}"><code>${codeText(inside)}</code></pre>`
  }
  losses.add(FORMS.test(name) ? 'form' : 'shortcode', name)
  return inside
}

const GENERIC_CODE = new Set(['code', 'sourcecode', 'source', 'text', 'plain'])
/** SyntaxHighlighter has a shortcode for each language. */
const CODE: ReadonlySet<string> = new Set([
  ...GENERIC_CODE,
  ...'bash c cpp csharp css diff go html java javascript js jscript json perl php powershell python py ruby rails scala sh shell sql swift typescript vb xml yaml'.split(
    ' ',
  ),
])
const SERVICES =
  'youtube vimeo tweet instagram soundcloud spotify gist googlemaps dailymotion ted bandcamp codepen'.split(
    ' ',
  )
const WITHOUT_END: ReadonlySet<string> = new Set([
  ...SERVICES,
  ...'gallery playlist embed audio video wpvideo more nextpage toc sitemap archives contact-form subscribe'.split(
    ' ',
  ),
])
const FORMS = /form|contact|subscribe|newsletter|mailchimp|mc4wp/

/**
 * Line breaks in code are literal. The classic editor escapes code, but older posts have it
 * unescaped.
 */
function codeText(content: string): string {
  return escapeText(
    /&(?:lt|gt|amp|quot|#\d+);/.test(content) ? decodeEntities(content) : content,
  ).replace(/^\n/, '')
}

function captionHtml(content: string, given: string): string {
  const end = Math.max(content.lastIndexOf('</a>') + '</a>'.length, content.lastIndexOf('>') + 1)
  const imageEnd = endOfImage(content) ?? end
  const caption = given === '' ? content.slice(imageEnd).trim() : given
  return `<figure>${content.slice(0, imageEnd)}<figcaption>${caption}</figcaption></figure>`
}

/** The index after the image and the link around it. The caption can contain links too. */
function endOfImage(content: string): number | null {
  const image = content.search(/<img\b/i)
  const end = image === -1 ? -1 : content.indexOf('>', image)
  if (end === -1) return null
  const rest = /^\s*<\/a>/i.exec(content.slice(end + 1))?.[0] ?? ''
  return end + 1 + rest.length
}

function galleryHtml(ids: string, { attachments, postId }: Context): string {
  const listed = ids.split(',').flatMap((id) => attachments.byId.get(id.trim()) ?? [])
  const images = (ids === '' ? (attachments.ofPost.get(postId) ?? []) : listed).slice(
    0,
    GALLERY_MAX,
  )
  return `<figure>${images.map((src) => `<img src="${escapeAttribute(src)}">`).join('')}</figure>`
}

const GALLERY_MAX = 200

function addressOf(service: string, given: string): string {
  const value = given.replace(/^=/, '').replace(/&amp;/g, '&').trim()
  if (/^https?:\/\//.test(value) || value === '') return value
  if (service === 'youtube') return `https://www.youtube.com/watch?v=${value}`
  if (service === 'vimeo') return `https://vimeo.com/${value}`
  if (service === 'gist') return `https://gist.github.com/${value}`
  return service === 'tweet' ? `https://twitter.com/i/status/${value}` : value
}

function embed(address: string): string {
  return `<div class="wp-block-embed__wrapper">${escapeText(decodeEntities(address))}</div>`
}

function notesHtml(notes: readonly string[]): string {
  if (notes.length === 0) return ''
  return `<ol class="footnotes">${notes.map((note, index) => `<li id="wp-note-${index + 1}">${note}</li>`).join('')}</ol>`
}
