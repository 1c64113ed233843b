import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import {
  type AdminPostCard,
  adminPosts,
  asAdminPostCard,
  matchesQuery,
  type PostsQuery,
} from '#features/operations/admin/posts/list.ts'
import { reviewIsOff } from '#features/operations/admin/posts/queue.ts'
import { type ReviewRow, reviewColumns } from '#features/publishing/posts/post.ts'
import { searchAllPosts } from '#features/publishing/search/fts/hidden-post-index.ts'
import { merged } from '#features/publishing/search/fts/newest-matches.ts'
import { cursorOf, type Ranked } from '#features/publishing/search/fts/sequential.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Cursor, type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A page of all posts or of search results, with the counts for the navigation. */
export async function allPostsPage(
  db: Database,
  search: Database,
  { q, ...by }: PostsQuery & { q?: string | undefined },
  request: PageRequest,
  language: Language,
): Promise<{ posts: Page<AdminPostCard>; waiting: Waiting; reviewIsOff: boolean }> {
  if (q !== undefined) {
    const [facts, posts] = await Promise.all([
      db.read({ waiting: openDecisions, reviewIsOff }),
      findAllPosts(db, search, q, by, request, language),
    ])
    return { ...facts, posts }
  }
  return db.read({ waiting: openDecisions, reviewIsOff, posts: adminPosts(by, request, language) })
}

/**
 * Searches posts of every status, newest first. A number also matches post ids and author uids. The search index may be stale:
 * results are filtered by the main database, so a page can be short.
 */
export async function findAllPosts(
  db: Database,
  search: Database,
  q: string,
  by: PostsQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminPostCard>> {
  const { after, limit } = request
  const number = /^#?[1-9]\d{0,14}$/.test(q.trim()) ? Number(q.trim().replace('#', '')) : null
  const [hits, numbered] = await Promise.all([
    searchAllPosts(search, { q, ...by }, after, limit + 1),
    number === null ? [] : postsNumbered(db, number, after, limit + 1),
  ])
  const list = ['found posts', q, by.status, by.edited, by.author]
  const found = merged([hits, numbered], limit + 1)
  const { items: shown, next_cursor } = pageOf(list, found, request, cursorOf, ({ id }) => id)
  const rows = shown.length === 0 ? [] : await postsWith(db, shown, by)
  return { items: rows.map((row) => asAdminPostCard(row, language)), next_cursor }
}

/** Matches by id or uid rank as high as matches by words. */
async function postsNumbered(db: Database, number: number, after: Cursor | null, limit: number): Promise<Ranked[]> {
  if (after && Number(after[0]) > 0) return []
  return db.all(sql<Ranked>`
    SELECT 0 AS rank, id FROM (
      SELECT id FROM posts WHERE id = ${number} AND deleted_at IS NULL
      UNION SELECT id FROM posts WHERE author_id = ${number} AND deleted_at IS NULL
    )
    WHERE id < ${after?.[1] ?? Number.MAX_SAFE_INTEGER} ORDER BY id DESC LIMIT ${limit}`)
}

async function postsWith(db: Database, ids: number[], by: PostsQuery): Promise<ReviewRow[]> {
  return db.all(sql<ReviewRow>`
    SELECT ${reviewColumns}
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN posts p ON p.id = j.value JOIN users u ON u.uid = p.author_id
    WHERE ${matchesQuery(by)} ORDER BY j.key`)
}
