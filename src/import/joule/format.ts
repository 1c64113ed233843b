import { firstDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import {
  type ImportAuthor,
  type ImportImage,
  type ImportItem,
  isRefused,
  type RefusedItem,
  withSources,
} from '#import/item.ts'
import { type Json, jsonOf, listIn } from '#import/json.ts'
import { baseName, beginningOf, type SourceFiles } from '#import/source-files.ts'

/** The export of a Joule account: the ZIP, or its data file alone. The bodies are not converted. */
export const joule: ImportFormat = {
  name: 'joule',
  async matches(files) {
    const name = dataFileIn(files)
    return name !== null && (await beginningOf(files, name)).startsWith(BEGINNING)
  },
  async *read(files) {
    const name = dataFileIn(files)
    if (name === null) throw new ImportError('unknown_format')
    const data = jsonOf(await files.text(name, LIMITS.json), name)
    if (!isObject(data)) throw new ImportError('invalid_json', name)
    const posts = listIn(data.posts).filter(isObject)
    if (posts.length > LIMITS.items) throw new ImportError('too_many_items', name)
    // Posts of a series come in its order.
    const positionOf = ({ series_position }: Json) =>
      typeof series_position === 'number' ? series_position : -1
    posts.sort((one, other) => positionOf(one) - positionOf(other))
    const source = sourceOf(data, files)
    const keys = new Set<string>()
    for (const post of posts) {
      const item = itemOf(post, source)
      const isRepeated = !isRefused(item) && keys.has(item.key)
      yield isRepeated ? { key: item.key, title: item.title, refused: 'duplicate_key' } : item
      if (!isRefused(item)) keys.add(item.key)
    }
  },
}

/** The first field of the data file. */
const BEGINNING = '{"exported_at":'

interface Source {
  /** A part of the keys, because two sites have posts with the same ids. */
  name: string
  origin: string | null
  author: ImportAuthor | null
  /** Names of image files by their keys. */
  images: Map<string, string>
}

/** The data file. A user can also choose it alone, under any name. */
function dataFileIn({ names }: SourceFiles): string | null {
  const [only] = names
  if (names.includes('data.json')) return 'data.json'
  return names.length === 1 && only !== undefined && /\.json$/i.test(only) ? only : null
}

function sourceOf({ site, account }: Json, { names }: SourceFiles): Source {
  const [user] = listIn(account).filter(isObject)
  const origin = typeof site === 'string' && URL.canParse(site) ? new URL(site).origin : null
  // Exports of older versions do not name the site. The time of the registration then identifies
  // the account.
  const name = origin === null ? (textIn(user, 'created_at') ?? 'unknown') : new URL(origin).host
  const images = names.filter((file) => /(?:^|\/)images\/[^/]+$/.test(file))
  return {
    name: name.slice(0, 150),
    origin,
    author: user
      ? {
          key: String(user.uid),
          name: textIn(user, 'username') ?? '',
          email: textIn(user, 'email'),
        }
      : null,
    images: new Map(images.map((file) => [baseName(file), file])),
  }
}

/** A post without a usable id or text is refused, and a post without content too. */
function itemOf(post: Json, source: Source): ImportItem | RefusedItem {
  const title = textIn(post, 'title') ?? ''
  const stored = textIn(post, 'body')
  if (!Number.isSafeInteger(post.id) || stored === null)
    return { key: null, title, refused: 'unreadable' }
  const key = `joule:${source.name}:${post.id}`
  if (title === '' && stored === '') return { key, title, refused: 'empty' }
  const images = new Map<string, ImportImage>()
  const addressOf = (address: string) => {
    const image = imageOf(address, source)
    images.set(image.source, image)
    return image.source
  }
  const cover = textIn(post, 'cover_url')
  const isPublished = post.status === 'approved'
  const series = textIn(post, 'series')
  const canonicalUrl = textIn(post, 'canonical_url')
  return {
    key,
    title,
    body: withSources(stored, addressOf),
    summary: post.summary_is_own === 1 ? textIn(post, 'summary') : null,
    tags: namesOf(post.tags),
    ...(series !== null && { series }),
    coverUrl: cover && addressOf(cover),
    isPublished,
    publishedAt: firstDate([post.first_published_at, post.published_at]),
    updatedAt: firstDate([post.edited_at, post.updated_at]),
    url:
      canonicalUrl ?? (isPublished && source.origin ? `${source.origin}/posts/${post.id}` : null),
    ...(canonicalUrl !== null && { canonicalUrl }),
    // This site has the same paths for its own posts, so they cannot be redirected.
    path: null,
    ...(typeof post.ai_made === 'number' && {
      ai: post.ai_made === 1 ? ('made' as const) : ('helped' as const),
    }),
    author: source.author,
    images: [...images.values()],
    comments: [],
    losses: [],
  }
}

/** An image that is not in the archive stays at the old site. */
function imageOf(address: string, { images, origin }: Source): ImportImage {
  const key = address.startsWith(IMAGES) ? address.slice(IMAGES.length) : null
  const file = key === null ? null : (images.get(key) ?? null)
  return {
    source: key !== null && file === null && origin !== null ? origin + address : address,
    file,
  }
}

const IMAGES = '/images/'

/** Tags are pairs of key and name. */
function namesOf(tags: unknown): string[] {
  return listIn(tags).flatMap((tag) =>
    Array.isArray(tag) && typeof tag[1] === 'string' ? [tag[1]] : [],
  )
}

function textIn(object: Json | undefined, name: string): string | null {
  const value = object?.[name]
  return typeof value === 'string' ? value : null
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
