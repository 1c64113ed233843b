import { and, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import { beginsWith, behind } from '#db/conditions.ts'
import { unlessBlocked } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postsPage, type Sort } from '#features/publishing/lists/list.ts'
import type { PopularTag } from '#features/publishing/lists/list-page.ts'
import type { PostLanguage } from '#features/publishing/posts/language.ts'
import { asPostCard, type Columns, cardColumns } from '#features/publishing/posts/post.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { isPublic } from '#features/publishing/posts/visibility.ts'
import { matchingPosts, searchPosts } from '#features/publishing/search/fts/search-posts.ts'
import { tagKey } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page, PageRequest } from '#kernel/paging.ts'

export interface PostSearch {
  q: string
  /** Relevance where it is left out. */
  sort?: Sort | undefined
  tag?: string | undefined
  author?: number | undefined
  language?: PostLanguage | undefined
  /** Whose posts the viewer does not want to see. */
  viewer?: Reader
}

type Reader = Pick<Viewer, 'blocked_ids'> | null

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
    const rows = ids.length === 0 ? [] : await db.all(postsInTurn(cardColumns, ids, viewer))
    return { items: rows.map((row) => asPostCard(row, language)), next_cursor }
  }
  const ids = await matchingPosts(search, query)
  if (ids.length === 0) return { items: [], next_cursor: null }
  const sorted = sortedPosts(cardColumns, ids, sort, request, viewer)
  return db.read(postsPage(sorted, sort, request, (row) => asPostCard(row, language)))
}

/** The public ones among these posts, in the given order. */
export function postsInTurn<Row>(columns: Columns<Row>, ids: readonly number[], viewer: Reader): Statement<Row> {
  return sql`
    SELECT ${columns} ${among(ids)} WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`))} ORDER BY j.key`
}

/** A page of the public ones among these posts, and one more. */
export function sortedPosts<Row>(
  columns: Columns<Row>,
  ids: readonly number[],
  sort: Sort,
  request: PageRequest,
  viewer: Reader,
): Statement<Row> {
  const key = sql.raw(sort === 'hot' ? 'p.hot' : 'p.published_at')
  return sql`
    SELECT ${columns} ${among(ids)}
    WHERE ${and(isPublic, unlessBlocked(viewer, sql`p.author_id`), behind(request, key, sql`p.id`))}
    ORDER BY ${key} DESC, p.id DESC LIMIT ${request.limit + 1}`
}

function among(ids: readonly number[]): SQL {
  return sql`FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id`
}

/** How many tags a search finds at most. */
export const TAGS_FOUND_MAX = 100

/** Tags in use that begin so or are one of the words; the very tag first, then the popular ones. One more where there are more. */
export function tagsNamed(q: string, limit = TAGS_FOUND_MAX + 1): Statement<PopularTag> {
  const key = tagKey(q)
  const words = JSON.stringify(key.split(/\s+/).filter(Boolean))
  return sql`
    SELECT name, posts_count FROM (
      SELECT * FROM (
        SELECT tag_key, name, posts_count FROM tags WHERE ${beginsWith(sql`tag_key`, key)}
        ORDER BY tag_key LIMIT ${TAGS_FOUND_MAX + 1})
      UNION SELECT tag_key, name, posts_count FROM tags WHERE tag_key IN (SELECT value FROM json_each(${words}))
    ) WHERE posts_count > 0 ORDER BY tag_key = ${key} DESC, posts_count DESC, tag_key LIMIT ${limit}`
}
