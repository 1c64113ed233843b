import type { Database } from '#db/client.ts'
import { type Group, group } from '#db/group.ts'
import { postsPage, type Sort } from '#features/publishing/lists/list.ts'
import { asListedPost, type ListedPost } from '#features/publishing/lists/list-page.ts'
import { type ListedRow, listedColumns } from '#features/publishing/posts/post.ts'
import { type PostSearch, postsInTurn, sortedPosts } from '#features/publishing/search/find-posts.ts'
import { type Term, termsOf } from '#features/publishing/search/fts/match.ts'
import { newestMatches } from '#features/publishing/search/fts/newest-matches.ts'
import {
  asHits,
  FOUND_COUNTED_MAX,
  hitsOf,
  indexingAnew,
  marksOf,
  type SearchQuery,
  SORTED_MAX,
} from '#features/publishing/search/fts/search-posts.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

/** A post, with the texts in which the matches are to be marked: see highlight.ts. */
export interface FoundPost {
  post: ListedPost
  title: string
  /** The part of its text around the first match, or its summary. */
  text: string
}

/** What the index says, before the main database was asked. */
interface Matches {
  /** Matching posts, up to one more than FOUND_COUNTED_MAX. */
  count: number
  /** Posts of before the present index are not found by language and time yet. */
  isPartial: boolean
  /** Only the newest were sorted. */
  isCut: boolean
  /** To be read from the main database, for whoever reads. */
  page: (viewer: PostSearch['viewer'], language: Language) => Group<Page<FoundPost>> | null
}

interface Asked {
  sort?: Sort | undefined
  request: PageRequest
  /** How many there are is all that is wanted. */
  countOnly: boolean
}

/** Asks the index, in one round trip. */
export async function matchesIn(search: Database, query: SearchQuery, asked: Asked): Promise<Matches> {
  const terms = termsOf(query.q)
  if (terms.length === 0) return { count: 0, isPartial: false, isCut: false, page: () => null }
  const { sort, request, countOnly } = asked
  if (countOnly) return { ...(await newest(search, query, FOUND_COUNTED_MAX + 1)), isCut: false, page: () => null }
  if (sort === undefined) return best(search, query, terms, request)
  const { ids, ...about } = await newest(search, query, SORTED_MAX)
  return {
    ...about,
    isCut: ids.length === SORTED_MAX,
    page: (viewer = null, language) => {
      const sorted = sortedPosts(listedColumns, ids, sort, request, viewer)
      return ids.length === 0 ? null : postsPage(sorted, sort, request, (row) => inSummary(row, language))
    },
  }
}

async function best(
  search: Database,
  query: SearchQuery,
  terms: readonly Term[],
  request: PageRequest,
): Promise<Matches> {
  const { rows, anew } = await search.read({ rows: hitsOf(query, terms, request), anew: stateFor(query) })
  const { hits, count } = asHits(rows, request)
  const ids = hits.items.map(({ id }) => id)
  return {
    count,
    isPartial: isGoingOn(anew),
    isCut: false,
    page: (viewer = null, language) => {
      const posts = postsInTurn(listedColumns, ids, viewer)
      const found = (rows: readonly ListedRow[]) => hits.items.flatMap(inText(rows, language))
      return ids.length === 0 ? null : group({ posts }, ({ posts }) => ({ ...hits, items: found(posts) }))
    },
  }
}

async function newest(search: Database, query: SearchQuery, reach: number) {
  const [rows = null] = newestMatches('post', query.q, marksOf(query), null, reach)
  const answer = await search.read({ rows, anew: stateFor(query) })
  const ids = answer.rows?.map(({ id }) => id) ?? []
  return { ids, count: Math.min(ids.length, FOUND_COUNTED_MAX + 1), isPartial: isGoingOn(answer.anew) }
}

/** Only these two are not in an index of before. */
function stateFor({ language, published }: SearchQuery): typeof indexingAnew | null {
  return language === undefined && published === undefined ? null : indexingAnew
}

function isGoingOn(anew: { is_partial: 0 | 1 }[] | null): boolean {
  return anew?.[0]?.is_partial === 1
}

function inText(rows: readonly ListedRow[], language: Language) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ({ id, title, text }: { id: number; title: string; text: string }): FoundPost[] => {
    const row = byId.get(id)
    if (!row) return []
    return [{ post: asListedPost(row, language), title, text }]
  }
}

/** Its summary instead of the place of the match: the index was only asked which posts there are. */
function inSummary(row: ListedRow, language: Language): FoundPost {
  const post = asListedPost(row, language)
  return { post, title: post.title, text: post.summary }
}
