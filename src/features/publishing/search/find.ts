import { type Database, group } from '#db/client.ts'
import { asFoundPerson, type FoundPerson, peopleNamed } from '#features/accounts/profiles/find-people.ts'
import type { UserRef } from '#features/core/people/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { Sort } from '#features/publishing/lists/list.ts'
import { type PopularTag, topicOf } from '#features/publishing/lists/list-page.ts'
import type { PostLanguage } from '#features/publishing/posts/language.ts'
import { type FoundPost, matchesIn, tagsNamed } from '#features/publishing/search/find-posts.ts'
import { marksSince, type Since } from '#features/publishing/search/fts/marks.ts'
import { meantBy } from '#features/publishing/search/fts/spelling.ts'
import { tagKey } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export const FOUND_KINDS = ['posts', 'people', 'tags'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

/** What somebody looks for. Without a `type` it is everything, and posts are listed. */
export interface Wanted {
  q: string
  type?: FoundKind | undefined
  /** Relevance where it is left out. */
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
  /** Of each up to one more than a hundred; null on a later page, where nothing is counted. */
  counts: Record<FoundKind, number> | null
  /** Another spelling that finds something, where this one finds little. */
  meant: string | null
  isPartial: boolean
  isCut: boolean
  /** Whether the index could not be asked: posts are missing, and were not counted. */
  isDown: boolean
  /** Whom the posts are narrowed to; null where nobody has this uid. */
  author: UserRef | null
}

interface Asking {
  viewer: Viewer | null
  language: Language
  now: Date
  /** Whether people and tags will do where the index is down. A later page has posts alone, and none without it. */
  namesWillDo?: boolean
}

/** Posts, people and tags in two round trips; two more where little is found, for a better spelling. */
export async function find(
  db: Database,
  search: Database,
  wanted: Wanted,
  request: PageRequest,
  { viewer, language, now, namesWillDo = false }: Asking,
): Promise<Finding> {
  const { q, type, sort, tag, author, time } = wanted
  if (q === '') return NOTHING
  const query = {
    q,
    author,
    tag: tag === undefined ? undefined : tagKey(tag),
    language: wanted.language,
    published: time && marksSince(time, now),
  }
  const isFirst = request.after === null
  const listsPosts = type === undefined || type === 'posts'
  const orNull = <T>(asked: Promise<T>) => (namesWillDo && isFirst ? unlessDown(asked) : asked)
  const matches = await orNull(matchesIn(search, query, { sort, request, countOnly: !listsPosts }))
  const [{ posts, people, tags, topic }, meant] = await Promise.all([
    db.read({
      posts: matches?.page(viewer, language) ?? null,
      people: isFirst
        ? group({ rows: peopleNamed(q, viewer) }, ({ rows }) => rows.map((row) => asFoundPerson(row, language)))
        : null,
      tags: isFirst ? tagsNamed(q) : null,
      topic: group({ author: topicOf({ author }, language).author }, ({ author }) => author),
    }),
    isFirst && listsPosts && matches ? orNull(meantBy(search, query, matches.count)) : null,
  ])
  const page = posts ?? NOTHING.posts
  const isWhole = listsPosts && isFirst && page.next_cursor === null
  const count = isWhole ? page.items.length : (matches?.count ?? 0)
  return {
    posts: page,
    people: people ?? [],
    tags: tags ?? [],
    counts: isFirst ? { posts: count, people: people?.length ?? 0, tags: tags?.length ?? 0 } : null,
    meant,
    isPartial: matches?.isPartial ?? false,
    isCut: (matches?.isCut ?? false) && page.next_cursor === null,
    isDown: matches === null,
    author: topic,
  }
}

/** Null where the index is down, which the log says. */
async function unlessDown<T>(asked: Promise<T>): Promise<T | null> {
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
  meant: null,
  isPartial: false,
  isCut: false,
  isDown: false,
  author: null,
}

/** The address of a search. What is left out of it, or undefined, narrows nothing. */
export function searchPath(wanted: Wanted): string {
  const given = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  )
  // As a form would write it. Not by URLSearchParams: a page has fifty of these, and they were a tenth of its time.
  return `/search?${given.join('&').replaceAll('%20', '+')}`
}
