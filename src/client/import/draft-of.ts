import type { ImportLimits } from '#features/pages/studio/import/hooks.ts'
import { decodeEntities, escapeAttribute } from '#kernel/html/entities.ts'
import { secureUrl } from '#kernel/html/urls.ts'
import type { ImportItem, Loss } from '#kernel/import/item.ts'

/** A loss of the conversion, or a value that the API would not accept as it is. */
export type Note = Omit<Loss, 'kind'> & { kind: Loss['kind'] | 'title' | 'summary' | 'original' }

export interface DraftOptions {
  limits: ImportLimits
  linksToOriginal: boolean
}

/** The body of `POST /api/studio/posts`. `urls` has the new URL of each image; images without one keep their address. */
export function draftOf(
  item: ImportItem,
  urls: ReadonlyMap<string, string>,
  { limits, linksToOriginal }: DraftOptions,
) {
  const cover = item.coverUrl === null ? null : (urls.get(item.coverUrl) ?? webAddress(item.coverUrl))
  return {
    draft: true,
    import_key: item.key,
    title: shortened(clean(item.title), limits.title),
    body: withSources(clean(item.body), (source) => urls.get(source) ?? webAddress(source) ?? ''),
    ...(item.summary !== null && { summary: shortened(clean(item.summary), limits.summary) }),
    tags: fittingTags(item.tags, limits),
    cover_url: cover,
    canonical_url: linksToOriginal ? originalOf(item, limits) : null,
  }
}

export function notesOf(item: ImportItem, limits: ImportLimits): Note[] {
  const isLong = (text: string | null, max: number) => text !== null && shortened(clean(text), max) !== clean(text)
  const lostTags = item.tags.length - fittingTags(item.tags, limits).length
  const isSaid = item.losses.some(({ kind }) => kind === 'tags')
  return [
    ...item.losses,
    ...(lostTags > 0 && !isSaid ? [{ kind: 'tags', count: lostTags } as const] : []),
    ...(isLong(item.title, limits.title) ? [{ kind: 'title', count: 1 } as const] : []),
    ...(isLong(item.summary, limits.summary) ? [{ kind: 'summary', count: 1 } as const] : []),
    ...(item.url !== null && originalOf(item, limits) === null
      ? [{ kind: 'original', count: 1, detail: item.url } as const]
      : []),
  ]
}

/** The site shows images only by https. Most old http addresses also exist by https. */
export function webAddress(address: string): string | null {
  return secureUrl(address.replace(/^(?:http:)?\/\//i, 'https://'))
}

function originalOf({ url }: ImportItem, limits: ImportLimits): string | null {
  const original = secureUrl(url ?? '')
  return original !== null && original.length <= limits.canonicalUrl ? original : null
}

/** The API refuses NUL and lone surrogates. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function shortened(text: string, max: number): string {
  const characters = [...text.trim()]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

function fittingTags(tags: readonly string[], limits: ImportLimits): string[] {
  const fitting = tags.map((tag) => clean(tag).trim()).filter((tag) => tag !== '' && [...tag].length <= limits.tag)
  return [...new Map(fitting.map((tag) => [tag.normalize('NFKC').toLowerCase(), tag])).values()].slice(0, limits.tags)
}

/** Replaces the `src` of images and changes nothing else: a post of another Joule site must stay the same. */
export function withSources(html: string, replace: (source: string) => string): string {
  return html.replace(IMAGE, (image) =>
    image.replace(SOURCE, (_, before: string, source: string) => {
      return `${before}${escapeAttribute(replace(decodeEntities(source, 'attribute')))}"`
    }),
  )
}

/** Readers write attributes in double quotes, and no bare < or > in any value. */
const IMAGE = /<img [^<>]*>/g
const SOURCE = /( src=")([^"]*)"/
