import { and, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import { unlessBlocked } from '#features/blocks/touch.ts'
import type { Viewer } from '#features/people/viewer.ts'
import { postsPage, type Sort } from '#features/posts/list.ts'
import { asListedPost, type ListedPost } from '#features/posts/list-page.ts'
import { asPostCard, type CardRow, type Columns, cardColumns, listedColumns } from '#features/posts/post.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import { tagKey } from '#features/posts/tags.ts'
import { isPublic } from '#features/posts/visibility.ts'
import { highlight, type Segment, snippetOf } from '#features/search/highlight.ts'
import { termsOf } from '#features/search/match.ts'
import { matchingPosts, searchPosts, searchTexts } from '#features/search/search-posts.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface PostSearch {
  q: string
  /** Relevance where it is left out. */
  sort?: Sort | undefined
  tag?: string | undefined
  author?: number | undefined
  /** Whose posts the viewer does not want to see. */
  viewer?: Reader
}

type Reader = Pick<Viewer, 'blocked_ids'> | null

/** A post with the matches in it. */
export interface FoundPost {
  post: ListedPost
  title: Segment[]
  snippet: Segment[]
}

/** Public posts that match the query. The index may be behind, so the main database decides what is public. */
export async function findPosts(
  db: Database,
  search: Database,
  { sort, tag, viewer = null, ...rest }: PostSearch,
  request: PageRequest,
  language: Language,
): Promise<Page<PostCard>> {
  const query = { ...rest, tag: tag === undefined ? undefined : tagKey(tag) }
  if (sort === undefined) {
    const { items: ids, next_cursor } = await searchPosts(search, query, request)
    const rows = await postsWith(db, cardColumns, ids, viewer)
    return { items: rows.map((row) => asPostCard(row, language)), next_cursor }
  }
  const ids = await matchingPosts(search, query)
  if (ids.length === 0) return { items: [], next_cursor: null }
  return db.read(postsPage(sortedPosts(ids, sort, request, viewer), sort, request, (row) => asPostCard(row, language)))
}

/** The best matches with their matches marked, for the page. */
export async function findMarkedPosts(
  db: Database,
  search: Database,
  { q, viewer = null }: Pick<PostSearch, 'q' | 'viewer'>,
  request: PageRequest,
  language: Language,
): Promise<Page<FoundPost>> {
  const { items: hits, next_cursor } = await searchTexts(search, { q }, request)
  const rows = await postsWith(
    db,
    listedColumns,
    hits.map(({ id }) => id),
    viewer,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const terms = termsOf(q)
  const items = hits.flatMap(({ id, title, text }) => {
    const row = byId.get(id)
    return row
      ? { post: asListedPost(row, language), title: highlight(title, terms), snippet: snippetOf(text, terms) }
      : []
  })
  return { items, next_cursor }
}

/** The public ones among these posts, in the given order. */
async function postsWith<Row>(db: Database, columns: Columns<Row>, ids: number[], viewer: Reader): Promise<Row[]> {
  if (ids.length === 0) return []
  return db.all(sql<Row>`
    SELECT ${columns} ${among(ids)} WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`))} ORDER BY j.key`)
}

function sortedPosts(ids: number[], sort: Sort, request: PageRequest, viewer: Reader): Statement<CardRow> {
  const key = sql.raw(sort === 'hot' ? 'p.hot' : 'p.published_at')
  return sql`
    SELECT ${cardColumns} ${among(ids)}
    WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`), behind(request, key, sql`p.id`))}
    ORDER BY ${key} DESC, p.id DESC LIMIT ${request.limit + 1}`
}

function among(ids: number[]): SQL {
  return sql`FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id`
}
