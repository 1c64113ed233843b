import { isVisible } from '#kernel/fields.ts'
import { textOf } from '#kernel/html/text.ts'
import { importDate } from '#kernel/import/dates.ts'
import { importSummary, importTags, importTitle } from '#kernel/import/fields.ts'
import { type Fields, inLowerCase, recordOf } from '#kernel/import/front-matter.ts'
import { cleaned } from '#kernel/import/html.ts'
import type { ImportAuthor, ImportItem, Loss, RefusedItem } from '#kernel/import/item.ts'
import { withoutShortcodes } from '#kernel/import/markdown/shortcodes.ts'
import { htmlOfMarkdown, type MarkdownOptions } from '#kernel/import/markdown.ts'
import type { SourceFiles } from '#kernel/import/source-files.ts'
import { BODY_MAX, RAW_BODY_MAX } from '#kernel/post-limits.ts'

/** A post in Markdown with the fields that its site generator wrote. */
export interface Article {
  key: string
  /** Names in lower case. */
  fields: Fields
  body: string
  /** Used if neither the fields nor the body have a title. */
  fallbackTitle: string
  /** The file with the article: images are relative to it. */
  file?: string
  isDraft: boolean
  publishedAt: string | null
  url: string | null
  path: string | null
}

export function itemOf(article: Article, files: SourceFiles, options: MarkdownOptions = {}): ImportItem | RefusedItem {
  const { key, fields } = article
  const { title, body: source } = titled(article)
  if (source.length > RAW_BODY_MAX) return { key, title, refused: 'too_long' }
  const { text, losses } = withoutShortcodes(source)
  const html = htmlOfMarkdown(text, options)
  const {
    body,
    images,
    losses: lost,
  } = cleaned(html, {
    files,
    url: article.url,
    ...(article.file !== undefined && { file: article.file }),
  })
  if (!body.includes('<img') && !isVisible(textOf(body))) return { key, title, refused: 'empty' }
  if (body.length > BODY_MAX && [...body].length > BODY_MAX) return { key, title, refused: 'too_long' }
  const tags = importTags(tagNames(fields))
  const cover = coverOf(fields)
  const coverImage = cover === null ? null : coverIn(cover, article, files)
  return {
    key,
    title,
    body,
    summary: importSummary(textOf(firstText(fields, SUMMARY))),
    tags: tags.tags,
    coverUrl: coverImage?.source ?? null,
    isPublished: !article.isDraft,
    publishedAt: article.publishedAt,
    updatedAt: firstDate(fields, UPDATED),
    url: article.url,
    path: article.path,
    author: authorOf(fields),
    images:
      coverImage === null || images.some(({ source }) => source === coverImage.source)
        ? images
        : [...images, coverImage],
    comments: [],
    losses: merged([...losses, ...lost, ...tags.losses]),
  }
}

export function firstText(fields: Fields, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return ''
}

export function firstDate(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const date = importDate(fields[name])
    if (date !== null) return date
  }
  return null
}

const SUMMARY = ['description', 'summary', 'excerpt', 'subtitle', 'desc', 'abstract', 'lead', 'intro', 'tagline']
const UPDATED =
  'updated lastmod last_modified_at last_modified lastupdated last_updated modified updated_at updatedat updateddate updatedate upddate moddate datemodified edited_at edited modifieddate'.split(
    ' ',
  )
const COVER =
  'cover_image cover coverimage image featured_image featuredimage feature_image featureimage hero_image heroimage hero thumbnail thumb banner og_image ogimage social_image socialimage main_image teaser images header photos photo img'.split(
    ' ',
  )
const IN_COVER = ['image', 'src', 'url', 'path', 'feature', 'teaser', 'overlay_image', 'file', 'relative', 'og_image']

/** The first heading is the title if the fields have none, and is not part of the body. */
function titled({ fields, body, fallbackTitle }: Article): { title: string; body: string } {
  const given = importTitle(firstText(fields, ['title']))
  const heading = HEADING.exec(body)
  const first = importTitle(textOf(htmlOfMarkdown((heading?.[1] ?? heading?.[2] ?? '').slice(0, 1_000))))
  if (given !== '' && first !== given) return { title: given, body }
  return first === ''
    ? { title: importTitle(fallbackTitle), body }
    : { title: first, body: body.slice(heading?.[0].length) }
}

const HEADING = /^\s*(?:#[ \t]+(\S[^\n]*?)[ \t]*#*[ \t]*(?:\n|$)|(\S[^\n]*)\n=+[ \t]*(?:\n|$))/

function tagNames(fields: Fields): string[] {
  const taxonomies = inLowerCase(recordOf(fields.taxonomies) ?? {})
  return ['tags', 'tag', 'tag_list', 'categories', 'category', 'topics'].flatMap((name) => [
    ...namesIn(fields[name]),
    ...namesIn(taxonomies[name]),
  ])
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value))
    return value.slice(0, 200).flatMap((one) => (typeof one === 'string' ? [one] : namesIn(one)))
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string') return namesIn(recordOf(value)?.name ?? [])
  // Jekyll separates by spaces, others by commas.
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

function sourceIn(value: unknown): string | null {
  if (typeof value === 'string')
    return /^[^\s<>]+$|\.(?:png|jpe?g|gif|webp|avif)$/i.test(value.trim()) ? value.trim() : null
  if (Array.isArray(value)) return sourceIn(value[0])
  const record = recordOf(value)
  if (record === null) return null
  const inside = inLowerCase(record)
  for (const name of IN_COVER) {
    const source = inside[name]
    if (typeof source === 'string' && source.trim() !== '') return sourceIn(source)
  }
  return null
}

/** The cover is found in the archive by the same rules as an image in the body. */
function coverIn(source: string, { file, url }: Article, files: SourceFiles) {
  const html = `<img src="${source.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">`
  return cleaned(html, { files, url, ...(file !== undefined && { file }) }).images[0] ?? null
}

function authorOf(fields: Fields): ImportAuthor | null {
  const value = fields.author ?? fields.authors
  const first: unknown = Array.isArray(value) ? value[0] : value
  if (typeof first === 'string') {
    const [, name = first, email = null] = /^([^<>]*)<([^<>\s]+@[^<>\s]+)>$/.exec(first.trim()) ?? []
    return named(name, email)
  }
  const record = recordOf(first)
  if (record === null) return null
  const inside = inLowerCase(record)
  return named(firstText(inside, ['name', 'title', 'login', 'id', 'slug']), firstText(inside, ['email']) || null)
}

function named(text: string, email: string | null): ImportAuthor | null {
  const name = importTitle(text)
  return name === '' ? null : { key: name.toLowerCase(), name, email }
}

function merged(losses: readonly Loss[]): Loss[] {
  const all = new Map<string, Loss>()
  for (const loss of losses) {
    const key = `${loss.kind} ${loss.detail ?? ''}`
    const known = all.get(key)
    all.set(key, known ? { ...known, count: known.count + loss.count } : loss)
  }
  return [...all.values()]
}
