import { and, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { type Group, group, type Statement } from '#db/client.ts'
import { behind, equals } from '#db/conditions.ts'
import type { PostStatus } from '#db/schema/posts.ts'
import type { AdminPostCardShape } from '#features/operations/admin/posts/shapes.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/all-statuses.ts'
import { ANY_ADMIN, asPostCard, type ReviewRow, reviewColumns } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

export interface PostsQuery {
  status?: PostStatus | undefined
  /** Only posts with edits after approval that no admin has marked as seen. */
  edited?: boolean | undefined
  author?: number | undefined
}

export type AdminPostCard = z.infer<typeof AdminPostCardShape>

/** All posts. Pending posts and unseen edits are listed oldest first, all others by last change. */
export function adminPosts(query: PostsQuery, request: PageRequest, language: Language): Group<Page<AdminPostCard>> {
  const key = sortKeyOf(query)
  return group({ rows: allPostsOf(query, request) }, ({ rows }) =>
    pageOf(
      ['all posts', query.status, query.edited, query.author],
      rows,
      request,
      (row) => [row[key] ?? '', row.id],
      (row) => asAdminPostCard(row, language),
    ),
  )
}

function allPostsOf(query: PostsQuery, request: PageRequest): Statement<ReviewRow> {
  if (query.status === undefined && !query.edited) return ofAllStatuses(query.author, request)
  const isQueue = query.status === 'pending' || query.edited === true
  const sorted = sql.raw(`p.${sortKeyOf(query)}`)
  const direction = sql.raw(isQueue ? 'ASC' : 'DESC')
  return sql`
    SELECT ${reviewColumns} FROM posts p INDEXED BY ${sql.raw(indexFor(query))} CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(matchesQuery(query), behind(request, sorted, sql`p.id`, isQueue ? '>' : '<'))}
    ORDER BY ${sorted} ${direction}, p.id ${direction} LIMIT ${request.limit + 1}`
}

function ofAllStatuses(author: number | undefined, request: PageRequest): Statement<ReviewRow> {
  return sql`
    SELECT ${reviewColumns}
    FROM (${idsOfAllStatuses(author, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
    ORDER BY t.updated_at DESC, t.id DESC`
}

/** The filter as an SQL condition. */
export function matchesQuery({ status, edited, author }: PostsQuery): SQL | undefined {
  return and(
    sql`p.deleted_at IS NULL`,
    equals(sql`p.status`, status),
    edited ? sql`p.edit_unseen_since IS NOT NULL` : undefined,
    equals(sql`p.author_id`, author),
  )
}

function sortKeyOf({ edited }: PostsQuery) {
  return edited ? 'edit_unseen_since' : 'updated_at'
}

/** The index is fixed, because the planner may choose a worse one on large tables. */
function indexFor({ edited, author }: PostsQuery): string {
  if (edited) return 'posts_edits_unseen'
  return author === undefined ? 'posts_by_status' : 'posts_in_studio_by_status'
}

export function asAdminPostCard(row: ReviewRow, language: Language): AdminPostCard {
  return { ...asPostCard(row, ANY_ADMIN, language), ...underReview(row) }
}

/** Fields of a post for admins only. */
export function underReview({ version, reject_reason, edited_at, edit_unseen_since }: ReviewRow) {
  return { version, reject_reason, edited_at, edit_unseen_since }
}
