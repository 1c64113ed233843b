import { and, sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { behind } from '#db/conditions.ts'
import type { PostRow, PostStatus } from '#db/schema/posts.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { idsOfAllStatuses } from '#features/publishing/posts/all-statuses.ts'
import {
  asPostCard,
  publishAt,
  type ReviewRow,
  reviewColumns,
  type Scheduled,
} from '#features/publishing/posts/post.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import { type Page, type PageRequest, pageOf } from '#kernel/paging.ts'

/** A post as its author sees it in a list: with the reason that an admin gave. */
export type StudioRow = ReviewRow & Pick<PostRow, 'lock_reason'> & Scheduled

export interface StudioItem {
  card: PostCard
  rejectReason: string | null
  lockReason: string | null
  /** When a draft is to be published. */
  publishAt: string | null
  /** Since when a post is in the bin. */
  deletedAt: string | null
}

/** All posts of the viewer, the one changed last first. */
export function studioPosts(
  viewer: Viewer,
  status: PostStatus | undefined,
  request: PageRequest,
  language: Language,
): Group<Page<StudioItem>> {
  return group({ rows: ownRows(viewer, status, request) }, ({ rows }) =>
    pageOf(
      rows,
      request,
      (row) => [row.updated_at, row.id],
      (row) => asStudioItem(row, language),
    ),
  )
}

export function asStudioItem(row: StudioRow, language: Language): StudioItem {
  return {
    card: asPostCard(row, language),
    rejectReason: row.status === 'rejected' ? row.reject_reason : null,
    lockReason: row.lock_reason,
    publishAt: row.publish_at,
    deletedAt: null,
  }
}

function ownRows({ uid }: Viewer, status: PostStatus | undefined, request: PageRequest): Statement<StudioRow> {
  if (status === undefined) {
    return sql`
      SELECT ${reviewColumns}, p.lock_reason, ${publishAt}
      FROM (${idsOfAllStatuses(uid, request)}) t CROSS JOIN posts p ON p.id = t.id CROSS JOIN users u ON u.uid = p.author_id
      ORDER BY t.updated_at DESC, t.id DESC`
  }
  const isOwn = sql`p.author_id = ${uid} AND p.status = ${status} AND p.deleted_at IS NULL`
  return sql`
    SELECT ${reviewColumns}, p.lock_reason, ${publishAt}
    FROM posts p INDEXED BY posts_in_studio_by_status CROSS JOIN users u ON u.uid = p.author_id
    WHERE ${and(isOwn, behind(request, sql`p.updated_at`, sql`p.id`))}
    ORDER BY p.updated_at DESC, p.id DESC
    LIMIT ${request.limit + 1}`
}
