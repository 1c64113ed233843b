import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, group } from '#db/client.ts'
import { asFoundPerson, type FoundPerson, peopleNamed } from '#features/accounts/profiles/find-people.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type Sort, topicOf } from '#features/publishing/lists/list.ts'
import { POST_LANGUAGES, type PostLanguage } from '#features/publishing/posts/language.ts'
import type { Columns } from '#features/publishing/posts/post.ts'
import { type FoundPost, foundKey, matchesIn, postsInOrder, tagsNamed } from '#features/publishing/search/find-posts.ts'
import { marksSince, SINCE, type Since } from '#features/publishing/search/fts/marks.ts'
import { searchTitles } from '#features/publishing/search/fts/search-posts.ts'
import { betterSpelling } from '#features/publishing/search/fts/spelling.ts'
import type { PopularTag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, requireCursorOf } from '#kernel/paging.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'

const FOUND_KINDS = ['posts', 'people', 'tags'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** A search. Without a `type` it finds everything and lists posts. */
export interface Wanted {
  q: string
  type?: FoundKind | undefined
  /** Sorted by relevance if undefined. */
  sort?: Sort | undefined
  language?: PostLanguage | undefined
  time?: Since | undefined
  tag?: string | undefined
  author?: number | undefined
}

export interface Finding {
  posts: Page<FoundPost>
  people: FoundPerson[]
  tags: PopularTag[]
  /** Counts up to 101; null on later pages, which count nothing. */
  counts: Record<FoundKind, number> | null
  /** Another spelling that finds something, if this one finds little. */
  didYouMean: string | null
  isPartial: boolean
  isCut: boolean
  /** The index is unavailable: posts are missing and not counted. */
  isDown: boolean
  /** The author that the posts are filtered by; null if there is no such user. */
  author: UserRef | null
}

interface Asking {
  /** A promise if the session is read while the index is searched. */
  viewer: Viewer | null | Promise<Viewer | null>
  language: Language
  now: Date
  /** Return only people and tags if the index is down. Later pages contain only posts, so they fail. */
  fallsBackToNames?: boolean
}

/**
 * Finds posts, people and tags in two round trips. If little is found, a better spelling is looked up beside the second one, and
 * the spelling of several words or with filters takes a third.
 */
export async function find(
  db: Database,
  search: Database,
  wanted: Wanted,
  request: PageRequest,
  asking: Asking,
): Promise<Finding> {
  const { language, now, fallsBackToNames = false } = asking
  const { q, type, sort, tag, author, time } = wanted
  if (q === '') return NOTHING
  const query = {
    q,
    author,
    tag: tag === undefined ? undefined : tagKey(tag),
    language: wanted.language,
    published: time && marksSince(time, now),
    time,
  }
  const isFirst = request.after === null
  const listsPosts = type === undefined || type === 'posts'
  // People and tags are one page.
  requireCursorOf(listsPosts ? foundKey(query, sort) : ['names', type, q], request)
  const orNull = <T>(asked: Promise<T>) => (fallsBackToNames && isFirst ? nullIfDown(asked) : asked)
  const [matches, viewer] = await Promise.all([
    orNull(matchesIn(search, query, { sort, request, countOnly: !listsPosts })),
    asking.viewer,
  ])
  const [{ posts, people, tags, topic }, didYouMean] = await Promise.all([
    db.read({
      posts: matches?.page(viewer, language) ?? null,
      people: isFirst
        ? group({ rows: peopleNamed(q, viewer) }, ({ rows }) => rows.map((row) => asFoundPerson(row, language)))
        : null,
      tags: isFirst ? tagsNamed(q) : null,
      topic: group({ author: topicOf({ author }, language).author }, ({ author }) => author),
    }),
    isFirst && listsPosts && matches ? orNull(betterSpelling(search, query, matches.count)) : null,
  ])
  const page = posts ?? NOTHING.posts
  const isWhole = listsPosts && isFirst && page.next_cursor === null
  const count = isWhole ? page.items.length : (matches?.count ?? 0)
  return {
    posts: page,
    people: people ?? [],
    tags: tags ?? [],
    counts: isFirst ? { posts: count, people: people?.length ?? 0, tags: tags?.length ?? 0 } : null,
    didYouMean,
    isPartial: matches?.isPartial ?? false,
    isCut: (matches?.isCut ?? false) && page.next_cursor === null,
    isDown: matches === null,
    author: topic,
  }
}

/** Returns null if the index is down, and logs the error. */
async function nullIfDown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'search_unavailable') throw error
    console.error(JSON.stringify({ level: 'error', error: String(error.cause ?? error) }))
    return null
  }
}

const NOTHING: Finding = {
  posts: { items: [], next_cursor: null },
  people: [],
  tags: [],
  counts: null,
  didYouMean: null,
  isPartial: false,
  isCut: false,
  isDown: false,
  author: null,
}

/** The URL of a search. Undefined filters are left out. */
export function searchPath(wanted: Wanted): string {
  const given = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  // Encoded like a form. URLSearchParams is too slow: a page has fifty of these links, and they took a tenth of its time.
  return `/search?${given.join('&').replaceAll('%20', '+')}`
}

/** The filters and the sort order of a search, by their names in the URL. */
const choices = {
  type: z.enum(FOUND_KINDS).optional(),
  sort: z.enum(['new', 'hot']).optional(),
  language: z.enum(POST_LANGUAGES).optional(),
  time: z.enum(SINCE).optional(),
  tag: text({ min: 1, max: TAG_MAX }).optional(),
  author: z.coerce.number().int().positive().optional(),
}

export const CHOICES = Object.keys(choices)

export const FindInput = z.object({ q: text({ min: 1, max: QUERY_MAX }), ...choices })

/** For pages: unknown values in a URL are ignored. */
export const FindOnPageInput = z.object({
  q: text({ max: QUERY_MAX }).default(''),
  type: choices.type.catch(undefined),
  sort: choices.sort.catch(undefined),
  language: choices.language.catch(undefined),
  time: choices.time.catch(undefined),
  tag: choices.tag.catch(undefined),
  author: choices.author.catch(undefined),
})

const TITLES = 5
const PEOPLE = 3
const TAGS = 3

interface Suggestions {
  posts: { id: number; title: string }[]
  people: UserRef[]
  tags: PopularTag[]
}

const titleColumns = sql.raw('p.id, p.title') as Columns<{ id: number; title: string }>

/** Search suggestions for the typed text. */
export async function suggest(
  db: Database,
  search: Database,
  q: string,
  viewer: Viewer | null,
  language: Language,
): Promise<Suggestions> {
  const ids = await searchTitles(search, q, TITLES)
  const { posts, people, tags } = await db.read({
    posts: ids.length === 0 ? null : postsInOrder(titleColumns, ids, viewer),
    people: group({ rows: peopleNamed(q, viewer, PEOPLE) }, ({ rows }) => rows.map((row) => asUserRef(row, language))),
    tags: tagsNamed(q, TAGS),
  })
  return { posts: posts ?? [], people, tags }
}
