import { firstDate, importTitle } from '#import/fields.ts'
import type { HtmlItems } from '#import/html/item.ts'
import type { ImportAuthor, ImportItem, Loss, RefusedItem } from '#import/item.ts'
import { type Fields, inLowerCase, recordOf } from '#import/markdown/front-matter.ts'
import { htmlOfMarkdown, type MarkdownOptions, withoutInlineImages } from '#import/markdown/html.ts'
import { withoutShortcodes } from '#import/markdown/shortcodes.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { textOf } from '#kernel/html/plain.ts'
import { RAW_BODY_MAX } from '#kernel/post-limits.ts'

/** A post in Markdown with the fields of its front matter. */
interface Article {
  /** Identifies the article in its source. */
  id: string
  /** The fields, with names in lower case. */
  fields: Fields
  body: string
  /** The title if neither the fields nor the body have one. */
  fallbackTitle: string
  /** The file with the article, to which the addresses of its images are relative. */
  file?: string
  isDraft: boolean
  publishedAt: string | null
  url: string | null
  path: string | null
  morePaths?: string[]
  losses?: readonly Loss[]
}

export function itemOf(
  article: Article,
  items: HtmlItems,
  options: MarkdownOptions = {},
): ImportItem | RefusedItem {
  const { id, fields, file, isDraft, publishedAt, url, path, morePaths = [] } = article
  const { title, body } = titled(article)
  const name = escapeText(title)
  if (withoutInlineImages(body).length > RAW_BODY_MAX)
    return items.refuse({ id, title: name }, 'too_long')
  const { text, losses } = withoutShortcodes(body)
  return items.item(
    {
      id,
      title: name,
      html: htmlOfMarkdown(text, options),
      summary: firstText(fields, SUMMARY),
      tags: tagNames(fields),
      series: firstText({ series: [fields.series].flat()[0] }, ['series']),
      cover: coverOf(fields) ?? '',
      isPublished: !isDraft,
      publishedAt,
      updatedAt: firstDate(UPDATED.map((name) => fields[name])),
      url: url ?? '',
      path,
      morePaths,
      author: authorOf(fields),
      ...((fields.ai === 'made' || fields.ai === 'helped') && { ai: fields.ai }),
      losses: [...losses, ...(article.losses ?? [])],
    },
    file === undefined ? {} : { file },
  )
}

export function firstText(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

const SUMMARY = [
  'description',
  'summary',
  'excerpt',
  'subtitle',
  'desc',
  'abstract',
  'lead',
  'intro',
  'tagline',
]
const UPDATED =
  'updated lastmod last_modified_at last_modified lastupdated last_updated modified updated_at updatedat updateddate updatedate upddate moddate datemodified edited_at edited modifieddate'.split(
    ' ',
  )
const COVER =
  'cover_image cover coverimage image featured_image featuredimage feature_image featureimage hero_image heroimage hero thumbnail thumb banner og_image ogimage social_image socialimage main_image teaser images header photos photo img'.split(
    ' ',
  )
const IN_COVER = [
  'image',
  'src',
  'url',
  'path',
  'feature',
  'teaser',
  'overlay_image',
  'file',
  'relative',
  'og_image',
]

/** If the fields have no title, the first heading is the title and no part of the body. */
function titled({ fields, body, fallbackTitle }: Article): { title: string; body: string } {
  const given = importTitle(firstText(fields, ['title']))
  const heading = headingIn(body)
  const first = importTitle(textOf(htmlOfMarkdown(heading.text.slice(0, 1_000))))
  if (given !== '' && first !== given) return { title: given, body }
  return first === ''
    ? { title: importTitle(fallbackTitle), body }
    : { title: first, body: body.slice(heading.end) }
}

/** A heading of the first level at the beginning: `# text`, or a line above `===`. */
function headingIn(body: string): { text: string; end: number } {
  const start = body.length - body.trimStart().length
  const [line = '', next = ''] = body.slice(start, start + LINES_MAX).split('\n', 2)
  const end = Math.min(body.length, start + line.length + 1)
  if (/^#[ \t]/.test(line)) return { text: line.slice(1), end }
  const isUnderlined = /^=+[ \t]*$/.test(next)
  return isUnderlined
    ? { text: line, end: Math.min(body.length, end + next.length + 1) }
    : { text: '', end: 0 }
}

const LINES_MAX = 2_000

function tagNames(fields: Fields): string[] {
  const taxonomies = inLowerCase(recordOf(fields.taxonomies) ?? {})
  return ['tags', 'tag', 'tag_list', 'categories', 'category', 'topics'].flatMap((name) => [
    ...namesIn(fields[name]),
    ...namesIn(taxonomies[name]),
  ])
}

/** Front matter has no deeper lists. */
const DEPTH_MAX = 5

function namesIn(value: unknown, depth = 0): string[] {
  if (depth > DEPTH_MAX) return []
  if (Array.isArray(value))
    return value
      .slice(0, 200)
      .flatMap((one) => (typeof one === 'string' ? [one] : namesIn(one, depth + 1)))
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string') return namesIn(recordOf(value)?.name ?? [], depth + 1)
  // Jekyll separates names by spaces, other generators by commas.
  return value.split(value.includes(',') ? ',' : /\s+/)
}

function coverOf(fields: Fields): string | null {
  for (const name of COVER) {
    const source = sourceIn(fields[name])
    if (source !== null) return source
  }
  const extra = recordOf(fields.extra) ?? recordOf(fields.params)
  return extra === null ? null : coverOf({ ...inLowerCase(extra), extra: null, params: null })
}

function sourceIn(value: unknown, depth = 0): string | null {
  if (depth > DEPTH_MAX) return null
  if (typeof value === 'string')
    return /^[^\s<>]+$|\.(?:png|jpe?g|gif|webp|avif)$/i.test(value.trim()) ? value.trim() : null
  if (Array.isArray(value)) return sourceIn(value[0], depth + 1)
  const record = recordOf(value)
  if (record === null) return null
  const inside = inLowerCase(record)
  for (const name of IN_COVER) {
    const source = inside[name]
    if (typeof source === 'string' && source.trim() !== '') return sourceIn(source)
  }
  return null
}

function authorOf(fields: Fields): ImportAuthor | null {
  const value = fields.author ?? fields.authors
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') {
    const [, name = first, email = null] =
      /^([^<>]*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(first.trim()) ?? []
    return named(name, email)
  }
  const record = recordOf(first)
  if (record === null) return null
  const inside = inLowerCase(record)
  return named(
    firstText(inside, ['name', 'title', 'login', 'id', 'slug']),
    firstText(inside, ['email']) || null,
  )
}

function named(text: string, email: string | null): ImportAuthor | null {
  const name = importTitle(text)
  return name === '' ? null : { key: name.toLowerCase(), name, email }
}
