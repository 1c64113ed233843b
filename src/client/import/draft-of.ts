import { acceptedText } from '#import/fields.ts'
import { type ImportItem, type Loss, withSources } from '#import/item.ts'
import { secureUrl } from '#kernel/html/urls.ts'
import { CANONICAL_URL_MAX } from '#kernel/post-limits.ts'

/** A loss of the conversion, or an original link that the site does not accept. */
export type Note = Omit<Loss, 'kind'> & { kind: Loss['kind'] | 'original' }

export interface DraftOptions {
  linksToOriginal: boolean
  keepsDates: boolean
}

/** The body of `POST /api/studio/posts`. */
export interface PostDraft {
  draft: true
  /** A second request with the same key creates no second post. */
  import_key: string
  title: string
  body: string
  summary?: string
  tags: string[]
  ai?: string
  cover_url: string | null
  series_id?: number
  canonical_url: string | null
  first_published_at: string | null
}

/** `urls` has the new URL of each uploaded image. An image without one keeps its address. */
export function draftOf(
  item: ImportItem,
  urls: ReadonlyMap<string, string>,
  { linksToOriginal, keepsDates }: DraftOptions,
  seriesId?: number,
): PostDraft {
  const addressOf = (source: string) => urls.get(source) ?? webAddress(source)
  return {
    draft: true,
    import_key: item.key,
    title: item.title,
    body: withSources(acceptedText(item.body), (source) => addressOf(source) ?? ''),
    ...(item.summary !== null && { summary: item.summary }),
    tags: item.tags,
    ...(item.ai && { ai: item.ai }),
    cover_url: item.coverUrl === null ? null : addressOf(item.coverUrl),
    ...(seriesId !== undefined && { series_id: seriesId }),
    canonical_url: linksToOriginal ? originalOf(item) : null,
    first_published_at: keepsDates ? dateOf(item) : null,
  }
}

export function notesOf(item: ImportItem): Note[] {
  const isLost = item.url !== null && originalOf(item) === null
  return isLost
    ? [...item.losses, { kind: 'original', count: 1, detail: item.url ?? '' }]
    : item.losses
}

/**
 * The site shows images by https only. Most old http addresses also exist by https, so the scheme
 * is replaced.
 */
export function webAddress(address: string): string | null {
  return secureUrl(address.replace(/^(?:http:)?\/\//i, 'https://'))
}

/** Null for a post that was never published, and for a date that the site refuses. */
function dateOf({ isPublished, publishedAt }: ImportItem): string | null {
  if (!isPublished || publishedAt === null) return null
  return publishedAt >= '1900' && Date.parse(publishedAt) < Date.now() ? publishedAt : null
}

function originalOf({ url }: ImportItem): string | null {
  const original = secureUrl(url ?? '')
  return original !== null && original.length <= CANONICAL_URL_MAX ? original : null
}
