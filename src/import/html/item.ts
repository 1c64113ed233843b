import { importKey, importSummary, importTags, importTitle } from '#import/fields.ts'
import { fileFinder } from '#import/html/archive-images.ts'
import { type CleanOptions, cleaned, cleanedTree } from '#import/html/clean.ts'
import type { ForeignElement } from '#import/html/foreign-tree.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import type { ImportImage, ImportItem, Loss, RefusalReason, RefusedItem } from '#import/item.ts'
import { isVisible } from '#kernel/fields.ts'
import { beginningOf, textOf } from '#kernel/html/plain.ts'
import { BODY_MAX } from '#kernel/post-limits.ts'

/** The parts of a post that a reader has found. Texts are as in the source. */
export interface HtmlPost
  extends Pick<ImportItem, 'title' | 'isPublished' | 'publishedAt' | 'path'>,
    Partial<
      Pick<ImportItem, 'tags' | 'series' | 'updatedAt' | 'morePaths' | 'author' | 'ai' | 'comments'>
    > {
  /** Identifies the post in its source. */
  id: string
  /** Distinguishes posts if the source uses one id twice. */
  secondId?: string
  html: string | ForeignElement
  /** HTML or plain text. */
  summary: string
  cover?: string
  url?: string
  losses?: readonly Loss[]
}

/** Makes items from posts with foreign HTML, and refuses posts that the site would not accept. */
export class HtmlItems {
  private readonly prefix: string
  private readonly options: CleanOptions
  /** The second id for each key. */
  private readonly keys = new Map<string, string>()

  constructor(prefix: string, options: CleanOptions) {
    this.prefix = prefix
    this.options = options
  }

  item(post: HtmlPost, options: CleanOptions = {}): ImportItem | RefusedItem {
    const {
      isPublished,
      publishedAt,
      updatedAt = null,
      path,
      morePaths = [],
      author = null,
      comments = [],
    } = post
    const givenTitle = importTitle(textOf(post.title))
    if (post.id === '') return { key: null, title: givenTitle, refused: 'unreadable' }
    const key = this.newKey(post.id, post.secondId)
    if (key === null)
      return { key: importKey(this.prefix, post.id), title: givenTitle, refused: 'duplicate_key' }
    const url = webAddress(post.url ?? '')
    const settings = { url, ...this.options, ...options }
    const { body, images, losses } =
      typeof post.html === 'string'
        ? cleaned(post.html, settings)
        : cleanedTree(post.html, settings)
    const title = givenTitle || beginningOf(textOf(body), UNTITLED)
    if (!body.includes('<img') && !isVisible(textOf(body))) return { key, title, refused: 'empty' }
    if (body.length > BODY_MAX && withoutImages(body, images) > BODY_MAX)
      return { key, title, refused: 'too_long' }
    const { tags, losses: lostTags } = importTags(post.tags ?? [])
    const cover = imageOf(post.cover ?? '', settings)
    return {
      key,
      title,
      body,
      summary: importSummary(textOf(post.summary)),
      tags,
      ...(post.series && { series: importTitle(textOf(post.series)) }),
      coverUrl: cover?.source ?? null,
      isPublished,
      publishedAt,
      updatedAt,
      url,
      path,
      ...(morePaths.length > 0 && { morePaths }),
      author,
      ...(post.ai && { ai: post.ai }),
      images:
        cover === null || images.some(({ source }) => source === cover.source)
          ? images
          : [...images, cover],
      comments,
      losses: [...(post.losses ?? []), ...losses, ...lostTags],
    }
  }

  refuse(
    { id, secondId, title }: Pick<HtmlPost, 'id' | 'secondId' | 'title'>,
    refused: RefusalReason,
  ): RefusedItem {
    const key = id === '' ? null : (this.newKey(id, secondId) ?? importKey(this.prefix, id))
    return { key, title: importTitle(textOf(title)), refused }
  }

  /** The key of a post; null if the same post came before. */
  private newKey(id: string, second = ''): string | null {
    const key = importKey(this.prefix, id)
    const known = this.keys.get(key)
    if (known === second) return null
    if (known !== undefined) return this.newKey(`${id}#${second}`, second)
    this.keys.set(key, second)
    if (this.keys.size > LIMITS.items) throw new ImportError('too_many_items')
    return key
  }
}

/** The beginning of the text with this length replaces a missing title. */
const UNTITLED = 60

/**
 * The length of a body without the images inside the text, which get short addresses when they are
 * uploaded.
 */
function withoutImages(body: string, images: readonly ImportImage[]): number {
  const inText = images.filter(({ source }) => source.startsWith('data:'))
  return inText.reduce((length, { source }) => length - source.length, body.length)
}

/** Null for anything except http and https. */
export function webAddress(value: string): string | null {
  const address = URL.parse(value.trim())
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : null
}

function imageOf(source: string, { files, file, url = null }: CleanOptions): ImportImage | null {
  if (source.trim() === '') return null
  const found = fileFinder(files?.names ?? [], file, url)(source)
  if (found !== null) return { source, file: found }
  const address = url === null ? webAddress(source) : webAddress(URL.parse(source, url)?.href ?? '')
  return address === null ? null : { source: address, file: null }
}
