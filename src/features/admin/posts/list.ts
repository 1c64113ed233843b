import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Statement } from '#db/client.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { AdminPostCardShape } from '#features/admin/posts/shapes.ts'
import { asPostCard, type CardRow, cardColumns } from '#features/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface PostsQuery {
  status?: PostStatus | undefined
  /** Only those edited after approval that nobody has looked at. */
  edited?: boolean | undefined
  author?: number | undefined
}

export type AdminPostCard = z.infer<typeof AdminPostCardShape>

/** All posts. What waits for a decision comes oldest first, everything else by when it was last touched. */
export async function listAllPosts(
  db: Database,
  query: PostsQuery,
  request: PageRequest,
  language: Language,
): Promise<Page<AdminPostCard>> {
  return asAdminPostPage(await db.all(allPostsOf(query, request)), query, request, language)
}

export function allPostsOf(query: PostsQuery, { after, limit }: PageRequest): Statement<CardRow> {
  const { status, edited, author } = query
  const isQueue = status === 'pending' || edited === true
  const [sorted, beyond, direction] = [
    sql.raw(edited ? 'p.edit_unseen_since' : 'p.updated_at'),
    sql.raw(isQueue ? '>' : '<'),
    sql.raw(isQueue ? 'ASC' : 'DESC'),
  ]
  return sql`
    SELECT ${cardColumns} FROM posts p INDEXED BY ${sql.raw(indexFor(query))} CROSS JOIN users u ON u.uid = p.author_id
    WHERE p.deleted_at IS NULL
      ${status === undefined ? sql`` : sql`AND p.status = ${status}`}
      ${edited ? sql`AND p.edit_unseen_since IS NOT NULL` : sql``}
      ${author === undefined ? sql`` : sql`AND p.author_id = ${author}`}
      ${after === null ? sql`` : sql`AND (${sorted}, p.id) ${beyond} (${after[0]}, ${after[1]})`}
    ORDER BY ${sorted} ${direction}, p.id ${direction} LIMIT ${limit + 1}`
}

/** Named, so that the planner cannot change its mind at a million rows. */
function indexFor({ status, edited, author }: PostsQuery): string {
  if (edited) return 'posts_edits_unseen'
  if (author !== undefined) return status === undefined ? 'posts_in_studio' : 'posts_in_studio_by_status'
  return status === undefined ? 'posts_touched' : 'posts_by_status'
}

export function asAdminPostPage(
  rows: CardRow[],
  { edited }: PostsQuery,
  request: PageRequest,
  language: Language,
): Page<AdminPostCard> {
  const key = edited ? 'edit_unseen_since' : 'updated_at'
  return pageOf(
    rows,
    request,
    (row) => [row[key] ?? '', row.id],
    (row) => asAdminPostCard(row, language),
  )
}

export function asAdminPostCard(row: CardRow, language: Language): AdminPostCard {
  return { ...asPostCard(row, language), ...underReview(row) }
}

/** What admins see of a post besides what everybody does. */
export function underReview({ version, reject_reason, edited_at, edit_unseen_since }: CardRow) {
  return { version, reject_reason, edited_at, edit_unseen_since }
}
