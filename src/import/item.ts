import { decodeEntities, escapeAttribute } from '#kernel/html/entities.ts'

/**
 * A post in an import file. The readers of all formats produce it, and the browser page and `joule
 * import` create posts from it.
 */
export interface ImportItem {
  /**
   * Identifies the post in its source, such as `ghost:5ddc9063`. 1 to 200 characters. The site
   * creates no post twice for one key.
   */
  key: string
  title: string
  /** HTML that is not sanitised yet: the server sanitises it. */
  body: string
  /** Null if the file has no summary. */
  summary: string | null
  tags: string[]
  /** The title of the series. The posts of a series come in their order. */
  series?: string
  /** A URL, or the name of a file in the archive that `images` lists. */
  coverUrl: string | null
  isPublished: boolean
  /** ISO 8601 in UTC; null if unknown. */
  publishedAt: string | null
  updatedAt: string | null
  /** The address at the old site (http or https), for the canonical link. */
  url: string | null
  /**
   * The canonical address that the author gave the post. It is a part of the post, so an import
   * keeps it even if the old address should not be canonical.
   */
  canonicalUrl?: string
  /** The path at the old site, such as `/2019/05/hello/`, for a redirect. */
  path: string | null
  /** Other paths that led to the post at the old site. */
  morePaths?: string[]
  /** Whether the author used AI, if the file says so. */
  ai?: 'helped' | 'made'
  /** Null if the file does not name one. */
  author: ImportAuthor | null
  /** Every image in the body and the cover, without repeats. */
  images: ImportImage[]
  /** Comments, oldest first. Only `joule import` creates them. */
  comments: ImportComment[]
  /** Content that the conversion could not preserve. */
  losses: Loss[]
}

/** A post that cannot be imported. */
export interface RefusedItem {
  /** Null if the item has no usable key. */
  key: string | null
  title: string
  refused: RefusalReason
}

export interface ImportAuthor {
  /** Identifies the author within the file. */
  key: string
  name: string
  email: string | null
}

export interface ImportImage {
  /** The `src` in the body, or the cover, exactly as written there. */
  source: string
  /** The name of the file in the archive; null for an image on the web. */
  file: string | null
}

export interface ImportComment {
  key: string
  author: ImportAuthor | null
  /** Plain text. */
  body: string
  createdAt: string
  /** The key of the comment that it answers. */
  replyTo: string | null
}

export const LOSSES = [
  'embed',
  'video',
  'audio',
  'form',
  'shortcode',
  'script',
  'html',
  'image',
  'comments',
  'tags',
] as const

/**
 * Something that an item loses, with the number of places. `detail` names it, such as the URL of an
 * embed or the name of a shortcode.
 */
export interface Loss {
  kind: (typeof LOSSES)[number]
  count: number
  detail?: string
}

export const REFUSALS = [
  'empty',
  'too_long',
  'not_a_post',
  'unreadable',
  'duplicate_key',
  'protected',
] as const
export type RefusalReason = (typeof REFUSALS)[number]

export function isRefused(item: ImportItem | RefusedItem): item is RefusedItem {
  return 'refused' in item
}

/**
 * Replaces the `src` of images and nothing else, because a post of another Joule site must stay the
 * same.
 */
export function withSources(html: string, replace: (source: string) => string): string {
  return html.replace(IMAGE, (image) =>
    image.replace(SOURCE, (_, before: string, source: string) => {
      return `${before}${escapeAttribute(replace(decodeEntities(source, 'attribute')))}"`
    }),
  )
}

/** Readers write attributes in double quotes, and no value contains a bare < or >. */
const IMAGE = /<img [^<>]*>/g
const SOURCE = /( src=")([^"]*)"/

/** Counts what an item loses. */
export class Losses {
  private readonly found = new Map<string, Loss>()

  add(kind: Loss['kind'], detail = '', count = 1): void {
    const name = detail.trim().slice(0, DETAIL_MAX).toWellFormed()
    // Further losses of a kind are counted together, so that a hostile post cannot fill the report.
    const key = this.found.size < DISTINCT_MAX ? `${kind} ${name}` : kind
    const known = this.found.get(key)
    if (known) known.count += count
    else this.found.set(key, { kind, count, ...(key !== kind && name !== '' && { detail: name }) })
  }

  list(): Loss[] {
    return [...this.found.values()]
  }
}

const DETAIL_MAX = 200
const DISTINCT_MAX = 50
